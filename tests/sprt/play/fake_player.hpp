#pragma once
// Games without agents. A function decides who wins a game, and a gate decides when a game may end.

#include "sprt/play/pool.hpp"
#include "sprt/play/run.hpp"
#include "tests/sprt/config/plans.hpp"

#include <functional>
#include <memory>
#include <optional>

#include <poll.h>

namespace sprt {

/// A game without moves that `winner` won.
inline referee::GameRecord fake_game(std::uint64_t game, referee::Winner winner) {
    referee::GameRecord record;
    record.game = game;
    record.pair = game / 2;
    record.winner = winner;
    record.score = {2, 2};
    record.termination = referee::Termination::BoardFull;
    record.used = {std::chrono::milliseconds(2), std::chrono::milliseconds(1)};
    return record;
}

inline referee::GameRecord aborted_game(std::uint64_t game) {
    referee::GameRecord record;
    record.game = game;
    record.termination = referee::Termination::Aborted;
    return record;
}

/// Waits until `is_open()` or until `stop` is readable. Returns whether `is_open()` came first.
inline bool wait_for_gate(referee::StopToken stop, const std::function<bool()>& is_open) {
    while (!is_open()) {
        pollfd descriptor{.fd = stop.fd, .events = POLLIN, .revents = 0};
        if (::poll(&descriptor, 1, 1) > 0) {
            return false;
        }
    }
    return true;
}

/// The games from `first` to `games` - 1 in pairs; without `games` there is no end.
inline NextPair games_up_to(std::optional<std::uint64_t> games, std::uint64_t first = 0) {
    const std::shared_ptr<Openings> openings = make_openings(StartOnly{}, 1, referee::Game::Ataxx);
    const SchedulePlan plan{.openings = StartOnly{}, .seed = 1, .limits = {}, .max_games = games};
    return [openings, jobs = Jobs(plan, *openings, first)]() mutable { return jobs.next_pair(); };
}

/// Plays the run of `config` (filled in) with `player` to its end, after the games of `tally`.
inline RunState play_run_of(const Config& config, Openings& openings, const MakePlayer& player, Tally tally,
                            const std::function<void(const referee::GameRecord&, const RunState&)>& on_game,
                            const referee::StopToken& interrupt = {}) {
    const RunPlan plan = plan_for(config);
    PlannedPairs pairs([&] { return std::make_unique<Jobs>(plan.schedule, openings, tally.games()); });
    Pool pool(
        plan.play.concurrency, [&pairs] { return pairs.next_pair(); }, player, tally.games());
    const PlayedGames played =
        play_games(pool, pairs, tally, interrupt,
                   {.on_game = [&](const referee::GameRecord& record) { on_game(record, tally.state()); }});
    RunState result = tally.state();
    result.reason = played.are_openings_used_up ? EndReason::OpeningsUsedUp : result.reason;
    result.games_beyond = played.beyond;
    return result;
}

/// A player whose games end at once. `winner_of(game)` wins.
inline MakePlayer instant_player(std::function<referee::Winner(std::uint64_t)> winner_of) {
    return [winner_of](referee::StopToken, int) -> PlayGame {
        return [winner_of](const Job& job) {
            const std::uint64_t game = job.id;
            return fake_game(game, winner_of(game));
        };
    };
}

} // namespace sprt

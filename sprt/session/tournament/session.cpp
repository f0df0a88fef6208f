#include "sprt/session/tournament/session.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/players.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/remote/run_events.hpp"
#include "sprt/session/session.hpp"
#include "sprt/session/tournament/tournament_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::AgentId;
using referee::ExitStatus;

/// The first fault of a check game of an agent with itself, without the number of its side.
std::string check_fault_text(const referee::GameRecord& record) {
    std::string reason = fault_reason(referee::faults_of(record).front());
    for (const char* const side : {"agent 1 ", "agent 2 "}) {
        if (reason.starts_with(side)) {
            reason.erase(0, std::string_view(side).size());
        }
    }
    return reason;
}

/// `A, B and 4 others`.
std::string name_of(const TournamentPlan& plan) {
    const std::size_t others = plan.agents.size() - 2;
    return fmt::format("{}{}{}{}", plan.agents[0].name, others == 0 ? " vs " : ", ", plan.agents[1].name,
                       others == 0 ? "" : " and " + referee::counted(others, "other"));
}

OfferedRun offered_run(const TournamentPlan& plan, const TournamentTally& tally, const TournamentFile& file) {
    auto news = [&, changes = file.session_changes()] {
        const std::uint64_t left = tally.planned_games() - std::min(tally.planned_games(), tally.games());
        return RunNews{.standing = standing_event(tally.state(), plan.anchor, changes),
                       .games_left = std::array{left, left}};
    };
    return {.name = file.config.run.title.value_or(name_of(plan)),
            .settings = to_json(file.config),
            .agents = plan.agents,
            .schedule = plan.schedule.base,
            .times = plan.schedule.times,
            .llr = {},
            .news = std::move(news)};
}

} // namespace

std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed) {
    std::string text;
    for (const auto& [agent, why] : failed) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                            referee::to_printable(plan.agents[agent].name), why);
    }
    return text;
}

std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                      const std::vector<std::size_t>& playing,
                                      std::vector<FailedAgent>* failed) {
    if (playing.empty()) { // its user removes all
        return {};
    }
    referee::PlayerKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    std::size_t next = 0;
    const auto next_job = [&]() -> std::vector<Job> {
        if (next == playing.size()) {
            return {};
        }
        const std::size_t agent = playing[next];
        const auto& time = plan.schedule.times[agent];
        Job job =
            check_job(plan.schedule.base, *stage.openings, {AgentId{agent}, AgentId{agent}}, {time, time});
        job.id = next++;
        return {job};
    };
    const int workers = std::min(plan.play.concurrency, static_cast<int>(playing.size()));
    Pool pool(workers, next_job, process_player(kit, stage.placement, stage.orphans));
    std::vector<FailedAgent> failures;
    std::string untold;
    std::vector<std::size_t> lacking;
    while (const auto record = pool.next(stage.signals.token())) {
        const std::string& name = kit.roster[record->agents.agent1].name;
        if (shows_broken_agent(*record, plan.schedule.base.limits.ready)) {
            for (const std::string& line : last_words(*record)) {
                referee::complain(kProgram, name + ": " + line);
            }
            failures.push_back({index(record->agents.agent1), check_fault_text(*record)});
        } else if (untold.empty()) {
            untold = untold_opening_text(*record, stage.openings->facts());
        }
        if (record->lacks_opening.agent1) {
            lacking.push_back(index(record->agents.agent1));
        }
    }
    if (failed != nullptr) {
        *failed = std::move(failures);
    } else if (!failures.empty()) {
        throw CheckGameFailed(
            fmt::format("the check games failed: {} (--no-check begins the tournament without them)",
                        failures_text(plan, failures)));
    }
    if (!untold.empty()) {
        throw CheckGameFailed(untold);
    }
    return lacking;
}

ExitStatus status_of_tournament(const TournamentState& state, const std::optional<int>& signal) {
    if (signal) {
        return referee::status_of_signal(*signal);
    }
    const bool is_broken = has_withdrawn(state) || state.reason == TournamentEnd::MaxFaults;
    return is_broken && state.reason != TournamentEnd::Interrupted ? ExitStatus::AgentBroken
                                                                   : ExitStatus::Done;
}

std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally) {
    std::vector<std::size_t> playing;
    for (const std::size_t agent : plan.counting.rules.stages.back().agents) {
        if (!tally.state().agents[agent].withdrawn) {
            playing.push_back(agent);
        }
    }
    return playing;
}

ExitStatus play_on(const TournamentPlan& plan, Stage& stage, TournamentTally tally,
                   const std::vector<std::size_t>& lacking, TournamentDirectory* directory) {
    TournamentWatch watch(plan, tally.games(), stage.status_request, directory != nullptr);
    const auto head = [&] {
        const std::string walls = stage.kit.roster.sandboxes_text();
        return tournament_head(plan, stage.openings->facts(), walls.empty() ? walls : walls + "\n", lacking);
    };
    const RunSession session{
        .play = plan.play,
        .watch = plan.watch,
        .remote = plan.remote,
        .stage = stage,
        .counting = tally,
        .directory = directory,
        .pairs = [&] { return std::make_unique<TournamentJobs>(tally.jobs(plan.schedule, *stage.openings)); },
        .listener = {.on_game = [&](const referee::GameRecord& record) { watch.game(record, tally); },
                     .on_wait = [&] { watch.wait(tally); }},
        .head = head,
        .offered = [&] { return offered_run(plan, tally, directory->run()); }};
    const auto begin = std::chrono::steady_clock::now();
    const PlayedGames games = play_session(session);
    TournamentState state = tally.state();
    if (games.are_openings_used_up) {
        state.reason = TournamentEnd::OpeningsUsedUp;
    }
    state.games_beyond = games.beyond;
    const SessionEnd end =
        end_session(session, directory, state, begin,
                    [&](const std::string& signal, const std::vector<std::string>& changes) {
                        return "\n" + tournament_tail(plan, state, signal, changes);
                    });
    return status_of_tournament(state, end.signal);
}

} // namespace sprt

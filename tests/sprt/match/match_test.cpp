#include "sprt/match/match.hpp"
#include "tests/sprt/match/fake_player.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include <sys/eventfd.h>

namespace sprt {
namespace {

using ataxx::StopToken;
using ataxx::Winner;

Config article_config(std::int64_t concurrency) {
    Config config;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.concurrency = concurrency;
    config.seed = 1;
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    return config;
}

MatchResult run(const Config& config, const MakePlayer& player, std::vector<std::uint64_t>* games = nullptr,
                StopToken interrupt = {}) {
    const auto openings = make_openings(parse_openings(config.openings), *config.seed);
    const auto on_game = [&](const ataxx::GameRecord& record, const MatchResult&) {
        if (games != nullptr) {
            games->push_back(record.game);
        }
    };
    return run_match(config, *openings, player, interrupt, Tally(config),
                     {.on_game = on_game, .on_wait = {}});
}

Winner alternating(std::uint64_t game) {
    return game % 2 == 0 ? Winner::Agent1 : Winner::Agent2;
}

TEST(Match, TheArticlesExperimentEndsAfter286Games) {
    for (const std::int64_t concurrency : {1, 2, 8}) {
        std::vector<std::uint64_t> games;
        const MatchResult result = run(article_config(concurrency), instant_player(alternating), &games);
        EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H0);
        EXPECT_EQ(result.reason, EndReason::Verdict);
        EXPECT_EQ(result.standing.games, (Wld{143, 143, 0}));
        EXPECT_NEAR(result.standing.evaluation.llr, -2.951440506384565, 1e-9);
        EXPECT_EQ(games.size(), 286u);
        EXPECT_EQ(result.conduct.used[0], std::chrono::milliseconds(2 * 286));
    }
}

/// Agent 1 wins two games of three. Losses last until every win that may be begun is over: a count in the
/// order of finishing would see only wins at first, and accept H1 after 23.
TEST(Match, LateLossesCountInTheirPlace) {
    const auto winner_of = [](std::uint64_t game) { return game % 3 == 0 ? Winner::Agent2 : Winner::Agent1; };
    const MatchResult in_order = run(article_config(1), instant_player(winner_of));

    std::atomic<int> wins_done = 0;
    std::atomic<int> losses_waiting = 0;
    const auto late_losses = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            if (winner_of(game) == Winner::Agent1) {
                ++wins_done;
                return fake_game(game, Winner::Agent1);
            }
            const int wins = wins_done;
            ++losses_waiting;
            // Over when others got ahead, or when everybody waits like this.
            const bool ended =
                wait_for_gate(stop, [&] { return wins_done >= wins + 10 || losses_waiting >= 8; });
            --losses_waiting;
            return ended ? fake_game(game, Winner::Agent2) : aborted_game(game);
        };
    };
    const MatchResult late = run(article_config(8), late_losses);
    EXPECT_EQ(late.standing.games, in_order.standing.games);
    EXPECT_EQ(late.standing.evaluation.verdict, in_order.standing.evaluation.verdict);
    EXPECT_EQ(late.standing.evaluation.llr, in_order.standing.evaluation.llr);
}

TEST(Match, MaxGamesEndsWithoutAVerdict) {
    Config config = article_config(4);
    config.max_games = 10;
    std::vector<std::uint64_t> games;
    const MatchResult result = run(config, instant_player(alternating), &games);
    EXPECT_EQ(result.reason, EndReason::MaxGames);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::Continue);
    EXPECT_EQ(games.size(), 10u);
    EXPECT_EQ(result.games_beyond, 0u);
}

TEST(Match, AVerdictOnTheLastGameIsAVerdict) {
    Config config = article_config(2);
    config.max_games = 23;
    const MatchResult result = run(config, instant_player([](std::uint64_t) { return Winner::Agent1; }));
    EXPECT_EQ(result.reason, EndReason::Verdict);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H1);
    EXPECT_EQ(result.standing.games.wins, 23u);
}

TEST(Match, AnInterruptEndsTheRun) {
    const ataxx::Descriptor interrupt(::eventfd(1, EFD_CLOEXEC));
    const MatchResult result = run(article_config(2), instant_player(alternating), nullptr, {interrupt.fd()});
    EXPECT_EQ(result.reason, EndReason::Interrupted);
    EXPECT_EQ(result.standing.games.games(), 0u);
}

TEST(Match, WhatTheListenerThrowsComesThrough) {
    const auto full = [](const ataxx::GameRecord&, const MatchResult&) {
        throw std::system_error(ENOSPC, std::generic_category(), "cannot write");
    };
    const auto openings = make_openings(StartOnly{}, 1);
    const Config config = article_config(2);
    EXPECT_THROW(static_cast<void>(run_match(config, *openings, instant_player(alternating), {},
                                             Tally(config), {.on_game = full, .on_wait = {}})),
                 std::system_error);
}

TEST(Match, AnAgentWithTooManyFaultsEndsTheRunWithoutAVerdict) {
    const auto crashing = [](ataxx::StopToken, int) -> PlayGame {
        return [](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            ataxx::GameRecord record = fake_game(game, Winner::Agent2);
            record.termination = game == 1 ? ataxx::Termination::Timeout : ataxx::Termination::Crashed;
            record.fault = ataxx::FaultNote{ataxx::Player::Agent1, "why", "last words"};
            return record;
        };
    };
    Config config = article_config(2);
    config.max_faults = 3;
    const MatchResult result = run(config, crashing);
    EXPECT_EQ(result.reason, EndReason::MaxFaults);
    EXPECT_EQ(result.broken, ataxx::Player::Agent1);
    EXPECT_EQ(result.standing.games.losses, 5u); // four crashes and a time loss, which is none
    EXPECT_EQ(result.faults.size(), 5u);
    EXPECT_EQ(result.verdict(), Verdict::Continue);

    config.max_faults.reset();
    const MatchResult unlimited = run(config, crashing);
    EXPECT_EQ(unlimited.reason, EndReason::Verdict);
    EXPECT_EQ(unlimited.verdict(), Verdict::H0);
}

} // namespace
} // namespace sprt

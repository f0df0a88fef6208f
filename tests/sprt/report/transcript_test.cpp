#include "sprt/report/transcript.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/sprt/report/held_snapshot.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace sprt {
namespace {

using referee::Winner;
using std::chrono::milliseconds;

Config article() {
    Config config;
    config.agents[0] = referee::parse_agent("test/abprun");
    config.agents[1] = referee::parse_agent("test/base");
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.seed = 42;
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    return config;
}

std::string tail_of(const Config& config, const RunState& state, const std::string& interrupted_by = {}) {
    HeldSnapshot held(config, state);
    held.run.interrupted_by = interrupted_by;
    return transcript_tail(held);
}

/// The standing after `games`, of which wins and losses take turns, then `disputed_wins` games that agent 2
/// lost by disputed time losses.
Standing after(const Config& config, Wld games, std::uint64_t disputed_wins = 0) {
    Ledger ledger = ledger_for(config);
    std::uint64_t next = 0;
    const auto count = [&](std::uint64_t& left, Winner winner) {
        if (left > 0) {
            --left;
            ledger.add({.game = next, .pair = next / 2, .opening = 1, .moves = next, .winner = winner});
            ++next;
        }
    };
    while (games.games() > 0) {
        count(games.wins, Winner::Agent1);
        count(games.losses, Winner::Agent2);
        count(games.draws, Winner::Draw);
    }
    for (std::uint64_t i = 0; i < disputed_wins; ++i, ++next) {
        ledger.add({.game = next,
                    .pair = next / 2,
                    .opening = 1,
                    .moves = next,
                    .winner = Winner::Agent1,
                    .disputed = true});
    }
    return ledger.standing();
}

TEST(Transcript, head_has_the_form_of_the_articles) {
    EXPECT_EQ(transcript_head(plan_for(article()), ""),
              "Agent 1 (H1): test/abprun\n"
              "Agent 2 (H0): test/base\n"
              "Elo [H0, H1]: [0.0, 50.0] -> P [P0, P1]: [0.5000, 0.5715]\n"
              "LLR bounds: [-2.944, 2.944] (Alpha=0.05, Beta=0.05)\n"
              "LLR updates: Win=+0.1336, Loss=-0.1542, Draw=0.0\n"
              "\n");
}

TEST(Transcript, control_characters_in_names_are_escaped) {
    Config config = article();
    config.agents[0].name = "bot\x1b[2J\xff";
    EXPECT_NE(transcript_head(plan_for(config), "").find("bot\\x1b[2J\xEF\xBF\xBD\n"), std::string::npos);
}

TEST(Transcript, tail_has_the_form_of_the_articles) {
    const Config config = article();
    RunState result;
    result.standing = after(config, {143, 143, 0});
    result.conduct.used = {milliseconds(286 * 97), milliseconds(286 * 718)};
    result.reason = EndReason::Verdict;
    const std::string total = "Total: 286, WLD: 143/143/0, LLR: -2.951 [-2.944, 2.944]\n";
    EXPECT_EQ(transcript_total(result.standing, plan_for(config).counting.test), total);
    EXPECT_EQ(tail_of(config, result),
              "\n[SPRT Finished]\n" + total +
                  "Final LLR: -2.951\n"
                  "Result: Accept H0. Agent 1 is likely not better (Elo <= 0.0).\n"
                  "Time: agent 1 used 7.4 times less than agent 2 (97 ms / 718 ms a game).\n"
                  "Seed: 42\n");
}

TEST(Transcript, result_line_names_the_reason_of_the_end) {
    Config config = article();
    RunState result;
    const auto result_line = [&](const std::string& why) {
        const std::string tail = tail_of(config, result, why);
        const auto begin = tail.find("Result: ");
        return tail.substr(begin, tail.find('\n', begin) - begin);
    };
    result.standing = after(config, {23, 0, 0});
    result.reason = EndReason::Verdict;
    EXPECT_EQ(result_line(""), "Result: Accept H1. Agent 1 is likely better (Elo >= 50.0).");
    result.standing = after(config, {1, 0, 0});
    result.reason = EndReason::MaxGames;
    config.max_games = 1;
    EXPECT_EQ(result_line(""), "Result: No decision. The limit of 1 game was reached.");
    result.reason = EndReason::Interrupted;
    EXPECT_EQ(result_line("SIGINT"), "Result: No decision. Interrupted by SIGINT.");
}

TEST(Transcript, the_first_fault_of_each_kind_is_shown_with_its_standard_error) {
    Config config = article();
    config.max_faults = {1};
    RunState result;
    for (const std::uint64_t game : {0u, 1u, 2u}) {
        referee::GameRecord record = fake_game(game, Winner::Agent2);
        record.used = {};
        record.termination = game == 1 ? referee::Termination::Timeout : referee::Termination::Crashed;
        record.fault = referee::FaultNote{referee::Player::Agent1, "closed its output", "one\ntwo\x1b\n"};
        result.conduct.add(record);
        result.faults.push_back({game, record.termination, *record.fault, "exited 9"});
    }
    result.reason = EndReason::MaxFaults;
    result.broken = referee::Player::Agent1;
    const std::string tail = tail_of(config, result);
    EXPECT_NE(tail.find("Result: No decision. Agent 1 is broken: 2 faults, and 1 are allowed.\n"
                        "Faults: agent 1: 2 (2 crashed), time losses 1; agent 2: 0, time losses 0\n"
                        "Game 0: agent 1 crashed: closed its output (exited 9)\n"
                        "  stderr: one\n"
                        "  stderr: two\\x1b\n"
                        "Game 1: agent 1 timeout: closed its output\n"
                        "  stderr: one\n"
                        "  stderr: two\\x1b\n"
                        "Seed: "),
              std::string::npos)
        << tail;
}

TEST(Transcript, engine_that_does_not_start_is_named) {
    Config config = article();
    RunState result;
    result.reason = EndReason::FailedStarts;
    result.broken = referee::Player::Agent2;
    EXPECT_NE(tail_of(config, result)
                  .find("\nResult: No decision. Agent 2 is broken: it did not start 3 times in a row.\n"),
              std::string::npos);
}

TEST(Transcript, engines_have_a_line_about_their_moves) {
    Config config = article();
    config.agents[0] = referee::parse_agent("proto=uai one");
    RunState result;
    result.standing = after(config, {1, 0, 0});
    result.conduct.used = {milliseconds(100), milliseconds(100)};
    result.conduct.effort.agent1 = {.moves = 4,
                                    .time = milliseconds(50),
                                    .longest = milliseconds(20),
                                    .watched = milliseconds(40),
                                    .processor = milliseconds(8),
                                    .most_processor = milliseconds(3),
                                    .nodes = {1000, 4},
                                    .depth = {21, 2},
                                    .latency = {milliseconds(2), std::chrono::microseconds(3500), 3},
                                    .restarts = 2};
    result.conduct.effort.agent2 = {.moves = 4};
    EXPECT_NE(tail_of(config, result)
                  .find("\nTime: both agents used about as much (100 ms / 100 ms a game).\n"
                        "Agent 1: 4 moves of 12.5 ms (20.0 ms at most), processor 2.50 ms a move (3.00 ms "
                        "at most), 250 nodes, depth 10.5, latency 1.17 ms (2.00 ms at most); its process "
                        "died between games 2 times\n"
                        "Seed: "),
              std::string::npos)
        << tail_of(config, result);
    EXPECT_EQ(tail_of(config, result).find("Note: "), std::string::npos);
    result.conduct.effort.agent1.shallow = 2;
    EXPECT_NE(
        tail_of(config, result)
            .find("\nNote: agent 1 searched less than 3 plies deep in most of its moves: it may keep back "
                  "its clock's time (an option such as Move Overhead).\n"),
        std::string::npos);
    result.conduct.effort.agent1.watched = milliseconds(20); // less than half of its time
    EXPECT_NE(tail_of(config, result).find("\nAgent 1: 4 moves of 12.5 ms (20.0 ms at most), 250 nodes"),
              std::string::npos);
    result.conduct.effort.agent2 = {.restarts = 1}; // as of a native agent
    EXPECT_NE(tail_of(config, result).find("\nNote: agent 2: its process died between games 1 time\n"),
              std::string::npos);
}

TEST(Transcript, time_line_compares_the_agents_and_is_left_out_without_games) {
    const Config config = article();
    RunState result;
    EXPECT_EQ(tail_of(config, result).find("Time:"), std::string::npos);
    result.standing = after(config, {1, 0, 0});
    result.conduct.used = {std::chrono::microseconds(2500), std::chrono::microseconds(500)};
    EXPECT_NE(tail_of(config, result)
                  .find("Time: agent 1 used 5.0 times more than agent 2 (2.50 ms / 0.50 ms a game).\n"),
              std::string::npos);
}

TEST(Transcript, time_line_names_no_ratio_that_would_be_shown_as_1_0) {
    const Config config = article();
    RunState result;
    result.standing = after(config, {1, 0, 0});
    result.conduct.used = {milliseconds(100), milliseconds(104)};
    EXPECT_NE(
        tail_of(config, result).find("Time: both agents used about as much (100 ms / 104 ms a game).\n"),
        std::string::npos);
    result.conduct.used.agent2 = milliseconds(106);
    EXPECT_NE(tail_of(config, result).find("Time: agent 1 used 1.1 times less than agent 2 "),
              std::string::npos);
}

TEST(Transcript, tail_of_an_interrupted_run_does_not_say_that_it_is_finished) {
    RunState result;
    result.reason = EndReason::Interrupted;
    EXPECT_TRUE(tail_of(article(), result).starts_with("\n[SPRT Interrupted]\nTotal: "));
}

TEST(Transcript, summary_names_agents_games_and_result) {
    const Config config = article();
    const RunPlan plan = plan_for(config);
    RunState result;
    result.standing = after(config, {143, 140, 3});
    result.reason = EndReason::MaxGames;
    RunPlan limited = plan;
    limited.counting.max_games = 286;
    EXPECT_EQ(transcript_summary({.plan = limited, .state = result}),
              "Agent 1 (H1): test/abprun\n"
              "Agent 2 (H0): test/base\n"
              "Games: 286; agent 1 won 143, lost 140 and drew 3\n"
              "Result: No decision. The limit of 286 games was reached.\n"
              "Seed: 42\n");
}

TEST(Transcript, total_line_names_unscored_games_and_has_no_minus_zero) {
    Standing standing;
    standing.unscored = 1;
    standing.evaluation.llr = -0.0001;
    EXPECT_EQ(transcript_total(standing, plan_for(article()).counting.test),
              "Total: 0, WLD: 0/0/0, LLR: 0.000 [-2.944, 2.944], Unscored: 1\n");
}

// ---- Clocks

referee::GameRecord disputed_loss(referee::Player loser) {
    referee::GameRecord record = fake_game(0, winner_is(other(loser)));
    record.termination = referee::Termination::Timeout;
    record.fault = referee::FaultNote{loser, "sent no answer in time", ""};
    record.time_loss = referee::TimeLoss{milliseconds(500), {}, true};
    return record;
}

std::string last_line(const std::string& text) {
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(Transcript, clocks_line_is_between_time_line_and_faults_line) {
    RunState result;
    const referee::GameRecord record = disputed_loss(referee::Player::Agent1);
    result.standing = after(article(), {0, 1, 0});
    result.conduct.add(record);
    result.machine.add(record);
    const std::string tail = tail_of(article(), result);
    EXPECT_NE(tail.find(" ms a game).\n"
                        "Clocks: without a core an agent waited 0.0 ms a game (median), 0.0 ms (99 %), "
                        "0.0 ms (most); time losses: 1, disputed: 1.\n"
                        "Faults: agent 1: 0, time losses 1; agent 2: 0, time losses 0\n"
                        "Seed: 42\n"),
              std::string::npos)
        << tail;
}

TEST(Transcript, last_line_warns_when_the_verdict_rests_on_disputed_time_losses) {
    const Config config = article();
    RunState result;
    result.reason = EndReason::Verdict;
    result.standing = after(config, {22, 0, 0}, 1);
    EXPECT_EQ(last_line(tail_of(config, result)),
              "Warning: the verdict rests on disputed time losses (1): without them the LLR is 2.939, no "
              "decision.\n");

    result.standing = after(config, {0, 20, 0}, 50);
    EXPECT_EQ(last_line(tail_of(config, result)),
              "Warning: the verdict rests on disputed time losses (50): without them the LLR is -3.085, "
              "which accepts H0.\n");
}

TEST(Transcript, no_warning_when_the_verdict_does_not_rest_on_disputed_time_losses) {
    const Config config = article();
    RunState result;
    result.reason = EndReason::Verdict;
    result.standing = after(config, {23, 0, 0});
    EXPECT_EQ(last_line(tail_of(config, result)), "Seed: 42\n");
    result.standing = after(config, {23, 0, 0}, 1);
    EXPECT_EQ(last_line(tail_of(config, result)), "Seed: 42\n");
    result.standing = after(config, {22, 0, 0}, 1);
    result.reason = EndReason::Interrupted; // although the LLR is beyond its bound
    EXPECT_EQ(last_line(tail_of(config, result)), "Seed: 42\n");
}

} // namespace
} // namespace sprt

#include "sprt/report/run_report.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/transcript.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/sprt/report/status/status_run.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <tuple>

namespace sprt {
namespace {

using referee::Player;
using std::chrono::seconds;

StatusWords words_of(const RunSnapshot& run) {
    return status_words(run, estimates_of(run));
}

std::string plain(const RunSnapshot& run) {
    return plain_status(run, estimates_of(run));
}

TEST(StatusWords, plain_status_joins_all_phrases_in_one_line) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    EXPECT_EQ(plain(seen(config, result, seconds(20))),
              "Games 100, WLD 40/30/30, Ptnml [10, 0, 20, 10, 10], LLR 0.441 [-2.944, 2.944], P(H1) 0.60, "
              "Elo 34.9, anytime 95 % [-82.5, 146.6], 16 s to 2 min left, 80 to 698 games left, 5.0 games/s, "
              "faults 0/0, time losses 0/0, delays 0.0 %, elapsed 20 s");
}

TEST(StatusWords, before_the_first_game_there_is_no_rate_and_no_time_left) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "W", 0);
    EXPECT_EQ(plain(seen(config, result, seconds(0))),
              "Games 0, WLD 0/0/0, Ptnml [0, 0, 0, 0, 0], LLR 0.000 [-2.944, 2.944], P(H1) 0.50, "
              "Elo undefined, anytime 95 % [-inf, +inf], 40 to 442 games left, faults 0/0, time losses 0/0, "
              "delays 0.0 %, elapsed 0 s");
}

TEST(StatusWords, estimates_may_be_older_than_the_counts) {
    const Config config = config_of("trinomial");
    const RunState old = after(config, "WLWDDDWWLL", 100);
    const RunState now = after(config, "WLWDDDWWLL", 106);
    const Calculation estimates = estimates_of(seen(config, old, seconds(20)));
    const StatusWords words = status_words(seen(config, now, seconds(21)), estimates);
    const StatusWords fresh = words_of(seen(config, now, seconds(21)));
    EXPECT_EQ(words.elo, "Elo 34.9");
    EXPECT_NE(words.elo, fresh.elo);
    EXPECT_EQ(words.games, "Games 106");
    EXPECT_EQ(words.ratio, fresh.ratio);
}

// ---- Games and time left

TEST(StatusWords, the_rate_of_a_resumed_run_is_that_of_its_session) {
    const Config config = config_of("trinomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    const StatusWords whole = words_of(seen(config, result, seconds(20)));
    EXPECT_EQ(whole.rate, "5.0 games/s");
    EXPECT_EQ(whole.time_left, "12 s to 2 min left");
    const StatusWords resumed = words_of(seen(config, result, seconds(20), 90));
    EXPECT_EQ(resumed.games, "Games 100");
    EXPECT_EQ(resumed.rate, "30.0 games/min");
    EXPECT_EQ(resumed.time_left, "2 min to 18 min left");
    const StatusWords just_resumed = words_of(seen(config, result, seconds(20), 100));
    EXPECT_EQ(just_resumed.rate + just_resumed.time_left, "");
    EXPECT_EQ(just_resumed.games_left, "58 to 530 games left");
}

TEST(StatusWords, games_left_do_not_exceed_the_limit) {
    Config config = config_of("trinomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    config.max_games = 160;
    EXPECT_EQ(words_of(seen(config, result, seconds(20))).games, "Games 100 of 160");
    EXPECT_EQ(words_of(seen(config, result, seconds(20))).games_left, "58 to 60 games left");
    config.max_games = 110;
    EXPECT_EQ(words_of(seen(config, result, seconds(20))).games_left, "10 games left");
    config.max_games = 90; // as after the limit was lowered for a resumed run
    EXPECT_EQ(words_of(seen(config, result, seconds(20))).games_left, "0 games left");
}

TEST(StatusWords, without_a_forecast_only_the_limit_of_games_is_known) {
    Config config = config_of("trinomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    Calculation estimates = estimates_of(seen(config, result, seconds(20)));
    estimates.forecast.reset();
    const StatusWords unlimited = status_words(seen(config, result, seconds(20)), estimates);
    EXPECT_EQ(unlimited.p_h1 + unlimited.games_left + unlimited.time_left, "");
    config.max_games = 160;
    const StatusWords words = status_words(seen(config, result, seconds(20)), estimates);
    EXPECT_EQ(words.p_h1, "");
    EXPECT_EQ(words.games_left, "at most 60 games left");
    EXPECT_EQ(words.time_left, "at most 12 s left");
}

TEST(StatusWords, run_that_ended_has_no_forecast) {
    Config config = config_of("pentanomial");
    config.max_games = 100;
    RunState result = after(config, "WLWDDDWWLL", 100);
    for (const EndReason reason :
         {EndReason::MaxGames, EndReason::Repeats, EndReason::OpeningsUsedUp, EndReason::Interrupted}) {
        result.reason = reason;
        const StatusWords words = words_of(seen(config, result, seconds(20)));
        const bool goes_on = reason == EndReason::Interrupted;
        EXPECT_EQ(words.games_left.empty(), !goes_on) << name(reason);
        EXPECT_EQ(words.time_left.empty(), !goes_on) << name(reason);
        EXPECT_EQ(words.p_h1.empty(), !goes_on) << name(reason);
        const HeldSnapshot held(config, result);
        const Calculation now = estimates_of(held);
        EXPECT_EQ(now.forecast.has_value(), goes_on) << name(reason);
        EXPECT_EQ(holds(transcript_tail(held), "games left"), goes_on) << name(reason);
        EXPECT_EQ(values_of_games(held, outcome_of(held), now)["estimates"]["p_h1"].is_null(), !goes_on)
            << name(reason);
    }
}

TEST(StatusWords, repeats_and_unscored_games_increase_the_games_left) {
    for (const auto& [model, once, twice] :
         {std::tuple("pentanomial", "80 to 698 games left", "160 to 1396 games left"),
          std::tuple("trinomial", "58 to 530 games left", "116 to 1060 games left")}) {
        const Config config = config_of(model);
        RunState result = after(config, "WLWDDDWWLL", 100);
        EXPECT_EQ(words_of(seen(config, result, seconds(20))).games_left, once);
        result.standing.dropped_pairs = result.standing.whole_pairs;
        result.standing.unscored = result.standing.games.games();
        EXPECT_EQ(words_of(seen(config, result, seconds(20))).games_left, twice);
    }
}

// ---- Faults

TEST(StatusWords, faults_and_time_losses_are_given_per_agent_and_unscored_games_and_repeats_in_total) {
    const Config config = config_of("pentanomial");
    RunState result = after(config, "WLUU", 8);
    result.standing.disputed.games = 1;
    result.standing.distinct_pairs = 1;
    const auto lose = [&](std::uint64_t game, Player loser, referee::Termination termination) {
        referee::GameRecord record = fake_game(game, winner_is(other(loser)));
        record.termination = termination;
        record.fault = referee::FaultNote{loser, "", ""};
        result.conduct.add(record);
    };
    lose(0, Player::Agent2, referee::Termination::Crashed);
    lose(1, Player::Agent2, referee::Termination::IllegalMove);
    lose(2, Player::Agent1, referee::Termination::Timeout);
    const StatusWords words = words_of(seen(config, result, seconds(20)));
    EXPECT_EQ(words.faults, "faults 0/2");
    EXPECT_EQ(words.time_losses, "time losses 1/0 (1 disputed)");
    EXPECT_EQ(words.unscored, "unscored 4");
    EXPECT_EQ(words.repeated, "repeated pairs 1");
    EXPECT_EQ(words.games, "Games 8");
}

} // namespace

namespace {

using referee::Player;
using std::chrono::seconds;

constexpr referee::TerminalTraits kAscii{.is_terminal = true, .can_repaint = true};
constexpr referee::TerminalTraits kUnicode{.is_terminal = true, .has_unicode = true, .can_repaint = true};
constexpr referee::TerminalTraits kColour{.is_terminal = true, .has_colour = true, .can_repaint = true};

std::string block(const RunSnapshot& run, int columns = 100, const referee::TerminalTraits& traits = kAscii) {
    return status_block(run, estimates_of(run), traits, columns);
}

TEST(StatusBlock, a_pentanomial_run_shows_pairs_llr_elo_and_faults) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    EXPECT_EQ(block(seen(config, result, seconds(20))),
              "Games 100  WLD 40/30/30  5.0 games/s  Ptnml [10, 0, 20, 10, 10]\n"
              "LLR 0.441  -2.944 [--------------------|==o-----------------] 2.944  P(H1) 0.60\n"
              "Elo 34.9  anytime 95 % [-82.5, 146.6]  16 s to 2 min left  80 to 698 games left\n"
              "Faults 0/0  time losses 0/0  delays 0.0 %  elapsed 20 s\n");
}

TEST(StatusBlock, before_the_first_game_elo_is_undefined_and_there_is_no_rate) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "W", 0);
    EXPECT_EQ(block(seen(config, result, seconds(0))),
              "Games 0  WLD 0/0/0  Ptnml [0, 0, 0, 0, 0]\n"
              "LLR 0.000  -2.944 [--------------------o--------------------] 2.944  P(H1) 0.50\n"
              "Elo undefined  anytime 95 % [-inf, +inf]  40 to 442 games left\n"
              "Faults 0/0  time losses 0/0  delays 0.0 %  elapsed 0 s\n");
}

TEST(StatusBlock, after_the_first_game_of_a_pair_there_is_a_rate_and_no_counted_pair) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "W", 1);
    EXPECT_EQ(block(seen(config, result, seconds(4))),
              "Games 1  WLD 1/0/0  15.0 games/min  Ptnml [0, 0, 0, 0, 0]\n"
              "LLR 0.000  -2.944 [--------------------o--------------------] 2.944  P(H1) 0.50\n"
              "Elo undefined  anytime 95 % [-inf, +inf]  3 min to 29 min left  40 to 442 games left\n"
              "Faults 0/0  time losses 0/0  delays 0.0 %  elapsed 4 s\n");
}

TEST(StatusBlock, each_model_shows_its_own_llr_and_forecast) {
    struct Case {
        const char *model, *ptnml, *ratio, *strength;
    };
    const Case cases[] = {
        {"normalized", "  Ptnml [10, 0, 20, 10, 10]",
         "LLR 0.483  -2.944 [--------------------|==o-----------------] 2.944  P(H1) 0.61",
         "Elo 34.9, nElo 37.0  anytime 95 % [-82.5, 146.6]  17 s to 3 min left  86 to 772 games left"},
        {"trinomial", "", "LLR 0.582  -2.944 [--------------------|===o----------------] 2.944  P(H1) 0.63",
         "Elo 34.9  anytime 95 % [-63.1, 133.9]  12 s to 2 min left  58 to 530 games left"},
        {"wald", "", "LLR 0.717  -2.944 [--------------------|====o---------------] 2.944  P(H1) 0.67",
         "Elo 34.9  anytime 95 % [-63.1, 133.9]  18 s to 3 min left  89 to 986 games left"},
        {"bayeselo", "", "LLR 0.562  -2.944 [--------------------|===o----------------] 2.944  P(H1) 0.62",
         "Elo 34.9  anytime 95 % [-63.1, 133.9]  12 s to 2 min left  58 to 528 games left"},
    };
    for (const Case& expected : cases) {
        const Config config = config_of(expected.model);
        const RunState result = after(config, "WLWDDDWWLL", 100);
        EXPECT_EQ(block(seen(config, result, seconds(20))),
                  std::string("Games 100  WLD 40/30/30  5.0 games/s") + expected.ptnml + "\n" +
                      expected.ratio + "\n" + expected.strength +
                      "\nFaults 0/0  time losses 0/0  delays 0.0 %  elapsed 20 s\n")
            << expected.model;
    }
}

TEST(StatusBlock, unicode_and_colour_are_used_when_the_terminal_has_them) {
    const Config config = config_of("wald");
    const RunState won = after(config, "W", 10);
    const RunState lost = after(config, "L", 10);
    const RunState none = after(config, "W", 0);
    EXPECT_TRUE(holds(block(seen(config, won, seconds(20)), 100, kUnicode),
                      "LLR 1.336  -2.944 ├────────────────────┼━━━━━━━━●───────────┤ 2.944"));
    EXPECT_TRUE(holds(block(seen(config, won, seconds(20)), 100, kColour),
                      "[--------------------|\x1b[32m========\x1b[0m\x1b[32mo\x1b[0m-----------] 2.944"));
    EXPECT_TRUE(holds(block(seen(config, lost, seconds(20)), 100, kColour),
                      "\x1b[31mo\x1b[0m\x1b[31m=========\x1b[0m|--------------------] 2.944"));
    EXPECT_FALSE(holds(block(seen(config, none, seconds(20)), 100, kColour), "\x1b"));
}

TEST(StatusBlock, plain_text_is_printable_ascii) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    const HeldSnapshot run = seen(config, result, seconds(20));
    for (const std::string& text : {block(run), plain_status(run, estimates_of(run))}) {
        EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) {
            return c == '\n' || (c >= ' ' && c <= '~');
        })) << text;
    }
}

TEST(StatusBlock, an_llr_beyond_its_bounds_is_shown_at_the_bound) {
    const Config config = config_of("wald");
    const RunState result = after(config, "L", 60);
    EXPECT_EQ(block(seen(config, result, seconds(20))),
              "Games 60  WLD 0/60/0  3.0 games/s\n"
              "LLR -9.254  -2.944 [o===================|--------------------] 2.944  P(H1) 0.00\n"
              "Elo -inf  anytime 95 % [-inf, -373.8]  0 s left  0 games left\n"
              "Faults 0/0  time losses 0/0  delays 0.0 %  elapsed 20 s\n");
}

TEST(StatusBlock, each_line_is_narrower_than_the_terminal) {
    Config config = config_of("normalized");
    config.max_games = 1000000;
    const RunState result = after(config, "WLWDDDWWLLUU", 1200);
    const HeldSnapshot run = seen(config, result, seconds(20));
    for (int columns = 20; columns < 140; ++columns) {
        std::istringstream text(block(run, columns, kUnicode));
        int lines = 0;
        for (std::string line; std::getline(text, line); ++lines) {
            EXPECT_LT(columns_of(line), columns) << line;
        }
        EXPECT_EQ(lines, 4);
    }
}

TEST(StatusBlock, a_narrow_terminal_gets_fewer_phrases_and_none_below_20_columns) {
    const Config config = config_of("pentanomial");
    const RunState result = after(config, "WLWDDDWWLL", 100);
    const HeldSnapshot run = seen(config, result, seconds(20));
    EXPECT_EQ(block(run, 50), "Games 100  WLD 40/30/30  5.0 games/s\n"
                              "LLR 0.441  -2.944 [-----|o----] 2.944  P(H1) 0.60\n"
                              "Elo 34.9  anytime 95 % [-82.5, 146.6]\n"
                              "Faults 0/0  time losses 0/0  delays 0.0 %\n");
    EXPECT_EQ(block(run, 20), "Games 100\nLLR 0.441\nElo 34.9\nFaults 0/0\n");
    EXPECT_EQ(block(run, 19), "");
}

// ---- Faults and delays

TEST(StatusBlock, faults_disputed_time_losses_and_unscored_games_are_coloured) {
    const Config config = config_of("wald");
    RunState result = after(config, "WLU", 3);
    result.standing.disputed.games = 1;
    const auto add = [&](std::uint64_t game, Player loser, referee::Termination termination) {
        referee::GameRecord record = fake_game(game, winner_is(other(loser)));
        record.termination = termination;
        record.fault = referee::FaultNote{loser, "", ""};
        result.conduct.add(record);
    };
    add(0, Player::Agent2, referee::Termination::Crashed);
    add(1, Player::Agent1, referee::Termination::Timeout);
    EXPECT_TRUE(holds(block(seen(config, result, seconds(20))),
                      "Faults 0/1  time losses 1/0 (1 disputed)  delays 0.0 %  unscored 1  elapsed 20 s\n"))
        << block(seen(config, result, seconds(20)));
    EXPECT_TRUE(holds(block(seen(config, result, seconds(20)), 100, kColour),
                      "\x1b[31mFaults 0/1\x1b[0m  \x1b[33mtime losses 1/0 (1 disputed)\x1b[0m  delays 0.0 %  "
                      "\x1b[33munscored 1\x1b[0m"))
        << block(seen(config, result, seconds(20)), 100, kColour);
}

TEST(StatusBlock, delays_of_an_overloaded_machine_are_coloured) {
    const Config config = config_of("wald");
    RunState result = after(config, "W", 1);
    referee::GameRecord record = fake_game(0, kWin);
    record.load.agent1 = {.watched = seconds(4), .cpu = seconds(3), .delay = seconds(1)};
    result.machine.add(record);
    EXPECT_TRUE(
        holds(block(seen(config, result, seconds(20)), 100, kColour), "\x1b[33mdelays 25.0 %\x1b[0m"));
}

} // namespace
} // namespace sprt

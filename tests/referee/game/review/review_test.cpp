#include "referee/game/review/review.hpp"
#include "tests/referee/game/ended_games.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Differences, games_that_obey_the_rules_have_none) {
    for (const Player first : kPlayers) {
        EXPECT_THAT(differences(record_of(kAnnihilation, first)), IsEmpty());
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const GameRecord record = record_of(random_playout(seed, 100), first, 100);
            ASSERT_THAT(differences(record), IsEmpty());
            // Also once times are rounded down to microseconds.
            ASSERT_THAT(differences(parse_record(to_json_line(record))), IsEmpty());
        }
    }
    for (const Termination termination :
         {Termination::Timeout, Termination::IllegalMove, Termination::ProtocolError, Termination::Crashed}) {
        EXPECT_THAT(differences(lost_by(termination)), IsEmpty());
    }
}

TEST(Differences, opening_moves_are_turns_without_time) {
    GameRecord record = record_of(kAnnihilation);
    for (int i = 0; i < 3; ++i) {
        record.used[i % 2 == 0 ? Player::Agent1 : Player::Agent2] -= record.moves.front().took;
        record.opening.push_back(record.moves.front().numbers);
        record.moves.erase(record.moves.begin());
    }
    EXPECT_THAT(differences(record), IsEmpty());
    record.opening[0] = {1, 1, 4, 4};
    EXPECT_THAT(differences(record), Contains("turn 1: opening move 1 1 4 4 is illegal"));
}

TEST(Differences, each_wrong_claim_is_found) {
    struct Row {
        const char* what;
        std::function<void(GameRecord&)> change;
        const char* expected;
    };
    // Agent 1, playing first, wins 5-0 at turn 5.
    for (const Row& row : {
             Row{"an illegal move",
                 [](GameRecord& r) {
                     r.moves[2].numbers = {7, 7, 4, 4};
                 },
                 "turn 3: move 7 7 4 4 is illegal"},
             Row{"a foreign stone",
                 [](GameRecord& r) {
                     r.moves[1].numbers = {1, 1, 1, 2};
                 },
                 "turn 2: move 1 1 1 2 is illegal"},
             Row{"a pass with moves left", [](GameRecord& r) { r.moves[0].numbers = ataxx::kPass; },
                 "turn 1: move -1 -1 -1 -1 is illegal"},
             Row{"a move off the board",
                 [](GameRecord& r) {
                     r.moves[4].numbers = {0, 0, 9, 9};
                 },
                 "turn 5: move 0 0 9 9 is illegal"},
             Row{"a move after the end",
                 [](GameRecord& r) {
                     r.moves.push_back({{1, 1, 1, 2}, 0ns});
                 },
                 "turn 6: the game was over before it (annihilation)"},
             Row{"turns beyond the limit", [](GameRecord& r) { r.turn_limit = 4; },
                 "turn 5: the game was over before it (turn_limit)"},
             Row{"a missing move", [](GameRecord& r) { r.moves.pop_back(); },
                 "termination is annihilation, but the board says the game goes on"},
             Row{"another ending", [](GameRecord& r) { r.termination = Termination::BoardFull; },
                 "termination is board_full, but the board says annihilation"},
             Row{"a fault after the end",
                 [](GameRecord& r) {
                     r.termination = Termination::Timeout;
                     r.fault = FaultNote{Player::Agent2, "", ""};
                 },
                 "termination is timeout, but the board had ended the game: annihilation"},
             Row{"the wrong winner", [](GameRecord& r) { r.winner = Winner::Agent2; },
                 "winner is 2, but by the stones it is 1"},
             Row{"a draw that was none", [](GameRecord& r) { r.winner = Winner::Draw; },
                 "winner is 0, but by the stones it is 1"},
             Row{"no winner", [](GameRecord& r) { r.winner.reset(); },
                 "winner is null, but by the stones it is 1"},
             Row{"who played first", [](GameRecord& r) { r.first = Player::Agent2; },
                 "winner is 1, but by the stones it is 2"},
             Row{"too many stones", [](GameRecord& r) { r.score.agent1 = 6; },
                 "score of agent 1 is 6, but it has 5 stones"},
             Row{"stones of the other", [](GameRecord& r) { r.score.agent2 = 1; },
                 "score of agent 2 is 1, but it has 0 stones"},
             Row{"too many turns", [](GameRecord& r) { r.turns = 6; }, "turns is 6, but it has 5 moves"},
             Row{"a fault without reason to",
                 [](GameRecord& r) {
                     r.fault = FaultNote{Player::Agent2, "", ""};
                 },
                 "fault is given, which does not go with annihilation"},
             Row{"too little time", [](GameRecord& r) { r.used.agent1 -= 1us; },
                 "used_us of agent 1 is 3001, but its moves took 3002"},
             Row{"too much time", [](GameRecord& r) { r.used.agent2 += 10us; },
                 "used_us of agent 2 is 2011, but its moves took 2001"},
         }) {
        GameRecord record = record_of(kAnnihilation);
        ASSERT_EQ(record.winner, Winner::Agent1);
        row.change(record);
        EXPECT_THAT(differences(record), Contains(row.expected)) << row.what;
    }
}

TEST(Differences, wrong_claims_about_a_fault_are_found) {
    struct Row {
        const char* what;
        std::function<void(GameRecord&)> change;
        const char* expected;
    };
    for (const Row& row : {
             Row{"the one at fault cannot win", [](GameRecord& r) { r.winner = Winner::Agent1; },
                 "winner is 1, but by the fault it is 2"},
             Row{"nobody drew", [](GameRecord& r) { r.winner = Winner::Draw; },
                 "winner is 0, but by the fault it is 2"},
             Row{"no fault is named", [](GameRecord& r) { r.fault.reset(); },
                 "fault is null, which does not go with timeout"},
             Row{"the other was to move",
                 [](GameRecord& r) {
                     r.fault->agent = Player::Agent2;
                     r.winner = Winner::Agent1;
                 },
                 "agent 2 is at fault (timeout), but it was not its turn"},
             Row{"the game had begun", [](GameRecord& r) { r.termination = Termination::ReadyTimeout; },
                 "termination is ready_timeout, but moves were made"},
             Row{"nobody wins an aborted game",
                 [](GameRecord& r) {
                     r.termination = Termination::Aborted;
                     r.fault.reset();
                 },
                 "winner is 2, but a game that ended by aborted is not scored"},
             Row{"time of the one not at fault", [](GameRecord& r) { r.used.agent2 += 5s; },
                 "used_us of agent 2 is 5001000, but its moves took 1000"},
             Row{"the board had not ended it", [](GameRecord& r) { r.termination = Termination::BoardFull; },
                 "termination is board_full, but the board says the game goes on"},
         }) {
        GameRecord record = lost_by(Termination::Timeout);
        row.change(record);
        EXPECT_THAT(differences(record), Contains(row.expected)) << row.what;
    }
}

TEST(Differences, only_a_crash_and_a_time_loss_are_doubtful) {
    GameRecord crashed = lost_by(Termination::Crashed);
    GameRecord late = lost_by(Termination::Timeout);
    GameRecord annihilated = record_of(kAnnihilation);
    crashed.doubtful = late.doubtful = annihilated.doubtful = true;
    EXPECT_THAT(differences(crashed), IsEmpty());
    EXPECT_THAT(differences(annihilated), ElementsAre("it is doubtful, which does not go with annihilation"));
    EXPECT_THAT(differences(late), ElementsAre("it is doubtful, which does not go with timeout"));
    late.time_loss.emplace();
    EXPECT_THAT(differences(late), IsEmpty());
}

// What is read from a log is rounded down: used_us equal to the budget may have been more.
TEST(Differences, a_time_loss_must_fit_the_budget) {
    struct Row {
        const char* what;
        std::function<void(GameRecord&)> change;
        const char* expected; ///< nullptr: nothing
    };
    for (const Row& row : {
             Row{"more than the budget", [](GameRecord&) {}, nullptr},
             Row{"the budget, rounded down", [](GameRecord& r) { r.limits.agent1 = r.used.agent1; }, nullptr},
             Row{"less than the budget", [](GameRecord& r) { r.limits.agent1 = r.used.agent1 + 1us; },
                 "agent 1 lost on time, but used 5001000 of 5001001 us"},
             Row{"the other one, up to the budget", [](GameRecord& r) { r.limits.agent2 = r.used.agent2; },
                 nullptr},
             Row{"the other one, beyond it", [](GameRecord& r) { r.limits.agent2 = r.used.agent2 - 1us; },
                 "agent 2 did not lose on time, but used 1000 of 999 us"},
             Row{"the other one, beyond one margin",
                 [](GameRecord& r) {
                     r.limits.agent2 = r.used.agent2 - 2us;
                     r.limits.agent2->margin = 1us;
                 },
                 "agent 2 did not lose on time, but used 1000 of 999 us"},
             Row{"time of the next period is not given yet",
                 [](GameRecord& r) {
                     r.limits.agent1 = r.used.agent1;
                     r.limits.agent1->moves = 40;
                 },
                 nullptr},
             Row{"time of a period that was given",
                 [](GameRecord& r) {
                     r.limits.agent1 = r.used.agent1;
                     r.limits.agent1->moves = 1;
                 },
                 "agent 1 lost on time, but used 5001000 of 10002001 us"},
             Row{"no budgets in the log", [](GameRecord& r) { r.limits = {}; }, nullptr},
             Row{"another fault found beyond the budget",
                 [](GameRecord& r) { r.termination = Termination::Crashed; }, nullptr},
             Row{"not scored",
                 [](GameRecord& r) {
                     r.termination = Termination::Aborted;
                     r.fault.reset();
                     r.winner.reset();
                 },
                 nullptr},
         }) {
        GameRecord record = lost_by(Termination::Timeout);
        record.limits = {3s, 10s};
        row.change(record);
        if (row.expected == nullptr) {
            EXPECT_THAT(differences(record), IsEmpty()) << row.what;
        } else {
            EXPECT_THAT(differences(record), ElementsAre(row.expected)) << row.what;
        }
    }
    GameRecord decided = record_of(kAnnihilation);
    decided.limits = {3ms, 3ms}; // agent 1 made three moves
    EXPECT_THAT(differences(decided), ElementsAre("agent 1 did not lose on time, but used 3002 of 3000 us"));
}

TEST(Differences, all_of_several_are_listed) {
    GameRecord record = record_of(kAnnihilation);
    record.score = {1, 2};
    record.turns = 3;
    EXPECT_THAT(differences(record), ElementsAre(HasSubstr("score of agent 1"), HasSubstr("score of agent 2"),
                                                 HasSubstr("turns is 3")));
}

TEST(Differences, either_agent_may_fail_before_the_first_turn) {
    GameRecord record;
    record.score = {2, 2};
    record.termination = Termination::ReadyTimeout;
    record.winner = Winner::Agent2;
    record.fault = FaultNote{Player::Agent1, "did not say OK in time", ""};
    EXPECT_THAT(differences(record), IsEmpty());
    record.fault->agent = Player::Agent2; // or the second player
    record.winner = Winner::Agent1;
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Differences, a_pair_must_be_two_neighbours) {
    GameRecord record = record_of(kAnnihilation);
    record.game = 3;
    record.pair = 1;
    EXPECT_THAT(differences(record), IsEmpty());
    record.pair = 2;
    EXPECT_THAT(differences(record), testing::ElementsAre("pair is 2, but game 3 belongs to pair 1"));
}

// Each time is in range and their sum is not. Any answer will do without undefined behaviour.
TEST(Differences, absurd_times_do_not_overflow) {
    GameRecord record = record_of(random_playout(1));
    for (TimedMove& move : record.moves) {
        move.took = std::chrono::microseconds(std::int64_t{1} << 50);
    }
    EXPECT_FALSE(differences(record).empty());
}

} // namespace

using namespace ataxx;
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Review review_of(const std::string& log, const ReviewChoice& choice = {}) {
    std::istringstream in(log);
    return review(in, "games.jsonl", choice);
}

TEST(Review, counts_games_by_result_and_termination) {
    GameRecord win = record_of(kAnnihilation, Player::Agent1);
    GameRecord loss = record_of(kAnnihilation, Player::Agent2);
    GameRecord draw = record_of({MoveNumbers{1, 1, 1, 2}, MoveNumbers{1, 7, 1, 6}}, Player::Agent1, 2);
    GameRecord timeout = lost_by(Termination::Timeout);
    GameRecord aborted = record_of({MoveNumbers{1, 1, 1, 2}});
    std::string log;
    std::uint64_t game = 5; // a log may begin anywhere
    for (GameRecord* record : {&win, &win, &win, &loss, &draw, &draw, &timeout, &aborted}) {
        record->game = game++;
        record->pair = record->game / 2;
        log += to_json_line(*record) + "\n";
    }
    const Review result = review_of(log);
    EXPECT_EQ(result.games, 8U);
    EXPECT_EQ(result.results.draws, 2U);
    EXPECT_EQ(result.results.wins, 3U);
    EXPECT_EQ(result.results.losses, 2U);
    EXPECT_EQ(result.unscored, 1U);
    EXPECT_EQ(result.terminations.of(Termination::Annihilation), 4U);
    EXPECT_EQ(result.terminations.of(Termination::TurnLimit), 2U);
    EXPECT_EQ(result.terminations.of(Termination::Timeout), 1U);
    EXPECT_EQ(result.terminations.of(Termination::Aborted), 1U);
    EXPECT_THAT(result.found, IsEmpty());
    EXPECT_FALSE(result.last_line_cut);
}

TEST(Review, differences_have_their_line_and_game) {
    GameRecord record = record_of(kAnnihilation);
    std::string log = to_json_line(record) + "\n";
    record.game = 1;
    record.turns = 6;
    log += to_json_line(record) + "\n";
    record.game = 3;
    record.pair = 1;
    record.turns = 5;
    log += to_json_line(record) + "\n";
    const Review result = review_of(log);
    EXPECT_EQ(result.games, 3U);
    ASSERT_EQ(result.found.size(), 2U);
    EXPECT_EQ(result.found[0].line, 2U);
    EXPECT_EQ(result.found[0].game, 1U);
    EXPECT_EQ(result.found[0].what, "turns is 6, but it has 5 moves");
    EXPECT_EQ(result.found[1].line, 3U);
    EXPECT_EQ(result.found[1].game, 3U);
    EXPECT_EQ(result.found[1].what, "game 3 follows game 1");
}

/// A log of games with these numbers; each says that it has a turn too many.
std::string wrong_games(const std::vector<std::uint64_t>& numbers) {
    std::string log;
    for (const std::uint64_t number : numbers) {
        GameRecord record = record_of(kAnnihilation);
        record.game = number;
        record.pair = number / 2;
        ++record.turns;
        log += to_json_line(record) + "\n";
    }
    return log;
}

TEST(Review, only_the_chosen_game_is_checked_and_counted) {
    std::vector<std::uint64_t> seen;
    const auto see = [&](const GameRecord& record) { seen.push_back(record.game); };
    const Review one = review_of(wrong_games({0, 1, 3, 4}), {.only = 3, .visit = see});
    EXPECT_THAT(seen, ElementsAre(3));
    EXPECT_EQ(one.games, 1U);
    ASSERT_EQ(one.found.size(), 2U);
    EXPECT_EQ(one.found[0].what, "game 3 follows game 1");
    EXPECT_EQ(one.found[1].what, "turns is 6, but it has 5 moves");
    EXPECT_EQ(one.found[1].line, 3U);

    seen.clear();
    EXPECT_EQ(review_of(wrong_games({0, 1}), {.only = {}, .visit = see}).games, 2U);
    EXPECT_THAT(seen, ElementsAre(0, 1));
    EXPECT_THAT(user_error_text([] { static_cast<void>(review_of("{}\n" + wrong_games({3}), {.only = 3})); }),
                HasSubstr("games.jsonl:1: "))
        << "the other lines are read all the same";
}

TEST(Review, a_chosen_game_that_is_missing_is_an_error_that_names_those_there_are) {
    const auto complaint = [](const std::vector<std::uint64_t>& numbers) {
        return user_error_text([&] { static_cast<void>(review_of(wrong_games(numbers), {.only = 77})); });
    };
    EXPECT_EQ(complaint({}), "games.jsonl has no game 77; it has no game");
    EXPECT_EQ(complaint({5}), "games.jsonl has no game 77; it has game 5");
    EXPECT_EQ(complaint({0, 1, 2, 4, 6, 7}), "games.jsonl has no game 77; it has games 0 to 2, 4, 6 to 7");
    EXPECT_EQ(complaint({0, 2, 4, 6, 8, 10, 12, 14, 16}),
              "games.jsonl has no game 77; it has games 0, 2, 4, 6, 8, 10, 12, 14, ...");
}

TEST(Review, an_empty_log_has_no_games_and_no_differences) {
    const Review result = review_of("");
    EXPECT_EQ(result.games, 0U);
    EXPECT_FALSE(result.last_line_cut);
}

TEST(Review, a_last_line_that_was_cut_short_is_not_read) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    for (const std::string& rest : {line.substr(0, 40), line, std::string("garbage")}) {
        const Review result = review_of(line + "\n" + rest);
        EXPECT_EQ(result.games, 1U) << rest;
        EXPECT_TRUE(result.last_line_cut) << rest;
        EXPECT_THAT(result.found, IsEmpty());
    }
}

TEST(Review, fields_that_are_not_known_are_noted_with_their_first_line) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    const auto add = [&](const std::string& fields) {
        return line.substr(0, line.size() - 1) + fields + "}\n";
    };
    const Review result = review_of(line + "\n" + add(R"(,"b":1)") + add(R"(,"a":[],"b":2)"));
    EXPECT_THAT(result.unknown, ElementsAre(testing::Pair("/a", 3U), testing::Pair("/b", 2U)));
    std::string many;
    for (int i = 0; i < 50; ++i) {
        many += ",\"x" + std::to_string(i) + "\":1";
    }
    EXPECT_EQ(review_of(add(many)).unknown.size(), Review::kMostUnknown);
}

TEST(Review, carriage_returns_and_a_byte_order_mark_are_named_with_the_line) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    const auto complaint = [](const std::string& log) {
        return user_error_text([&] { static_cast<void>(review_of(log)); });
    };
    EXPECT_THAT(complaint(line + "\n" + line + "\r\n"), HasSubstr("games.jsonl:2: a carriage return"));
    EXPECT_THAT(complaint("\xEF\xBB\xBF" + line + "\n"), HasSubstr("games.jsonl:1: a byte order mark"));
    EXPECT_THAT(complaint(line.substr(0, line.size() - 1) + ",\"turns\":1}\n"),
                HasSubstr("games.jsonl:1: the key 'turns' a second time"));
}

TEST(Review, a_line_that_is_no_record_is_an_error_of_the_user) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    EXPECT_EQ(user_error_text([&] { static_cast<void>(review_of(line + "\n\n")); }).substr(0, 25),
              "games.jsonl:2: not JSON (");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(review_of("{}\n" + line + "\n")); }),
              "games.jsonl:1: missing field /format");
}

} // namespace
} // namespace referee

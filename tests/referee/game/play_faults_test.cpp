#include "referee/game/play.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::IsEmpty;

// ---- Not ready

struct NotReady {
    FakeAgents::Answer first, second; ///< by side
    Termination expected;
    Side loser;
    const char* reason;
    bool both = false;
};

TEST(Play, an_agent_that_does_not_say_ok_loses) {
    const FakeAgents::Answer good{"OK"};
    for (const NotReady& row : {
             NotReady{{kLate},
                      good,
                      Termination::ReadyTimeout,
                      Side::First,
                      "did not say OK in time; nothing came: is its output flushed?"},
             NotReady{good,
                      {kLate},
                      Termination::ReadyTimeout,
                      Side::Second,
                      "did not say OK in time; nothing came: is its output flushed?"},
             NotReady{{kGone}, good, Termination::Crashed, Side::First, "exited"},
             NotReady{good, {kGone}, Termination::Crashed, Side::Second, "exited"},
             NotReady{{"KO"}, good, Termination::ProtocolError, Side::First, "sent 'KO' instead of OK"},
             NotReady{good, {""}, Termination::ProtocolError, Side::Second, "sent '' instead of OK"},
             NotReady{good, {" OK"}, Termination::ProtocolError, Side::Second, "sent ' OK' instead of OK"},
             NotReady{{"MOVE 1 1 1 2"},
                      good,
                      Termination::ProtocolError,
                      Side::First,
                      "sent 'MOVE 1 1 1 2' instead of OK"},
         }) {
        for (const Player first : kPlayers) {
            FakeAgents agents;
            agents.ready = {row.first, row.second};
            agents.departures = {Departure{"exited 1", "of the first"},
                                 Departure{"exited 2", "of the second"}};
            const GameRecord record = play(game_of(first), agents);
            const Player loser = player_of(row.loser, first);
            EXPECT_EQ(record.termination, row.expected) << row.reason;
            EXPECT_EQ(record.winner, winner_is(other(loser))) << row.reason;
            ASSERT_TRUE(record.fault);
            EXPECT_EQ(record.fault->agent, loser);
            EXPECT_EQ(record.fault->reason, row.reason);
            EXPECT_EQ(record.fault->stderr_tail, row.loser == Side::First ? "of the first" : "of the second");
            EXPECT_FALSE(record.also_fault);
            EXPECT_EQ(record.turns, 0U);
            EXPECT_EQ(record.score, (PerPlayer<int>{2, 2}));
            EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{0ns, 0ns}));
            EXPECT_THAT(agents.questions, IsEmpty());
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

TEST(Play, agent_that_waited_for_a_core_is_late_by_no_fault) {
    const auto late = [](TurnLoad load) {
        return FakeAgents::Answer{.what = kLate, .elapsed = 10s, .load = load};
    };
    const FakeAgents::Answer good{"OK"};
    const auto starved = late({.watched = 10s, .cpu = 1s, .delay = 8s});
    const auto throttled = late({.watched = 10s, .cpu = 1s, .delay = 8s, .throttled = 7s});
    const auto busy = late({.watched = 10s, .cpu = 9s, .delay = 5ms});
    const auto asleep = late({.watched = 10s, .cpu = 1s, .delay = 3s});
    const auto hog = late({.watched = 10s, .cpu = 8s, .delay = 2s});
    const std::string_view waited =
        "did not say OK in time; it waited 8000 ms for a core: play fewer games at "
        "once, or give it more time (--ready-ms)";
    const std::string_view worked =
        "did not say OK in time; it was still at work: give it more time (--ready-ms)";
    const std::string_view slept = "did not say OK in time; nothing came: is its output flushed?";
    struct Row {
        FakeAgents::Answer first, second;
        std::optional<Side> loser; ///< empty: the game is not scored
        bool is_disputed;
        std::string_view reason;
    };
    for (const Row& row : {
             Row{starved, good, Side::First, true, waited}, Row{good, starved, Side::Second, true, waited},
             Row{throttled, good, Side::First, true,
                 "did not say OK in time; it waited 8000 ms for a core (a quota of processor time took it "
                 "away): "
                 "play fewer games at once, or give it more time (--ready-ms)"},
             Row{busy, good, Side::First, false, worked}, Row{asleep, good, Side::First, false, slept},
             Row{starved, {kGone}, Side::Second, false, "exited"},
             Row{{kGone}, starved, Side::First, false, "exited"},
             Row{starved, asleep, Side::Second, false, slept}, Row{starved, starved, std::nullopt, false, ""},
             Row{starved, hog, Side::Second, false, worked}, Row{hog, starved, Side::First, false, worked},
             Row{hog, hog, std::nullopt, false, ""}, // on two cores
         }) {
        FakeAgents agents;
        agents.ready = {row.first, row.second};
        const GameRecord record = play(game_of(Player::Agent1), agents);
        EXPECT_THAT(differences(record), IsEmpty());
        EXPECT_EQ(to_json_line(parse_record(to_json_line(record))), to_json_line(record));
        EXPECT_FALSE(record.also_fault || record.doubtful);
        if (!row.loser) {
            EXPECT_EQ(record.disturbed, Disturbance::MachineOverloaded);
            EXPECT_EQ(record.termination, Termination::RefereeFailure);
            EXPECT_FALSE(record.fault || record.winner || record.time_loss);
            continue;
        }
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.winner, winner_is(other(player_of(*row.loser, Player::Agent1))));
        EXPECT_EQ(record.fault->reason, row.reason);
        EXPECT_EQ(record.time_loss && record.time_loss->disputed, row.is_disputed) << row.reason;
        EXPECT_EQ(is_time_loss(record), row.is_disputed);
    }
}

TEST(Play, when_both_are_not_ready_the_first_player_loses_and_both_are_named) {
    struct Row {
        FakeAgents::Answer first, second;
        Termination expected;
        const char* reason_1;
        const char* reason_2;
    };
    for (const Row& row : {
             Row{{kLate},
                 {kLate},
                 Termination::ReadyTimeout,
                 "did not say OK in time; nothing came: is its output flushed?",
                 "did not say OK in time; nothing came: is its output flushed?"},
             Row{{kGone},
                 {kLate},
                 Termination::Crashed,
                 "exited",
                 "did not say OK in time; nothing came: is its output flushed?"},
             Row{{kLate},
                 {"KO"},
                 Termination::ReadyTimeout,
                 "did not say OK in time; nothing came: is its output flushed?",
                 "sent 'KO' instead of OK"},
             Row{{"KO"}, {kGone}, Termination::ProtocolError, "sent 'KO' instead of OK", "exited"},
         }) {
        for (const Player first : kPlayers) {
            FakeAgents agents;
            agents.ready = {row.first, row.second};
            agents.departures.first.stderr_tail = "of the first";
            agents.departures.second.stderr_tail = "of the second \xff";
            const GameRecord record = play(game_of(first), agents);
            const std::string one = first == Player::Agent1 ? "1" : "2";
            const std::string two = first == Player::Agent1 ? "2" : "1";
            EXPECT_EQ(record.termination, row.expected);
            EXPECT_EQ(record.winner, winner_is(other(first)));
            ASSERT_TRUE(record.fault);
            EXPECT_EQ(record.fault->agent, first);
            EXPECT_EQ(record.fault->reason,
                      "agent " + one + " " + row.reason_1 + "; agent " + two + " " + row.reason_2);
            EXPECT_EQ(record.fault->stderr_tail, "of the first");
            ASSERT_TRUE(record.also_fault);
            EXPECT_EQ(record.also_fault->agent, other(first));
            EXPECT_EQ(record.also_fault->reason, row.reason_2);
            EXPECT_EQ(record.also_fault->stderr_tail, "of the second \xEF\xBF\xBD");
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

// ---- Against the rules

TEST(Play, an_illegal_move_loses_and_is_explained) {
    struct Row {
        std::vector<MoveNumbers> before;
        const char* numbers;
        const char* reason;
    };
    const std::vector<MoveNumbers> none;
    const std::vector<MoveNumbers> apart{MoveNumbers{1, 1, 2, 2}, MoveNumbers{1, 7, 2, 6}};
    const std::vector<MoveNumbers> close{MoveNumbers{1, 1, 1, 3}, MoveNumbers{1, 7, 1, 5}};
    for (const Row& row : {
             Row{none, "0 1 1 1", "(0,1) is not on the board"},
             Row{none, "1 0 1 1", "(1,0) is not on the board"},
             Row{none, "1 1 0 1", "(0,1) is not on the board"},
             Row{none, "1 1 1 0", "(1,0) is not on the board"},
             Row{none, "7 7 8 7", "(8,7) is not on the board"},
             Row{none, "7 7 7 8", "(7,8) is not on the board"},
             Row{none, "8 8 7 7", "(8,8) is not on the board"},
             Row{none, "999999999 1 1 1", "(999999999,1) is not on the board"},
             Row{none, "1 1 1 -999999999", "(1,-999999999) is not on the board"},
             Row{none, "-1 -1 1 2", "(-1,-1) is not on the board"},
             Row{none, "1 1 -1 -1", "(-1,-1) is not on the board"},
             Row{none, "-1 -1 -1 1", "(-1,-1) is not on the board"},
             Row{none, "1 1 1 1", "(1,1)=a7 is 0 away, not 1 or 2"},
             Row{none, "1 1 1 4", "(1,4)=d7 is 3 away, not 1 or 2"},
             Row{none, "1 1 4 2", "(4,2)=b4 is 3 away, not 1 or 2"},
             Row{none, "1 1 7 7", "(7,7)=g1 is 6 away, not 1 or 2"},
             Row{none, "1 7 1 6", "(1,7)=g7 holds no stone of its own"},
             Row{none, "4 4 4 5", "(4,4)=d4 holds no stone of its own"},
             Row{none, "-1 -1 -1 -1", "it may not pass while it has a move"},
             Row{apart, "1 1 2 2", "(2,2)=b6 is not empty"},
             Row{close, "1 3 1 5", "(1,5)=e7 is not empty"},
             Row{close, "1 1 1 2", "(1,1)=a7 holds no stone of its own"}, // it jumped away
         }) {
        for (const Player first : kPlayers) {
            FakeAgents agents;
            script(agents, row.before, 1ms);
            agents.answers.push_back({"MOVE "s + row.numbers, 3ms});
            const GameRecord record = play(game_of(first), agents);
            EXPECT_EQ(record.termination, Termination::IllegalMove) << row.numbers;
            EXPECT_EQ(record.winner, winner_is(other(first)));
            ASSERT_TRUE(record.fault);
            EXPECT_EQ(record.fault->agent, first);
            EXPECT_EQ(record.fault->reason, "played "s + row.numbers + ": " + row.reason);
            EXPECT_EQ(record.turns, row.before.size());
            EXPECT_EQ(record.score, row.before == apart ? (PerPlayer<int>{3, 3}) : (PerPlayer<int>{2, 2}));
            EXPECT_EQ(record.used[first], 3ms + 1ms * (row.before.size() / 2)); // its answer took time
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

TEST(Play, a_forced_pass_is_the_only_move) {
    // The first random game with a forced pass, up to that pass.
    std::vector<MoveNumbers> before;
    for (std::uint64_t seed = 0; before.empty(); ++seed) {
        const auto moves = random_playout(seed);
        before.assign(moves.begin(), std::find(moves.begin(), moves.end(), kPass));
        if (before.size() == moves.size()) {
            before.clear();
        }
    }
    const auto position = std::get<Position>(board_after(before).position());
    ASSERT_FALSE(position.can_move());
    const Square own = position.own().lowest();
    const Square empty = position.empty_squares().lowest();
    for (const std::string& numbers :
         {"-1 -1 -1 -1"s, std::to_string(own.x()) + ' ' + std::to_string(own.y()) + ' ' +
                              std::to_string(empty.x()) + ' ' + std::to_string(empty.y())}) {
        FakeAgents agents;
        script(agents, before);
        agents.answers.push_back({"MOVE " + numbers, 0ns});
        const GameRecord record = play({.limits = {.turns = static_cast<int>(before.size()) + 1}}, agents);
        const bool is_pass = numbers == "-1 -1 -1 -1";
        EXPECT_EQ(record.termination, is_pass ? Termination::TurnLimit : Termination::IllegalMove) << numbers;
        EXPECT_EQ(record.turns, before.size() + (is_pass ? 1 : 0));
        if (is_pass) { // the other agent is told of the pass
            EXPECT_EQ(agents.last_words[0][opponent(position.to_move())], "OPP -1 -1 -1 -1 0\nFINISH\n");
        }
    }
}

// ---- Against the protocol

TEST(Play, a_malformed_answer_loses) {
    for (const std::string& answer : {"KO"s,
                                      "OK"s,
                                      ""s,
                                      " MOVE 1 1 1 2"s,
                                      "\tMOVE 1 1 1 2"s,
                                      "MOVE +1 1 1 2"s,
                                      "MOVE 1 1 1 +2"s,
                                      "MOVE 0000000001 1 1 2"s,
                                      "MOVE 1 1 1 1234567890"s,
                                      "MOVE 1 1 1"s,
                                      "MOVE 1 1 1 2 3"s,
                                      "MOVE 1.0 1 1 2"s,
                                      "MOVE 0x1 1 1 2"s,
                                      "MOVE 1e0 1 1 2"s,
                                      "move 1 1 1 2"s,
                                      "MOVE1 1 1 2"s,
                                      "MOVE"s,
                                      "MOVE 1,1,1,2"s,
                                      "MOVE 1 1 1 2 please"s,
                                      "MOVE 1 1 1 2\0"s,
                                      "FINISH"s}) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 2 2", 1ms}, {answer, 2ms}};
        const GameRecord record = play({}, agents);
        EXPECT_EQ(record.termination, Termination::ProtocolError) << testing::PrintToString(answer);
        EXPECT_EQ(record.winner, Winner::Agent1);
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.fault->agent, Player::Agent2);
        EXPECT_THAT(record.fault->reason, testing::StartsWith("sent '"));
        EXPECT_THAT(record.fault->reason, testing::EndsWith("' instead of MOVE x1 y1 x2 y2"));
        EXPECT_EQ(record.turns, 1U);
        EXPECT_EQ(record.used.agent2, 2ms);
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
    }
}

TEST(Play, an_odd_but_well_formed_answer_is_a_move) {
    for (const char* answer :
         {"MOVE  1\t1   1 2", "MOVE 1 1 1 2\r", "MOVE 1 1 1 2 \t", "MOVE 01 001 000000001 2"}) {
        FakeAgents agents;
        agents.answers = {{answer, 0ns}};
        const GameRecord record = play({.limits = {.turns = 1}}, agents);
        EXPECT_EQ(record.termination, Termination::TurnLimit) << answer;
        EXPECT_EQ(agents.last_words[0].second, "OPP 1 1 1 2 0\nFINISH\n"); // as the protocol writes it
    }
}

TEST(Play, faults_of_the_conversation_lose_with_their_reason) {
    for (const Termination termination : {Termination::ProtocolError, Termination::Crashed}) {
        for (const Player first : kPlayers) {
            FakeAgents agents;
            agents.answers = {{"MOVE 1 1 2 2", 1ms}, {AgentFault{termination, "what it did"}, 5us}};
            const GameRecord record = play(game_of(first), agents);
            EXPECT_EQ(record.termination, termination);
            EXPECT_EQ(record.winner, winner_is(first));
            ASSERT_TRUE(record.fault);
            EXPECT_EQ(record.fault->agent, other(first));
            EXPECT_EQ(record.fault->reason, "what it did");
            EXPECT_EQ(record.used[other(first)], 5us);
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

} // namespace
} // namespace referee

#include "referee/agent/protocol.hpp"
#include "referee/game/play.hpp"
#include "referee/game/review.hpp"
#include "tests/referee/game/fake_agents.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

namespace ataxx {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kBoth = {Player::Agent1, Player::Agent2};

std::string answer_of(Move move) {
    return "MOVE " + to_string(move);
}

GameSetup game_of(Player first) {
    GameSetup setup;
    setup.first = first;
    return setup;
}

/// Adds the moves to the script, each taking `elapsed`.
void script(FakeAgents& agents, const std::vector<Move>& moves, nanoseconds elapsed = 0ns) {
    for (const Move move : moves) {
        agents.answers.push_back({answer_of(move), elapsed});
    }
}

std::vector<std::string> texts(const std::vector<TimedMove>& moves) {
    std::vector<std::string> result;
    for (const TimedMove& move : moves) {
        result.push_back(to_string(Move::from_numbers(move.numbers).value()));
    }
    return result;
}

std::vector<std::string> texts(const std::vector<Move>& moves) {
    std::vector<std::string> result;
    for (const Move move : moves) {
        result.push_back(to_string(move));
    }
    return result;
}

const std::array<std::string, 2> kOnlyFinish{"FINISH\n", "FINISH\n"};

// ---- What the board decides

TEST(Play, annihilation) {
    for (const Player first : kBoth) {
        FakeAgents agents;
        script(agents, kAnnihilation, 1ms);
        const GameRecord record = play(game_of(first), agents);
        EXPECT_EQ(record.termination, Termination::Annihilation);
        EXPECT_EQ(record.winner, winner_is(first));
        EXPECT_EQ(record.score[index(first)], 5);
        EXPECT_EQ(record.score[index(other(first))], 0);
        EXPECT_EQ(record.turns, 5U);
        EXPECT_FALSE(record.fault);
        EXPECT_FALSE(record.also_fault);
        EXPECT_THAT(texts(record.moves), testing::ContainerEq(texts(kAnnihilation)));
        EXPECT_THAT(agents.answers, IsEmpty());
    }
}

TEST(Play, board_full) {
    const auto moves = playout([](const MoveList& legal) { return legal[0]; });
    const Position last = position_after(moves);
    ASSERT_TRUE(last.empty_squares().empty());
    FakeAgents agents;
    script(agents, moves);
    const GameRecord record = play(game_of(Player::Agent1), agents);
    EXPECT_EQ(record.termination, Termination::BoardFull);
    EXPECT_EQ(record.turns, moves.size());
    EXPECT_EQ(record.score[0], last.stones(Side::First).count());
    EXPECT_EQ(record.score[1], last.stones(Side::Second).count());
    EXPECT_EQ(record.score[0] + record.score[1], 49);
    EXPECT_EQ(record.winner, record.score[0] > record.score[1] ? Winner::Agent1 : Winner::Agent2);
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, turn_limit) {
    struct Row {
        int limit;
        Winner expected;
        std::array<int, 2> score;
    };
    const std::vector<Move> moves{move_of(1, 1, 1, 2), move_of(1, 7, 1, 6), move_of(7, 7, 7, 6),
                                  move_of(7, 1, 7, 2)};
    for (const Row& row : {Row{1, Winner::Agent1, {3, 2}}, Row{2, Winner::Draw, {3, 3}},
                           Row{3, Winner::Agent1, {4, 3}}, Row{4, Winner::Draw, {4, 4}}}) {
        FakeAgents agents;
        script(agents, {moves.begin(), moves.begin() + row.limit});
        const GameRecord record = play({.limits = {.turns = row.limit}}, agents);
        EXPECT_EQ(record.termination, Termination::TurnLimit);
        EXPECT_EQ(record.winner, row.expected) << row.limit;
        EXPECT_EQ(record.score, row.score);
        EXPECT_EQ(record.turns, static_cast<std::uint64_t>(row.limit));
        EXPECT_EQ(record.turn_limit, row.limit);
        EXPECT_THAT(agents.answers, IsEmpty());
    }
}

TEST(Play, four_hundred_turns_by_default) {
    // Both only ever jump to and fro.
    std::vector<Move> moves;
    for (int round = 0; round < 100; ++round) {
        moves.insert(moves.end(),
                     {move_of(1, 1, 1, 3), move_of(7, 1, 7, 3), move_of(1, 3, 1, 1), move_of(7, 3, 7, 1)});
    }
    FakeAgents agents;
    script(agents, moves);
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::TurnLimit);
    EXPECT_EQ(record.turns, 400U);
    EXPECT_EQ(record.winner, Winner::Draw);
}

TEST(Play, random_games_end_as_the_rules_say_and_review_agrees) {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto moves = random_playout(seed, 120);
        const Position last = position_after(moves);
        FakeAgents agents;
        script(agents, moves, nanoseconds(1'234'567 + seed));
        const Player first = seed % 2 == 0 ? Player::Agent1 : Player::Agent2;
        const GameRecord record = play({.first = first, .limits = {.turns = 120}}, agents);
        ASSERT_EQ(record.termination, board_verdict(last, static_cast<int>(moves.size()), 120));
        ASSERT_EQ(texts(record.moves), texts(moves));
        ASSERT_EQ(record.score[index(first)], last.stones(Side::First).count());
        const auto side = leader(last);
        ASSERT_EQ(record.winner, side ? winner_is(player_of(*side, first)) : Winner::Draw);
        ASSERT_THAT(differences(record), IsEmpty());
        for (std::size_t turn = 0; turn + 1 < moves.size(); ++turn) {
            if (moves[turn].is_pass()) {
                ++passes;
                ASSERT_THAT(agents.questions[turn + 1].message, HasSubstr("OPP -1 -1 -1 -1 1\nTURN "));
            }
        }
    }
    EXPECT_GT(passes, 0);
}

// ---- What is said

TEST(Play, every_word_of_a_game) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1'999'999ns}, {"MOVE 1 7 2 6", 500us}, {"MOVE 7 7 6 6", 1ns}};
    const GameRecord record =
        play({.first = Player::Agent2, .limits = {.time = {10s, 8s}, .ready = 1234ms, .turns = 3}}, agents);

    EXPECT_THAT(agents.ready_messages,
                ElementsAre(std::array<std::string, 2>{"READY FIRST\n", "READY SECOND\n"}));
    EXPECT_EQ(agents.ready_limit, 1234ms);
    ASSERT_EQ(agents.questions.size(), 3U);
    EXPECT_EQ(agents.questions[0].side, Side::First);
    EXPECT_EQ(agents.questions[0].message, "TURN 8000 10000\n");
    EXPECT_EQ(agents.questions[0].limit, 8s);
    EXPECT_EQ(agents.questions[1].side, Side::Second);
    EXPECT_EQ(agents.questions[1].message, "OPP 1 1 2 2 1\nTURN 10000 7998\n");
    EXPECT_EQ(agents.questions[1].limit, 10s);
    EXPECT_EQ(agents.questions[2].side, Side::First);
    EXPECT_EQ(agents.questions[2].message, "OPP 1 7 2 6 0\nTURN 7998 9999\n");
    EXPECT_EQ(agents.questions[2].limit, 7'998'000'001ns);
    // The last move reaches the one who did not make it.
    EXPECT_THAT(agents.last_words,
                ElementsAre(std::array<std::string, 2>{"FINISH\n", "OPP 7 7 6 6 0\nFINISH\n"}));

    EXPECT_EQ(record.first, Player::Agent2);
    EXPECT_EQ(record.winner, Winner::Agent2);
    EXPECT_EQ(record.score, (std::array<int, 2>{3, 4}));
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{500us, 2ms}));
    ASSERT_EQ(record.moves.size(), 3U);
    EXPECT_EQ(record.moves[0].took, 1'999'999ns);
    EXPECT_EQ(record.moves[1].took, 500us);
    EXPECT_EQ(record.moves[2].took, 1ns);
}

TEST(Play, the_first_player_hears_the_last_move_of_the_second) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1ms}, {"MOVE 1 7 2 6", 7'999'999ns}};
    static_cast<void>(play({.limits = {.turns = 2}}, agents));
    EXPECT_THAT(agents.last_words,
                ElementsAre(std::array<std::string, 2>{"OPP 1 7 2 6 7\nFINISH\n", "FINISH\n"}));
}

TEST(Play, what_is_shown_is_rounded_and_the_sum_is_not) {
    FakeAgents agents;
    const std::vector<Move> to_and_fro{move_of(1, 1, 1, 3), move_of(7, 1, 7, 3), move_of(1, 3, 1, 1),
                                       move_of(7, 3, 7, 1)};
    for (int round = 0; round < 3; ++round) {
        script(agents, to_and_fro, 400'000ns);
    }
    const GameRecord record = play({.limits = {.turns = 12}}, agents);
    std::vector<std::string> first_hears;
    for (const auto& question : agents.questions) {
        if (question.side == Side::First) {
            first_hears.push_back(question.message.substr(question.message.find("TURN")));
        }
    }
    EXPECT_THAT(first_hears, ElementsAre("TURN 10000 10000\n", "TURN 9999 9999\n", "TURN 9999 9999\n",
                                         "TURN 9998 9998\n", "TURN 9998 9998\n", "TURN 9998 9998\n"));
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{2'400'000ns, 2'400'000ns}));
}

TEST(Play, ok_may_be_followed_by_capabilities) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK OPENING"}, FakeAgents::Answer{"OK\r"}};
    script(agents, {move_of(1, 1, 1, 2)});
    EXPECT_EQ(play({.limits = {.turns = 1}}, agents).termination, Termination::TurnLimit);
    EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
}

// ---- Openings

const std::array<FakeAgents::Answer, 2> kBothOpen{FakeAgents::Answer{"OK OPENING"},
                                                  FakeAgents::Answer{"OK OPENING"}};
const std::vector<Move> kTwoMoves{move_of(1, 1, 1, 2), move_of(1, 7, 3, 6)};
const char* const kTwoMovesLine = "OPENING 2 1 1 1 2 1 7 3 6\n";

std::vector<std::string> texts(const std::vector<MoveNumbers>& moves) {
    std::vector<std::string> result;
    for (const MoveNumbers& numbers : moves) {
        result.push_back(to_string(Move::from_numbers(numbers).value()));
    }
    return result;
}

TEST(Play, an_opening_comes_before_the_first_words_of_each_turn) {
    FakeAgents agents;
    agents.ready = kBothOpen;
    agents.answers = {{"MOVE 7 7 6 6", 5ms}, {"MOVE 3 6 3 5", 1ms}, {"MOVE 1 1 2 1", 1ms}};
    const GameRecord record =
        play({.first = Player::Agent2, .limits = {.turns = 5}, .opening = kTwoMoves}, agents);
    ASSERT_EQ(agents.questions.size(), 3U);
    EXPECT_EQ(agents.questions[0].side, Side::First);
    EXPECT_EQ(agents.questions[0].message, kTwoMovesLine + "TURN 10000 10000\n"s);
    EXPECT_EQ(agents.questions[0].limit, 10s);
    EXPECT_EQ(agents.questions[1].side, Side::Second);
    EXPECT_EQ(agents.questions[1].message, kTwoMovesLine + "OPP 7 7 6 6 5\nTURN 10000 9995\n"s);
    EXPECT_EQ(agents.questions[2].message, "OPP 3 6 3 5 1\nTURN 9995 9999\n"); // once only
    EXPECT_THAT(agents.last_words,
                ElementsAre(std::array<std::string, 2>{"FINISH\n", "OPP 1 1 2 1 1\nFINISH\n"}));

    EXPECT_EQ(record.termination, Termination::TurnLimit);
    EXPECT_EQ(record.turns, 5U); // the opening's count
    EXPECT_THAT(texts(record.opening), testing::ContainerEq(texts(kTwoMoves)));
    EXPECT_THAT(texts(record.moves), ElementsAre("7 7 6 6", "3 6 3 5", "1 1 2 1"));
    EXPECT_EQ(record.score, (std::array<int, 2>{3, 5}));
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{1ms, 6ms}));
    EXPECT_EQ(record.lacks_opening, (std::array<bool, 2>{false, false}));
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, after_an_odd_opening_the_second_player_moves_first) {
    FakeAgents agents;
    agents.ready = kBothOpen;
    agents.answers = {{"MOVE 1 7 2 6", 2ms}, {"MOVE 7 7 6 6", 1ms}};
    const GameRecord record = play({.limits = {.turns = 3}, .opening = {move_of(1, 1, 3, 1)}}, agents);
    ASSERT_EQ(agents.questions.size(), 2U);
    EXPECT_EQ(agents.questions[0].side, Side::Second);
    EXPECT_EQ(agents.questions[0].message, "OPENING 1 1 1 3 1\nTURN 10000 10000\n");
    EXPECT_EQ(agents.questions[1].side, Side::First);
    EXPECT_EQ(agents.questions[1].message, "OPENING 1 1 1 3 1\nOPP 1 7 2 6 2\nTURN 10000 9998\n");
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{1ms, 2ms}));
    EXPECT_EQ(record.turns, 3U);
    EXPECT_THAT(differences(record), IsEmpty());
}

// The one that has no turn still hears of the opening before the move that ends the game.
TEST(Play, an_opening_before_a_game_of_one_move) {
    const std::vector<Move> opening(kAnnihilation.begin(), kAnnihilation.end() - 1);
    FakeAgents agents;
    agents.ready = kBothOpen;
    script(agents, {kAnnihilation.back()});
    const GameRecord record = play({.opening = opening}, agents);
    EXPECT_EQ(record.termination, Termination::Annihilation);
    EXPECT_EQ(record.turns, 5U);
    EXPECT_EQ(agents.last_words[0][0], "FINISH\n");
    EXPECT_EQ(agents.last_words[0][1], "OPENING 4 1 1 2 3 1 7 3 5 7 7 6 6 7 1 5 3\nOPP 2 3 4 4 0\nFINISH\n");
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, an_agent_that_does_not_offer_openings_gets_none) {
    const FakeAgents::Answer plain{"OK"};
    const FakeAgents::Answer opens{"OK OPENING"};
    struct Row {
        FakeAgents::Answer first, second;
        std::array<bool, 2> lacks; ///< by side
    };
    for (const Row& row : {Row{plain, opens, {true, false}}, Row{opens, plain, {false, true}},
                           Row{plain, plain, {true, true}}}) {
        for (const Player first : kBoth) {
            FakeAgents agents;
            agents.ready = {row.first, row.second};
            script(agents, kTwoMoves, 1ms);
            const GameRecord record =
                play({.first = first, .limits = {.turns = 2}, .opening = {move_of(7, 7, 7, 6)}}, agents);
            ASSERT_EQ(agents.questions.size(), 2U);
            EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
            EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 2 1\nTURN 10000 9999\n");
            EXPECT_THAT(record.opening, IsEmpty());
            EXPECT_EQ(record.turns, 2U);
            EXPECT_EQ(record.lacks_opening[index(first)], row.lacks[0]);
            EXPECT_EQ(record.lacks_opening[index(other(first))], row.lacks[1]);
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

TEST(Play, a_fault_after_an_opening) {
    for (const auto& answer : std::vector<FakeAgents::Answer>{{"KO", 1ms},
                                                              {"MOVE 1 2 1 2", 1ms},
                                                              {"MOVE 1 1 1 2", 11s},
                                                              {AgentFault{Termination::Crashed, "exited"}}}) {
        FakeAgents agents;
        agents.ready = kBothOpen;
        agents.answers = {answer};
        const GameRecord record = play({.opening = kTwoMoves}, agents);
        EXPECT_EQ(record.winner, Winner::Agent2);
        EXPECT_EQ(record.turns, 2U);
        EXPECT_EQ(record.opening.size(), 2U);
        EXPECT_EQ(record.score, (std::array<int, 2>{3, 2}));
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, no_opening_is_played_when_an_agent_is_not_ready) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK OPENING"}, FakeAgents::Answer{"KO"}};
    const GameRecord record = play({.opening = kTwoMoves}, agents);
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    EXPECT_THAT(record.opening, IsEmpty());
    EXPECT_EQ(record.turns, 0U);
    EXPECT_EQ(record.score, (std::array<int, 2>{2, 2}));
    // Of the one that was not ready nothing is known.
    EXPECT_EQ(record.lacks_opening, (std::array<bool, 2>{false, false}));
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, the_rest_of_a_game_after_any_opening) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto moves = random_playout(seed, 120);
        const auto length = static_cast<std::ptrdiff_t>(
            std::min<std::size_t>(seed % (kMostOpeningMoves + 1), moves.size() - 1));
        FakeAgents agents;
        agents.ready = kBothOpen;
        script(agents, {moves.begin() + length, moves.end()}, 1'234'567ns);
        const Player first = seed % 2 == 0 ? Player::Agent1 : Player::Agent2;
        const GameRecord record = play(
            {.first = first, .limits = {.turns = 120}, .opening = {moves.begin(), moves.begin() + length}},
            agents);
        ASSERT_EQ(record.turns, moves.size());
        ASSERT_EQ(record.score[index(first)], position_after(moves).stones(Side::First).count());
        ASSERT_THAT(differences(record), IsEmpty());
        ASSERT_THAT(differences(parse_record(to_json_line(record))), IsEmpty());
    }
}

using PlayDeath = testing::Test;

TEST(PlayDeath, an_opening_that_cannot_be_played_is_a_bug) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    FakeAgents agents;
    agents.ready = kBothOpen;
    const auto play_with = [&](const std::vector<Move>& opening, int turns) {
        static_cast<void>(play({.limits = {.turns = turns}, .opening = opening}, agents));
    };
    EXPECT_DEATH(play_with({move_of(1, 7, 1, 6)}, 400), "is_legal");
    EXPECT_DEATH(play_with(kAnnihilation, 400), "board_verdict");
    EXPECT_DEATH(play_with(kTwoMoves, 2), "board_verdict");
}

// ---- Getting ready

TEST(Play, getting_ready_costs_no_time) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK", 2s}, FakeAgents::Answer{"OK", 3s}};
    script(agents, {move_of(1, 1, 1, 2)});
    const GameRecord record = play({.limits = {.turns = 1}}, agents);
    EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{0ns, 0ns}));
}

TEST(Play, what_was_fixed_before_is_written_down) {
    FakeAgents agents;
    agents.departures = {Departure{"exited 3", "first"}, Departure{"killed by referee", "second"}};
    script(agents, {move_of(1, 1, 1, 2)});
    const GameRecord record = play(
        {.game = 17, .pair = 8, .first = Player::Agent2, .seed = {5, 6}, .limits = {.turns = 1}}, agents);
    EXPECT_EQ(record.game, 17U);
    EXPECT_EQ(record.pair, 8U);
    EXPECT_EQ(record.seed, (std::array<std::uint64_t, 2>{5, 6}));
    EXPECT_EQ(record.exit, (std::array<std::string, 2>{"killed by referee", "exited 3"}));
    EXPECT_THAT(record.opening, IsEmpty());
    EXPECT_FALSE(record.fault);
}

// ---- Time

TEST(Play, the_whole_time_may_be_used) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 4s},
                      {"MOVE 7 1 7 3", 0ns},
                      {"MOVE 1 3 1 1", 6s},
                      {"MOVE 7 3 7 1", 10s},
                      {"MOVE 1 1 1 3", 0ns}};
    const GameRecord record = play({.limits = {.turns = 5}}, agents);
    EXPECT_EQ(record.termination, Termination::TurnLimit);
    ASSERT_EQ(agents.questions.size(), 5U);
    EXPECT_EQ(agents.questions[4].message, "OPP 7 3 7 1 10000\nTURN 0 0\n");
    EXPECT_EQ(agents.questions[4].limit, 0ns);
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{10s, 10s}));
}

TEST(Play, one_nanosecond_more_loses) {
    for (const Player first : kBoth) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 4s}, {"MOVE 7 1 7 3", 1ms}, {"MOVE 1 3 1 1", 6s + 1ns}};
        const GameRecord record = play(game_of(first), agents);
        EXPECT_EQ(record.termination, Termination::Timeout);
        EXPECT_EQ(record.winner, winner_is(other(first)));
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.fault->agent, first);
        EXPECT_EQ(record.fault->reason, "sent no answer in time");
        EXPECT_EQ(record.used[index(first)], 10s + 1ns);
        EXPECT_EQ(record.used[index(other(first))], 1ms);
        EXPECT_EQ(record.turns, 2U); // the late move is not made
        EXPECT_EQ(record.score, (std::array<int, 2>{2, 2}));
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, time_is_judged_before_content) {
    for (const char* answer : {"KO", "MOVE 4 4 4 5", ""}) {
        FakeAgents agents;
        agents.answers = {{answer, 10s + 1ns}};
        EXPECT_EQ(play({}, agents).termination, Termination::Timeout) << answer;
    }
    FakeAgents in_time;
    in_time.answers = {{"KO", 10s}};
    EXPECT_EQ(play({}, in_time).termination, Termination::ProtocolError);
}

TEST(Play, an_agent_that_says_nothing) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 1s},
                      {AgentFault{Termination::Timeout, "sent no answer in time"}, 10s + 80us}};
    agents.departures[1] = {"killed by referee", "caf\xe9 \x1b[31m"};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->stderr_tail, "caf\xEF\xBF\xBD \x1b[31m"); // valid UTF-8, otherwise as it was
    EXPECT_EQ(record.used[1], 10s + 80us);
    EXPECT_EQ(record.exit[1], "killed by referee");
    EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish)); // on a fault nobody gets OPP
}

TEST(Play, each_player_has_the_time_of_its_own) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 3s}, {"MOVE 1 7 1 6", 3s}};
    const GameRecord record = play({.limits = {.time = {5s, 2s}}}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 3 3000\nTURN 2000 2000\n");
}

// ---- Not ready

struct NotReady {
    FakeAgents::Answer first, second; ///< by side
    Termination expected;
    Side loser;
    const char* reason;
    bool both = false;
};

const AgentFault kLate{Termination::Timeout, "sent no answer in time"};
const AgentFault kGone{Termination::Crashed, "exited"};

TEST(Play, not_ready) {
    const FakeAgents::Answer good{"OK"};
    for (const NotReady& row : {
             NotReady{{kLate}, good, Termination::ReadyTimeout, Side::First, "did not say OK in time"},
             NotReady{good, {kLate}, Termination::ReadyTimeout, Side::Second, "did not say OK in time"},
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
        for (const Player first : kBoth) {
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
            EXPECT_EQ(record.score, (std::array<int, 2>{2, 2}));
            EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{0ns, 0ns}));
            EXPECT_THAT(agents.questions, IsEmpty());
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
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
                 "did not say OK in time",
                 "did not say OK in time"},
             Row{{kGone}, {kLate}, Termination::Crashed, "exited", "did not say OK in time"},
             Row{{kLate},
                 {"KO"},
                 Termination::ReadyTimeout,
                 "did not say OK in time",
                 "sent 'KO' instead of OK"},
             Row{{"KO"}, {kGone}, Termination::ProtocolError, "sent 'KO' instead of OK", "exited"},
         }) {
        for (const Player first : kBoth) {
            FakeAgents agents;
            agents.ready = {row.first, row.second};
            agents.departures[0].stderr_tail = "of the first";
            agents.departures[1].stderr_tail = "of the second \xff";
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

TEST(Play, illegal_moves) {
    struct Row {
        std::vector<Move> before;
        const char* numbers;
        const char* reason;
    };
    const std::vector<Move> none;
    const std::vector<Move> apart{move_of(1, 1, 2, 2), move_of(1, 7, 2, 6)};
    const std::vector<Move> close{move_of(1, 1, 1, 3), move_of(1, 7, 1, 5)};
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
             Row{none, "1 1 1 1", "(1,1) is 0 away, not 1 or 2"},
             Row{none, "1 1 1 4", "(1,4) is 3 away, not 1 or 2"},
             Row{none, "1 1 4 2", "(4,2) is 3 away, not 1 or 2"},
             Row{none, "1 1 7 7", "(7,7) is 6 away, not 1 or 2"},
             Row{none, "1 7 1 6", "(1,7) holds no stone of its own"},
             Row{none, "4 4 4 5", "(4,4) holds no stone of its own"},
             Row{none, "-1 -1 -1 -1", "it may not pass while it has a move"},
             Row{apart, "1 1 2 2", "(2,2) is not empty"},
             Row{close, "1 3 1 5", "(1,5) is not empty"},
             Row{close, "1 1 1 2", "(1,1) holds no stone of its own"}, // it jumped away
         }) {
        for (const Player first : kBoth) {
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
            EXPECT_EQ(record.score,
                      row.before == apart ? (std::array<int, 2>{3, 3}) : (std::array<int, 2>{2, 2}));
            EXPECT_EQ(record.used[index(first)], 3ms + 1ms * (row.before.size() / 2)); // its answer took time
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

TEST(Play, a_forced_pass_is_the_only_move) {
    // The first random game with a forced pass, up to that pass.
    std::vector<Move> before;
    for (std::uint64_t seed = 0; before.empty(); ++seed) {
        const auto moves = random_playout(seed);
        before.assign(moves.begin(), std::find(moves.begin(), moves.end(), Move::pass()));
        if (before.size() == moves.size()) {
            before.clear();
        }
    }
    const Position position = position_after(before);
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
        if (is_pass) { // whoever did not pass hears of it
            EXPECT_EQ(agents.last_words[0][index(opponent(position.to_move()))],
                      "OPP -1 -1 -1 -1 0\nFINISH\n");
        }
    }
}

// ---- Against the protocol

TEST(Play, malformed_answers) {
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
        EXPECT_EQ(record.used[1], 2ms);
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
    }
}

TEST(Play, odd_but_well_formed_answers) {
    for (const char* answer :
         {"MOVE  1\t1   1 2", "MOVE 1 1 1 2\r", "MOVE 1 1 1 2 \t", "MOVE 01 001 000000001 2"}) {
        FakeAgents agents;
        agents.answers = {{answer, 0ns}};
        const GameRecord record = play({.limits = {.turns = 1}}, agents);
        EXPECT_EQ(record.termination, Termination::TurnLimit) << answer;
        EXPECT_EQ(agents.last_words[0][1], "OPP 1 1 1 2 0\nFINISH\n"); // as the protocol writes it
    }
}

TEST(Play, faults_of_the_conversation_are_passed_on) {
    for (const Termination termination : {Termination::ProtocolError, Termination::Crashed}) {
        for (const Player first : kBoth) {
            FakeAgents agents;
            agents.answers = {{"MOVE 1 1 2 2", 1ms}, {AgentFault{termination, "what it did"}, 5us}};
            const GameRecord record = play(game_of(first), agents);
            EXPECT_EQ(record.termination, termination);
            EXPECT_EQ(record.winner, winner_is(first));
            ASSERT_TRUE(record.fault);
            EXPECT_EQ(record.fault->agent, other(first));
            EXPECT_EQ(record.fault->reason, "what it did");
            EXPECT_EQ(record.used[index(other(first))], 5us);
            EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

// ---- Stopped

TEST(Play, a_stopped_game_is_not_scored) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1ms}, {Stopped{}, 70ms}};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Aborted);
    EXPECT_FALSE(record.winner);
    EXPECT_FALSE(record.fault);
    EXPECT_EQ(record.turns, 1U);
    EXPECT_EQ(record.score, (std::array<int, 2>{3, 2}));
    EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish)); // the board did not decide
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, stopped_before_the_first_turn) {
    for (const auto& ready : {std::array<FakeAgents::Answer, 2>{{{Stopped{}}, {Stopped{}}}},
                              std::array<FakeAgents::Answer, 2>{{{Stopped{}}, {"OK"}}},
                              std::array<FakeAgents::Answer, 2>{{{"OK"}, {Stopped{}}}},
                              std::array<FakeAgents::Answer, 2>{{{kGone}, {Stopped{}}}}}) {
        FakeAgents agents;
        agents.ready = ready;
        const GameRecord record = play({}, agents);
        EXPECT_EQ(record.termination, Termination::Aborted);
        EXPECT_FALSE(record.winner);
        EXPECT_FALSE(record.fault);
        EXPECT_THAT(agents.questions, IsEmpty());
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
    }
}

// Aborted is nobody's fault, even when the second player had already failed.
TEST(Play, stopped_before_the_first_turn_after_a_fault_of_the_second_player) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{Stopped{}}, FakeAgents::Answer{kGone}};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Aborted);
    EXPECT_FALSE(record.winner);
    EXPECT_FALSE(record.fault);
    EXPECT_THAT(differences(record), IsEmpty());
}

} // namespace
} // namespace ataxx

#include "referee/talk/engine/reader.hpp"
#include "referee/talk/protocol.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

/// An answer in a game whose moves have four numbers.
auto answer_of_four(Line line) {
    return parse_move_answer(line, 4, "MOVE x1 y1 x2 y2");
}

TEST(Message, fixed_messages) {
    EXPECT_EQ(ready_message(Side::First, Game::Ataxx, {}), "READY FIRST\n");
    EXPECT_EQ(ready_message(Side::Second, Game::Ataxx, {}), "READY SECOND\n");
    EXPECT_EQ(ready_message(Side::Second, Game::ConnectFour, {}), "READY SECOND connect-four\n");
    EXPECT_EQ(ready_message(Side::First, Game::TicTacToe, {}), "READY FIRST tic-tac-toe\n");
    EXPECT_EQ(ready_message(Side::First, Game::TicTacToe, 7), "SEED 7\nREADY FIRST tic-tac-toe\n");
    EXPECT_EQ(Message().finish().text(), "FINISH\n");
    EXPECT_EQ(Message().text(), "");
}

TEST(Message, turn_shows_own_time_first_rounded_down) {
    EXPECT_EQ(Message().turn(10s, 10s).text(), "TURN 10000 10000\n");
    EXPECT_EQ(Message().turn(9'999'999'999ns, 1ms).text(), "TURN 9999 1\n");
    EXPECT_EQ(Message().turn(0ns, 999'999ns).text(), "TURN 0 0\n");
}

TEST(Message, opponents_move_and_its_time_rounded_down) {
    EXPECT_EQ(Message().opponent_moved({4, 3, 5, 3}, 183us).text(), "OPP 4 3 5 3 0\n");
    EXPECT_EQ(Message().opponent_moved({7, 7, 5, 6}, 1'999'999ns).text(), "OPP 7 7 5 6 1\n");
    EXPECT_EQ(Message().opponent_moved({-1, -1, -1, -1}, 12ms).text(), "OPP -1 -1 -1 -1 12\n");
}

TEST(Message, several_messages_go_out_in_one_write) {
    EXPECT_EQ(Message().opponent_moved({1, 1, 2, 2}, 5ms).turn(3s, 4s).text(),
              "OPP 1 1 2 2 5\nTURN 3000 4000\n");
    EXPECT_EQ(Message().opponent_moved({1, 1, 2, 2}, 5ms).finish().text(), "OPP 1 1 2 2 5\nFINISH\n");
}

TEST(Message, opening_begins_with_the_number_of_moves) {
    const std::array moves{MoveNumbers{1, 1, 1, 2}, MoveNumbers{-1, -1, -1, -1}, MoveNumbers{7, 7, 5, 6}};
    EXPECT_EQ(Message().opening(moves).text(), "OPENING 3 1 1 1 2 -1 -1 -1 -1 7 7 5 6\n");
    EXPECT_EQ(Message().opening({}).text(), "OPENING 0\n");
}

TEST(Message, fen_is_sent_as_it_is) {
    EXPECT_EQ(Message().fen("x5o/7/7/7/7/7/o5x x 0 1").turn(1ms, 2ms).text(),
              "FEN x5o/7/7/7/7/7/o5x x 0 1\nTURN 1 2\n");
}

TEST(Message, longest_message_fits) {
    const auto longest = std::chrono::nanoseconds::min();
    std::array<MoveNumbers, kMostOpeningMoves> passes;
    passes.fill({-1, -1, -1, -1});
    const std::string opening(Message().opening(passes).text());
    EXPECT_LT(opening.size(), 512U);
    const Message message =
        Message().opening(passes).opponent_moved({-1, -1, -1, -1}, longest).turn(longest, longest).finish();
    EXPECT_EQ(message.text(),
              opening + "OPP -1 -1 -1 -1 -9223372036855\nTURN -9223372036855 -9223372036855\nFINISH\n");
}

TEST(ReadyAnswer, accepts_ok_and_names_after_it) {
    for (const char* line : {"OK", "OK ", "OK\t", "OK\r", "OK \t \r", "OK  A B C", "OK ok", "OK 12 \xff",
                             "OK opening", "OK OPENINGS", "OK OPENING,", "OK NOPENING", "OK X=OPENING"}) {
        const auto answer = parse_ready_answer(line);
        ASSERT_TRUE(std::holds_alternative<Capabilities>(answer)) << line;
        EXPECT_FALSE(std::get<Capabilities>(answer).opening) << line;
    }
    for (const char* line : {"OK OPENING", "OK\tOPENING", "OK  OPENING", "OK OPENING\r", "OK OPENING \t\r",
                             "OK A OPENING", "OK OPENING\tB C", "OK OPENING OPENING", "OK \xff OPENING"}) {
        const auto answer = parse_ready_answer(line);
        ASSERT_TRUE(std::holds_alternative<Capabilities>(answer)) << line;
        EXPECT_TRUE(std::get<Capabilities>(answer).opening) << line;
    }
}

TEST(ReadyAnswer, each_capability_is_named_by_itself) {
    const auto offers = [](Line line) { return std::get<Capabilities>(parse_ready_answer(line)); };
    EXPECT_EQ(offers("OK"), Capabilities{});
    EXPECT_EQ(offers("OK FEN"), (Capabilities{.opening = false, .fen = true}));
    EXPECT_EQ(offers("OK A FEN\tOPENING\r"), (Capabilities{.opening = true, .fen = true}));
    EXPECT_EQ(offers("OK FENS fen OPENING"), (Capabilities{.opening = true, .fen = false}));
}

TEST(ReadyAnswer, refuses_everything_else) {
    for (const std::string& line : {""s,       " "s,       "\r"s,         " OK"s,
                                    "\tOK"s,   "KO"s,      "ok"s,         "Ok"s,
                                    "OKAY"s,   "OK,"s,     "O"s,          "O K"s,
                                    "OK\r\r"s, "OK\vX"s,   "OK\0"s,       "MOVE 1 1 2 2"s,
                                    "READY"s,  "OPENING"s, "OPENING OK"s, "\xEF\xBB\xBFOK"s}) {
        const auto answer = parse_ready_answer(line);
        ASSERT_TRUE(std::holds_alternative<AgentFault>(answer)) << testing::PrintToString(line);
        EXPECT_EQ(std::get<AgentFault>(answer).termination, Termination::ProtocolError);
    }
    const auto reason_of = [](Line line) { return std::get<AgentFault>(parse_ready_answer(line)).reason; };
    EXPECT_EQ(reason_of("KO"), "sent 'KO' instead of OK");
    EXPECT_EQ(reason_of(""), "sent '' instead of OK");
    EXPECT_EQ(reason_of("K\x1b\xff"), "sent 'K\\x1b\xEF\xBF\xBD' instead of OK");
}

TEST(MoveAnswer, accepts_move_and_four_numbers) {
    struct Row {
        const char* line;
        MoveNumbers expected;
    };
    for (const Row& row : {Row{"MOVE 1 1 2 2", {1, 1, 2, 2}}, Row{"MOVE  1\t1  2 \t2", {1, 1, 2, 2}},
                           Row{"MOVE\t1 1 2 2", {1, 1, 2, 2}}, Row{"MOVE 1 1 2 2 \t", {1, 1, 2, 2}},
                           Row{"MOVE 1 1 2 2\r", {1, 1, 2, 2}}, Row{"MOVE 1 1 2 2 \r", {1, 1, 2, 2}},
                           Row{"MOVE -1 -1 -1 -1", {-1, -1, -1, -1}},
                           Row{"MOVE 000000001 999999999 -999999999 0", {1, 999'999'999, -999'999'999, 0}}}) {
        const auto answer = answer_of_four(row.line);
        ASSERT_TRUE(std::holds_alternative<MoveNumbers>(answer)) << row.line;
        EXPECT_EQ(std::get<MoveNumbers>(answer), row.expected) << row.line;
    }
}

TEST(MoveAnswer, has_as_many_numbers_as_the_moves_of_the_game) {
    EXPECT_EQ(std::get<MoveNumbers>(parse_move_answer("MOVE 4", 1, "MOVE column")), MoveNumbers{4});
    EXPECT_EQ(std::get<MoveNumbers>(parse_move_answer("MOVE -1", 1, "MOVE column")), MoveNumbers{-1});
    EXPECT_EQ(std::get<AgentFault>(parse_move_answer("MOVE 4 4", 1, "MOVE column")).reason,
              "sent 'MOVE 4 4' instead of MOVE column");
}

TEST(MoveAnswer, refuses_everything_else) {
    for (const std::string& line : {""s,
                                    " "s,
                                    "OK"s,
                                    "KO"s,
                                    " MOVE 1 1 2 2"s,
                                    "move 1 1 2 2"s,
                                    "MOVE"s,
                                    "MOVE "s,
                                    "MOVE1 1 2 2"s,
                                    "MOVE 1 1 2"s,
                                    "MOVE 1 1 2 2 3"s,
                                    "MOVE +1 1 2 2"s,
                                    "MOVE 1234567890 1 2 2"s,
                                    "MOVE 0000000001 1 2 2"s,
                                    "MOVE 1.0 1 2 2"s,
                                    "MOVE 0x1 1 2 2"s,
                                    "MOVE 1 1 2 two"s,
                                    "MOVE 1,1,2,2"s,
                                    "MOVE 1 1 2 2\r\r"s,
                                    "MOVE 1 1 2 2 MOVE 1 1 2 2"s,
                                    "MOVE 1 1 2 2\0"s,
                                    "MOVE - - - -"s,
                                    "MOVE 1\v1 2 2"s,
                                    "MOVES 1 1 2 2"s,
                                    "PASS"s}) {
        const auto answer = answer_of_four(line);
        ASSERT_TRUE(std::holds_alternative<AgentFault>(answer)) << testing::PrintToString(line);
        EXPECT_EQ(std::get<AgentFault>(answer).termination, Termination::ProtocolError);
    }
    EXPECT_EQ(std::get<AgentFault>(answer_of_four("MOVE 1 1")).reason,
              "sent 'MOVE 1 1' instead of MOVE x1 y1 x2 y2");
    EXPECT_EQ(std::get<AgentFault>(answer_of_four("\x07")).reason,
              "sent '\\x07' instead of MOVE x1 y1 x2 y2");
}

} // namespace

namespace {

/// Gives `bytes` to the reader in one read. Returns the answer, `fault: ` with its reason, or nothing.
std::optional<std::string> given_to(AnswerReader& reader, std::string_view bytes) {
    const std::span<char> room = reader.room();
    EXPECT_GE(room.size(), bytes.size());
    std::ranges::copy(bytes, room.begin());
    const auto answer = reader.take(bytes.size());
    if (!answer) {
        return std::nullopt;
    }
    const auto* const fault = std::get_if<AgentFault>(&*answer);
    if (fault != nullptr) {
        EXPECT_EQ(fault->termination, Termination::ProtocolError);
        return "fault: " + fault->reason;
    }
    return std::string(std::get<Line>(*answer));
}

class NativeReaderTest : public testing::Test {
  protected:
    void owe() { reader_.expect(""); }
    std::optional<std::string> give(std::string_view bytes) { return given_to(reader_, bytes); }

    NativeReader reader_;
};

TEST_F(NativeReaderTest, answer_is_a_line_whatever_pieces_it_comes_in) {
    owe();
    EXPECT_EQ(give("MOVE 1"), std::nullopt);
    EXPECT_EQ(reader_.part(), "MOVE 1");
    EXPECT_EQ(give(" 1 2 2\r"), std::nullopt);
    EXPECT_EQ(give("\n"), "MOVE 1 1 2 2\r");
    EXPECT_FALSE(reader_.uninvited());
    owe();
    EXPECT_EQ(reader_.part(), "") << "the last answer is no part of the next one";
    EXPECT_EQ(give("\n"), "");
}

TEST_F(NativeReaderTest, line_may_have_as_many_bytes_as_are_allowed) {
    const std::string longest(kMaxLineBytes, 'x');
    owe();
    EXPECT_EQ(give(longest), std::nullopt) << "its newline may follow";
    EXPECT_EQ(give("\n"), longest);
    owe();
    EXPECT_EQ(give(longest + "\n"), longest);
}

TEST_F(NativeReaderTest, longer_line_is_a_fault_with_its_newline_or_before_it) {
    const std::string too_long(kMaxLineBytes + 1, 'x');
    const std::string reason = "fault: sent a line longer than 256 bytes: 'xxx";
    owe();
    EXPECT_THAT(give(too_long).value(), testing::StartsWith(reason));
    owe();
    EXPECT_THAT(give(too_long + "\n").value(), testing::StartsWith(reason));
    owe();
    EXPECT_EQ(give(too_long.substr(1)), std::nullopt);
    EXPECT_THAT(give("x").value(), testing::StartsWith(reason));
}

TEST_F(NativeReaderTest, what_comes_behind_an_answer_is_uninvited) {
    owe();
    EXPECT_EQ(give("OK\nMOVE\x1b\n"), "OK");
    EXPECT_EQ(reader_.uninvited(), "sent 'MOVE\\x1b\\x0a' behind its answer");
}

TEST_F(NativeReaderTest, first_that_comes_while_no_answer_is_owed_is_uninvited) {
    EXPECT_EQ(give("hello\n"), std::nullopt);
    EXPECT_EQ(give("again\n"), std::nullopt);
    EXPECT_EQ(reader_.uninvited(), "sent 'hello\\x0a' when no answer was owed");
    EXPECT_EQ(reader_.part(), "") << "it is no part of an answer";
}

TEST_F(NativeReaderTest, reading_nothing_is_no_fault) {
    EXPECT_EQ(give(""), std::nullopt);
    EXPECT_FALSE(reader_.uninvited());
    owe();
    EXPECT_EQ(give(""), std::nullopt);
    EXPECT_EQ(give("OK\n"), "OK");
}

TEST_F(NativeReaderTest, there_is_room_however_full_an_answer_is) {
    EXPECT_GT(reader_.room().size(), 0U);
    owe();
    for (std::size_t i = 0; i < kMaxLineBytes; ++i) {
        ASSERT_EQ(give("x"), std::nullopt) << i;
        ASSERT_GT(reader_.room().size(), 0U) << i;
    }
}

TEST(AnswerReader, engines_have_a_reader_that_passes_over_other_lines_and_native_agents_have_not) {
    for (const Protocol protocol : {Protocol::Uai, Protocol::Uci}) {
        const auto reader = make_reader(protocol);
        EXPECT_NE(reader->asides(), nullptr);
        reader->expect("bestmove");
        EXPECT_EQ(given_to(*reader, "hello\nbestmove g2\n"), "bestmove g2");
    }
    const auto native = make_reader(Protocol::Native);
    EXPECT_EQ(native->asides(), nullptr);
    native->expect("bestmove");
    EXPECT_EQ(given_to(*native, "hello\nbestmove g2\n"), "hello");
}

TEST(AnswerReader, of_an_engine_keeps_the_lines_of_the_pattern_and_without_one_none) {
    for (const bool keeps : {true, false}) {
        const auto reader =
            make_reader(Protocol::Uai, keeps ? std::optional(engine::LinePattern("eval")) : std::nullopt);
        reader->expect("bestmove");
        EXPECT_EQ(given_to(*reader, "info string eval 7\nbestmove g2\n"), "bestmove g2");
        EXPECT_EQ(reader->asides()->info.line, keeps ? "info string eval 7" : "");
    }
}

} // namespace

} // namespace referee

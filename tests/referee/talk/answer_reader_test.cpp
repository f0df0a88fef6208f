#include "referee/talk/answer_reader.hpp"
#include "referee/talk/engine/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace referee {
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

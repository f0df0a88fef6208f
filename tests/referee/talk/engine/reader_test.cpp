#include "referee/talk/engine/reader.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::engine {
namespace {

using namespace std::string_view_literals;

TEST(UaiWords, blanks_at_both_ends_are_trimmed) {
    for (const std::string_view line : {"readyok"sv, "readyok\r"sv, "readyok\r\n"sv, "readyok\n"sv,
                                        " readyok"sv, "\t \treadyok \t\r\r"sv}) {
        EXPECT_EQ(trimmed(line), "readyok") << testing::PrintToString(line);
    }
    EXPECT_EQ(trimmed("a b\r\n"), "a b");
    for (const std::string_view line : {""sv, " "sv, "\r"sv, "\r\n"sv, " \t \r\n"sv}) {
        EXPECT_EQ(trimmed(line), "") << testing::PrintToString(line);
    }
}

TEST(UaiWords, nothing_else_is_trimmed) {
    EXPECT_EQ(trimmed("\vreadyok\0"sv), "\vreadyok\0"sv);
    EXPECT_EQ(trimmed("\xC2\xA0readyok"), "\xC2\xA0readyok");
}

TEST(UaiWords, words_are_taken_one_after_the_other) {
    std::string_view text = " bestmove \t g2  ponder\ta1";
    EXPECT_EQ(take_word(text), "bestmove");
    EXPECT_EQ(text, "g2  ponder\ta1");
    EXPECT_EQ(take_word(text), "g2");
    EXPECT_EQ(take_word(text), "ponder");
    EXPECT_EQ(take_word(text), "a1");
    EXPECT_EQ(text, "");
    EXPECT_EQ(take_word(text), "");
}

TEST(UaiWords, first_word_is_exact_and_may_be_followed_by_anything) {
    EXPECT_EQ(first_word(" readyok indeed\r\n"), "readyok");
    EXPECT_EQ(first_word("readyok\tindeed"), "readyok");
    EXPECT_EQ(first_word("READYOK"), "READYOK");
    EXPECT_EQ(first_word("readyok\0"sv), "readyok\0"sv);
    EXPECT_EQ(first_word("\r\n"), "");
}

TEST(UaiWords, whole_numbers_have_a_sign_at_most) {
    EXPECT_EQ(whole_number<int>("12"), 12);
    EXPECT_EQ(whole_number<int>("-12"), -12);
    EXPECT_EQ(whole_number<int>("+12"), 12);
    EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
    for (const std::string_view word : {""sv, "+"sv, "-"sv, "+-1"sv, "--1"sv, "1.0"sv, "1e3"sv, "0x1"sv,
                                        "1 "sv, "a"sv, "2147483648"sv, "1\0"sv}) {
        EXPECT_EQ(whole_number<int>(word), std::nullopt) << testing::PrintToString(word);
    }
    EXPECT_EQ(whole_number<std::uint64_t>("-1"), std::nullopt);
    EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(UaiWords, a_word_that_is_no_number_is_not_taken) {
    std::string_view text = "7 nodes 12";
    EXPECT_EQ(take_number<int>(text), 7);
    EXPECT_EQ(take_number<int>(text), std::nullopt);
    EXPECT_EQ(text, "nodes 12");
}

} // namespace

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What reading `bytes` comes to: the answer, `fault: REASON`, or `nothing`.
std::string read(Reader& reader, std::string_view bytes) {
    std::string came = "nothing";
    while (!bytes.empty()) {
        const auto room = reader.room();
        const std::size_t count = std::min(room.size(), bytes.size());
        std::copy_n(bytes.begin(), count, room.begin());
        bytes.remove_prefix(count);
        if (const auto answer = reader.take(count)) {
            const auto* fault = std::get_if<AgentFault>(&*answer);
            came = fault != nullptr ? "fault: " + fault->reason : std::string(std::get<Line>(*answer));
        }
    }
    return came;
}

TEST(UaiReader, answer_is_the_line_that_begins_with_the_awaited_word) {
    Reader reader;
    reader.expect("readyok");
    EXPECT_EQ(read(reader, "banner\n\n readyokay\nREADYOK\n"), "nothing");
    EXPECT_EQ(read(reader, " \treadyok and more \r\n"), "readyok and more");
    EXPECT_FALSE(reader.uninvited());
}

TEST(UaiReader, line_may_come_in_pieces) {
    Reader reader;
    reader.expect("bestmove");
    for (const char* piece : {"info depth 3 sc", "ore cp 17\nbest", "move g", "2"}) {
        EXPECT_EQ(read(reader, piece), "nothing");
    }
    EXPECT_EQ(reader.part(), "bestmove g2");
    EXPECT_EQ(read(reader, "\nrest"), "bestmove g2");
    EXPECT_EQ(reader.asides()->info.depth, 3);
    EXPECT_EQ(reader.asides()->info.score, (Score{17, false}));
}

TEST(UaiReader, last_line_that_means_nothing_is_kept_until_the_next_question) {
    Reader reader;
    reader.expect("readyok");
    EXPECT_EQ(read(reader, "READYOK\nhello there\n\nid name x\ninfo depth 3\noption name y\n"), "nothing");
    EXPECT_EQ(reader.unknown_line(), "hello there");
    EXPECT_EQ(read(reader, std::string(1000, 'x') + "\n"), "nothing");
    EXPECT_EQ(reader.unknown_line(), std::string(128, 'x'));
    EXPECT_EQ(read(reader, "readyok\nnot owed\n"), "readyok");
    reader.expect("bestmove");
    EXPECT_EQ(reader.unknown_line(), "");
}

TEST(UaiReader, search_is_that_of_the_last_go) {
    Reader reader;
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "info depth 3\nbestmove a1\ninfo depth 9\n"), "bestmove a1");
    EXPECT_EQ(reader.asides()->info.depth, 3);
    reader.expect("readyok");
    EXPECT_EQ(read(reader, "info depth 8\nreadyok\n"), "readyok");
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "bestmove a1\n"), "bestmove a1");
    EXPECT_FALSE(reader.asides()->info.depth);
}

TEST(UaiReader, last_line_of_a_search_that_a_pattern_matches_is_kept) {
    Reader reader(LinePattern("^info string (net|eval)"));
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "info string net a\nnet b\ninfo string eval \xff\ninfo depth 1\nbestmove a1\n"),
              "bestmove a1");
    EXPECT_EQ(reader.asides()->info.line, "info string eval \uFFFD");
    reader.expect("readyok");
    EXPECT_EQ(read(reader, "info string net c\nreadyok\n"), "readyok");
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "bestmove a1\n"), "bestmove a1");
    EXPECT_EQ(reader.asides()->info.line, "");
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "info string net " + std::string(2000, 'x') + "\nbestmove a1\n"), "bestmove a1");
    EXPECT_EQ(reader.asides()->info.line.size(), 1000U);
}

TEST(UaiReader, what_an_engine_says_of_itself_is_kept) {
    Reader reader;
    reader.expect("uaiok");
    EXPECT_EQ(read(reader, "id name x\nEngine 1\n option name Hash type spin\r\nuaiok\n"), "uaiok");
    EXPECT_THAT(reader.asides()->about, ElementsAre("id name x", "option name Hash type spin"));
}

TEST(UaiReader, a_move_that_is_not_owed_is_a_fault) {
    Reader early;
    early.expect("readyok");
    EXPECT_EQ(read(early, "bestmove a1\nreadyok\n"), "fault: sent 'bestmove a1' when no move was owed");
    Reader twice;
    twice.expect("bestmove");
    EXPECT_EQ(read(twice, "bestmove a1\nbestmove a2\n"), "bestmove a1");
    EXPECT_EQ(twice.uninvited(), "sent 'bestmove a2' when no move was owed");
    Reader between;
    between.expect("bestmove");
    EXPECT_EQ(read(between, "bestmove a1\n"), "bestmove a1");
    EXPECT_EQ(read(between, "info string x\n\nanything\n"), "nothing");
    EXPECT_FALSE(between.uninvited());
    EXPECT_EQ(read(between, "bestmove a3\n"), "nothing");
    EXPECT_THAT(between.uninvited().value_or(""), HasSubstr("bestmove a3"));
}

TEST(UaiReader, line_of_64_kib_is_the_longest) {
    Reader reader;
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, std::string(kMaxLine, 'x') + "\nbestmove a1\n"), "bestmove a1");
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, std::string(kMaxLine + 1, 'x')),
              "fault: sent a line longer than 64 KiB: '" + std::string(80, 'x') + "...'");
}

TEST(UaiReader, output_of_16_mib_for_one_answer_is_the_most) {
    Reader reader;
    const std::string lines = "info string " + std::string(1011, 'x') + "\n"; // 1 KiB
    ASSERT_EQ(lines.size(), 1024U);
    std::string chatter;
    for (std::size_t i = 0; i < kMaxOutput / lines.size(); ++i) {
        chatter += lines;
    }
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, chatter), "nothing");
    EXPECT_EQ(read(reader, "x"), "fault: sent more than 16 MiB in place of one answer");
    reader.expect("bestmove");
    EXPECT_EQ(read(reader, "\n" + chatter.substr(0, chatter.size() / 2) + "bestmove a1\n"), "bestmove a1");
}

} // namespace
} // namespace referee::engine

#include "referee/talk/engine/reader.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

namespace {

SearchInfo after_lines(const std::vector<std::string_view>& lines) {
    SearchInfo info;
    for (const std::string_view line : lines) {
        take_info(line, info);
    }
    return info;
}

/// `depth score nodes pv`, with - for what is absent.
std::string said(const std::vector<std::string_view>& lines) {
    const SearchInfo info = after_lines(lines);
    return (info.depth ? std::to_string(*info.depth) : "-") + " " +
           (info.score ? to_json(*info.score) : "-") + " " +
           (info.nodes ? std::to_string(*info.nodes) : "-") + " " + (info.pv.empty() ? "-" : info.pv);
}

TEST(Info, words_come_in_any_order) {
    EXPECT_EQ(
        said({"info depth 7 seldepth 12 score cp 35 nodes 91210 nps 1200000 time 76 hashfull 12 pv g2 a1a3"}),
        "7 35 91210 g2 a1a3");
    EXPECT_EQ(said({"info nps 5 time 3 nodes 12 score cp -35 depth 7 pv g2"}), "7 -35 12 g2");
    EXPECT_EQ(said({" \tinfo  depth\t7  score  cp  1 \r\n"}), "7 1 - -");
    EXPECT_EQ(said({"info depth 7 pv  g2 \t a1a3 \r"}), "7 - - g2 a1a3");
}

TEST(Info, scores_have_a_unit_or_none_and_may_be_bounds) {
    EXPECT_EQ(said({"info depth 1 score 120 nodes 4"}), "1 120 4 -");
    EXPECT_EQ(said({"info depth 1 score -7 nodes 4"}), "1 -7 4 -");
    EXPECT_EQ(said({"info depth 1 score cp +7 nodes 4"}), "1 7 4 -");
    EXPECT_EQ(said({"info depth 1 score cp 12 lowerbound nodes 4"}), "1 12 4 -");
    EXPECT_EQ(said({"info depth 1 score -12 upperbound nodes 4"}), "1 -12 4 -");
    EXPECT_EQ(said({"info depth 1 score mate 5"}), "1 \"#5\" - -");
    EXPECT_EQ(said({"info depth 1 score mate -3 upperbound nodes 2"}), "1 \"#-3\" 2 -");
}

TEST(Info, pv_goes_to_the_next_field_and_string_to_the_end_of_the_line) {
    EXPECT_EQ(said({"info depth 3 pv g2  a1a3 nodes 5 score cp -9 string depth 8"}), "3 -9 5 g2 a1a3");
    for (const std::string field : {"depth 3", "score cp 1", "nodes 1", "nps 5", "currmove a2", "multipv 1",
                                    "currline 1 a2", "string a2", "hashfull 1", "refutation a2 b2"}) {
        EXPECT_THAT(said({"info depth 3 pv g2 P@e4 Nf3 0000 e7e8q " + field}),
                    ::testing::EndsWith(" g2 P@e4 Nf3 0000 e7e8q"));
    }
    EXPECT_EQ(said({"info depth 3 string pv g2 depth 9 nodes 5"}), "3 - - -");
    EXPECT_EQ(said({"info string depth 3"}), "- - - -");
    EXPECT_EQ(said({"info depth 3 pv"}), "3 - - -");
}

TEST(Info, unknown_words_are_passed_over_one_at_a_time) {
    EXPECT_EQ(said({"info fancy depth 3 wdl 1 2 3 currmove g2 nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info DEPTH 4 depth 3 tbhits nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info", "info ", "information depth 3", "Info depth 3", "depth 3", "", "readyok"}),
              "- - - -");
}

TEST(Info, a_value_that_is_no_number_drops_its_field_alone) {
    EXPECT_EQ(said({"info depth x score cp 5 nodes 7", "info depth 2"}), "2 5 7 -");
    EXPECT_EQ(said({"info depth 3 score cp high nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info depth 3 score nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info depth 3 score cp nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info depth 3 score mate 1.5 nodes 7"}), "3 - 7 -");
    EXPECT_EQ(said({"info depth nodes 7 score cp 1", "info depth 1"}), "1 1 7 -");
    EXPECT_EQ(said({"info depth 3 nodes -7 score cp 2147483648"}), "3 - - -");
    EXPECT_EQ(said({"info depth 3 nodes 18446744073709551616"}), "3 - - -");
    EXPECT_EQ(said({"info depth 3 nodes 1000000000000000"}), "3 - 1000000000000000 -");
    EXPECT_EQ(said({"info depth 3 nodes 1000000000000001"}), "3 - - -");
    EXPECT_EQ(said({"info depth 3 score cp -2147483648"}), "3 - - -");
    EXPECT_EQ(said({"info depth 3 score mate -2147483647"}), "3 \"#-2147483647\" - -");
    EXPECT_EQ(said({"info depth -1 nodes 7"}), "- - 7 -");
    EXPECT_EQ(said({"info depth"}), "- - - -");
}

TEST(Info, the_last_line_with_a_depth_counts) {
    EXPECT_EQ(said({"info depth 1 score cp 1 nodes 10 pv a2", "info depth 2 score cp 2 nodes 20 pv b2"}),
              "2 2 20 b2");
    EXPECT_EQ(said({"info depth 9 score cp 1", "info depth 2 score cp 2"}), "2 2 - -");
}

TEST(Info, an_exact_score_is_not_replaced_by_a_bound) {
    EXPECT_EQ(
        said({"info depth 8 score cp 30 nodes 100 pv a2", "info depth 9 score cp 44 lowerbound nodes 200",
              "info depth 9 score cp 12 upperbound nodes 300 pv b2"}),
        "8 30 300 a2");
    EXPECT_EQ(
        said({"info depth 1 score cp 5 upperbound nodes 3", "info depth 2 score cp 7 lowerbound pv c2"}),
        "2 7 3 c2");
    EXPECT_EQ(said({"info depth 3 score cp 5 upperbound", "info depth 3 score cp 7 pv c2",
                    "info depth 4 score cp 9 lowerbound"}),
              "3 7 - c2");
}

TEST(Info, the_move_that_is_being_searched_says_no_depth_behind_a_score) {
    EXPECT_EQ(said({"info depth 8 score cp 30 pv a2", "info depth 9 currmove b2 currmovenumber 1 nodes 500"}),
              "8 30 500 a2");
    EXPECT_EQ(said({"info depth 2 currmove b2 nodes 5"}), "2 - 5 -");
}

/// `time seldepth hashfull tbhits`, with - for what is absent.
std::string counted(const std::vector<std::string_view>& lines) {
    const SearchInfo info = after_lines(lines);
    std::string text;
    for (const auto& number : {info.time_ms, info.seldepth, info.hashfull, info.tbhits}) {
        text += (text.empty() ? "" : " ") + (number ? std::to_string(*number) : "-");
    }
    return text;
}

TEST(Info, time_depth_hash_and_tables_are_told) {
    for (const auto& [lines, numbers] : std::vector<std::pair<std::vector<std::string_view>, const char*>>{
             {{"info depth 7 seldepth 12 time 76 hashfull 12 tbhits 3 pv g2"}, "76 12 12 3"},
             {{"info time 0 tbhits 0 hashfull 1000 seldepth 0 depth 1"}, "0 0 1000 0"},
             {{"info depth 1 time 5", "info depth 2 seldepth 4"}, "5 4 - -"},
             {{"info depth 1 time 5", "info time 9 nodes 3"}, "9 - - -"},
             {{"info time 9 score cp 3"}, "9 - - -"},
             {{"info depth 8 score cp 3 time 5", "info depth 9 score cp 4 upperbound time 7"}, "7 - - -"},
             {{"info depth 8 time 7", "info depth 8 multipv 2 time 9"}, "7 - - -"},
             {{"info depth 1 time x hashfull 1001 seldepth 2147483648 tbhits -1"}, "- - - -"},
             {{"info depth 1 time 10000000000 tbhits 1000000000000001"}, "10000000000 - - -"},
             {{"info depth 1 time 10000000001 hashfull"}, "- - - -"},
             {{"info string time 5", "info depth 1 pv time 5"}, "5 - - -"}}) {
        EXPECT_EQ(counted(lines), numbers) << lines.front();
    }
    EXPECT_EQ(said({"info depth 1 nodes 10", "info depth 2 score cp 1", "info nodes 30"}), "2 1 30 -");
}

TEST(Info, score_is_a_bound_until_an_exact_one_came) {
    SearchInfo info;
    take_info("info depth 1 score mate 1 lowerbound pv a2", info);
    EXPECT_TRUE(info.is_bound);
    take_info("info depth 1 score mate 1 pv a2", info);
    EXPECT_FALSE(info.is_bound);
    take_info("info depth 2 score mate 2 upperbound pv b2", info);
    EXPECT_FALSE(info.is_bound) << "the exact score stays";
}

TEST(Info, clear_lets_the_next_search_begin_with_bounds) {
    SearchInfo info = after_lines({"info depth 8 score cp 30"});
    info.clear();
    take_info("info depth 2 score cp 4 upperbound", info);
    EXPECT_EQ(info.score, (Score{.value = 4}));
}

TEST(Info, fields_of_earlier_lines_are_kept) {
    EXPECT_EQ(said({"info depth 1 score cp 1 nodes 10 pv a2", "info depth 2 nodes 20"}), "2 1 20 a2");
    EXPECT_EQ(said({"info score cp 5 nodes 7 pv a2", "info depth 2"}), "2 5 7 a2");
}

TEST(Info, a_line_without_depth_and_score_counts_from_the_next_with_one_on) {
    EXPECT_EQ(said({"info depth 1 score cp 1 nodes 10", "info time 0", "info nodes 99 pv c3"}), "1 1 10 -");
    EXPECT_EQ(said({"info depth 1 score cp 1 nodes 10", "info nodes 99 pv c3", "info depth 2 score cp 2"}),
              "2 2 99 c3");
    EXPECT_EQ(said({"info time 0"}), "- - - -");
}

TEST(Info, a_score_without_a_depth_counts_at_once) {
    EXPECT_EQ(said({"info score cp 9 nodes 3"}), "- 9 3 -");
    EXPECT_EQ(said({"info depth 7/12 score cp 9 pv c3"}), "- 9 - c3");
    EXPECT_EQ(said({"info depth 5 score cp 1 nodes 10", "info nodes 99 score cp 9 pv c3"}), "5 9 99 c3");
    EXPECT_EQ(said({"info depth 5 score cp 1 nodes 10", "info nodes 99 score cp 9 lowerbound pv c3"}),
              "5 1 99 -");
}

TEST(Info, lines_of_second_choices_are_ignored) {
    EXPECT_EQ(said({"info depth 5 multipv 1 score cp 9", "info depth 5 multipv 2 score cp 3 pv a2"}),
              "5 9 - -");
    EXPECT_EQ(said({"info multipv 2 depth 5"}), "- - - -");
    EXPECT_EQ(said({"info multipv x depth 5"}), "5 - - -");
}

TEST(Info, a_score_of_0_after_0_nodes_is_none) {
    EXPECT_EQ(said({"info depth 1 score cp 0 nodes 0"}), "1 - 0 -");
    EXPECT_EQ(said({"info depth 1 nodes 0 score 0"}), "1 - 0 -");
    EXPECT_EQ(said({"info depth 1 score cp 0 nodes 1"}), "1 0 1 -");
    EXPECT_EQ(said({"info depth 1 score cp 0"}), "1 0 - -");
    EXPECT_EQ(said({"info depth 1 score cp 1 nodes 0"}), "1 1 0 -");
    EXPECT_EQ(said({"info depth 1 score mate 0 nodes 0"}), "1 \"#0\" 0 -");
    EXPECT_EQ(said({"info depth 1 score cp 8 nodes 5", "info depth 2 score cp 0 nodes 0"}), "2 8 0 -");
}

TEST(Info, pv_is_valid_utf8) {
    EXPECT_EQ(said({"info depth 1 pv g2 \xff\xfe"}), "1 - - g2 \xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(said({"info depth 1 pv \xC3\xA9"}), "1 - - \xC3\xA9");
}

TEST(Info, clear_forgets_all_and_keeps_the_capacity) {
    SearchInfo info = after_lines({"info depth 1 score cp 1 nodes 10 time 3 pv " + std::string(5000, 'a')});
    const char* const memory = info.pv.data();
    info.clear();
    EXPECT_FALSE(info.depth || info.score || info.nodes || info.time_ms || info.is_exact);
    EXPECT_EQ(info.pv, "");
    take_info("info depth 2", info);
    EXPECT_FALSE(info.score || info.nodes);
    EXPECT_EQ(info.pv, "");
    take_info("info depth 2 pv " + std::string(5000, 'b'), info);
    EXPECT_EQ(info.pv, std::string(5000, 'b'));
    EXPECT_EQ(info.pv.data(), memory);
}

TEST(Score, mates_are_read_back) {
    EXPECT_EQ(mate_score("#5"), (Score{.value = 5, .is_mate = true}));
    EXPECT_EQ(mate_score("#-3"), (Score{.value = -3, .is_mate = true}));
    for (const char* text : {"", "5", "#", "#x", "##5", "# 5", "#5 ", "\"#5\""}) {
        EXPECT_EQ(mate_score(text), std::nullopt) << text;
    }
    EXPECT_EQ(to_json({.value = std::numeric_limits<int>::min()}), "-2147483648");
}

} // namespace

} // namespace referee::engine

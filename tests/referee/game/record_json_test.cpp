#include "referee/game/json.hpp"
#include "referee/game/record.hpp"
#include "tests/referee/game/a_record.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_support::a_record;
using testing_support::kLine;
using testing_support::user_error_text;

/// The line with the value at `pointer` replaced, or removed.
std::string with(const std::string& pointer, const std::string& value) {
    Json json = Json::parse(kLine);
    json[Json::json_pointer(pointer)] = Json::parse(value);
    return json.dump();
}
std::string without(const std::string& pointer) {
    Json json = Json::parse(kLine);
    const Json::json_pointer where(pointer);
    json[where.parent_pointer()].erase(where.back());
    return json.dump();
}

std::string error_of(const std::string& line) {
    return user_error_text([&] { static_cast<void>(parse_record(line)); });
}

TEST(RecordJson, is_read_as_it_was_written) {
    const GameRecord record = parse_record(kLine);
    EXPECT_EQ(record.game, 7U);
    EXPECT_EQ(record.pair, 3U);
    EXPECT_EQ(record.first, Player::Agent2);
    EXPECT_EQ(record.opening, a_record().opening);
    ASSERT_EQ(record.moves.size(), 2U);
    EXPECT_EQ(record.moves[0].numbers, (MoveNumbers{1, 1, 2, 2}));
    EXPECT_EQ(record.moves[0].took, 183us);
    EXPECT_EQ(record.moves[1].took, 2s);
    EXPECT_EQ(record.winner, Winner::Agent1);
    EXPECT_EQ(record.score, (PerPlayer<int>{26, 23}));
    EXPECT_EQ(record.turns, 4U);
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    ASSERT_TRUE(record.fault && record.also_fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->reason, a_record().fault->reason);
    EXPECT_EQ(record.fault->stderr_tail, a_record().fault->stderr_tail);
    EXPECT_EQ(record.also_fault->termination, Termination::Crashed);
    EXPECT_EQ(record.also_fault->agent, Player::Agent1);
    EXPECT_EQ(record.used, (PerPlayer<std::chrono::nanoseconds>{84'012us, 974'388us}));
    EXPECT_EQ(record.seed, a_record().seed);
    EXPECT_EQ(record.exit, a_record().exit);
    EXPECT_EQ(record.turn_limit, 300);
    EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{true, false}));
    EXPECT_EQ(to_json_line(record), kLine);
}

TEST(RecordJson, optional_fields_have_defaults_and_unknown_ones_are_ignored) {
    EXPECT_FALSE(parse_record(without("/also_fault")).also_fault);
    EXPECT_FALSE(parse_record(with("/also_fault", "null")).also_fault);
    EXPECT_EQ(parse_record(without("/turn_limit")).turn_limit, 400);
    EXPECT_FALSE(parse_record(with("/winner", "null")).winner);
    EXPECT_FALSE(parse_record(with("/fault", "null")).fault);
    EXPECT_EQ(parse_record(with("/something_new", "{\"a\":1}")).game, 7U);
    EXPECT_EQ(parse_record(" " + kLine + " ").game, 7U);
}

TEST(RecordJson, fields_that_are_not_known_are_named) {
    const auto unknown = [](const std::string& line) {
        std::vector<std::string> fields;
        static_cast<void>(parse_record(line, &fields));
        return fields;
    };
    EXPECT_THAT(unknown(kLine), testing::IsEmpty());
    EXPECT_THAT(unknown(with("/winner", "null")), testing::IsEmpty());
    EXPECT_THAT(unknown(with("/fault", "null")), testing::IsEmpty());
    for (const char* const pointer :
         {"/colour", "/fault/colour", "/also_fault/colour", "/time_loss/termination"}) {
        EXPECT_THAT(unknown(with(pointer, "1")), testing::ElementsAre(pointer));
    }
}

TEST(RecordJson, a_missing_field_is_named) {
    for (const char* pointer : {"/format", "/game", "/pair", "/first", "/opening", "/moves", "/winner",
                                "/score", "/turns", "/termination", "/fault", "/used_us", "/seed", "/exit",
                                "/fault/agent", "/fault/reason", "/fault/stderr", "/also_fault/agent"}) {
        EXPECT_EQ(error_of(without(pointer)), std::string("missing field ") + pointer);
    }
}

TEST(RecordJson, a_wrong_field_is_named_with_what_is_right) {
    struct Row {
        const char* pointer;
        const char* value;
        const char* expected;
    };
    for (const Row& row : {
             Row{"/format", "2", "/format is 2; it must be a whole number from 1 to 1"},
             Row{"/game", "-1", "/game is -1; it must be a whole number from 0 to"},
             Row{"/game", "1.5", "/game is 1.5; it must be a whole number"},
             Row{"/game", "\"1\"", "/game is \"1\"; it must be a whole number"},
             Row{"/game", "18446744073709551615", "/game is 18446744073709551615; it must be a whole number"},
             Row{"/game", "true", "/game is true; it must be"},
             Row{"/first", "0", "/first is 0; it must be a whole number from 1 to 2"},
             Row{"/first", "3", "/first is 3; it must be a whole number from 1 to 2"},
             Row{"/opening", "null", "/opening is null; it must be an array"},
             Row{"/opening/1", "[1,2,3]", "/opening/1 is [1,2,3]; it must be an array of 4"},
             Row{"/moves", "{}", "/moves is {}; it must be an array"},
             Row{"/moves/0", "[1,1,2,2]", "/moves/0 is [1,1,2,2]; it must be an array of 5"},
             Row{"/moves/1/4", "-1", "/moves/1/4 is -1; it must be a whole number from 0 to"},
             Row{"/moves/1/0", "1000000000",
                 "/moves/1/0 is 1000000000; it must be a whole number from -999999999"},
             Row{"/winner", "3", "/winner is 3; it must be a whole number from 0 to 2"},
             Row{"/winner", "\"draw\"", "/winner is \"draw\"; it must be"},
             Row{"/score", "[1,2,3]", "/score is [1,2,3]; it must be an array of 2"},
             Row{"/score/1", "50", "/score/1 is 50; it must be a whole number from 0 to 49"},
             Row{"/turns", "-4", "/turns is -4; it must be"},
             Row{"/termination", "\"boredom\"",
                 "/termination is \"boredom\"; it must be the name of a termination"},
             Row{"/termination", "1", "/termination is 1; it must be a string"},
             Row{"/fault", "[]", "/fault is []; it must be an object"},
             Row{"/fault/agent", "0", "/fault/agent is 0; it must be a whole number from 1 to 2"},
             Row{"/fault/stderr", "null", "/fault/stderr is null; it must be a string"},
             Row{"/used_us/0", "1.5", "/used_us/0 is 1.5; it must be"},
             Row{"/seed/0", "17", "/seed/0 is 17; it must be a string"},
             Row{"/seed/1", "\"18446744073709551616\"",
                 "it must be a whole number from 0 to 18446744073709551615 in a string"},
             Row{"/seed/1", "\"-1\"",
                 "/seed/1 is \"-1\"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/seed/1", "\"\"",
                 "/seed/1 is \"\"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/seed/1", "\"1 \"",
                 "/seed/1 is \"1 \"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/exit/0", "0", "/exit/0 is 0; it must be a string"},
             Row{"/lacks_opening", "1", "/lacks_opening is 1; it must be an array"},
             Row{"/lacks_opening/0", "3", "/lacks_opening/0 is 3; it must be a whole number from 1 to 2"},
             Row{"/lacks_opening/0", "true", "/lacks_opening/0 is true; it must be a whole number"},
             Row{"/turn_limit", "0", "/turn_limit is 0; it must be a whole number from 1"},
             Row{"/hashfull", "[1001,null]", "/hashfull/0 is 1001; it must be a whole number from 0 to 1000"},
             Row{"/time_ms", "[1]", "/time_ms is [1]; it must be an array of 2"},
             Row{"/started", "\"2026-11-26T21:55:58Z\"",
                 "/started is \"2026-11-26T21:55:58Z\"; it must be a time in UTC, e.g. "
                 "2026-11-26T21:55:58.042Z"},
             Row{"/duration_ms", "-1", "/duration_ms is -1; it must be a whole number from 0"},
         }) {
        EXPECT_THAT(error_of(with(row.pointer, row.value)), HasSubstr(row.expected));
    }
    // Long values are not quoted whole.
    EXPECT_LT(error_of(with("/game", '"' + std::string(5000, 'x') + '"')).size(), 200U);
}

TEST(RecordJson, moves_of_another_width_are_refused_in_the_form_that_is_written) {
    const auto line_with = [](std::string_view key, std::string_view list) {
        std::string line = kLine;
        const auto begin = line.find(key) + key.size();
        return line.replace(begin, line.find("]]", begin) + 2 - begin, list);
    };
    for (const auto& [key, right] : {std::pair{"opening", 4}, {"moves", 5}}) {
        for (const int width : {1, 3, 4, 5, 6, 7}) {
            if (width == right) {
                continue;
            }
            const std::string numbers =
                fmt::format("[{}]", fmt::join(std::vector<int>(static_cast<std::size_t>(width), 1), ","));
            EXPECT_THAT(
                error_of(line_with(fmt::format("\"{}\":", key), "[" + numbers + "]")),
                HasSubstr(fmt::format("/{}/0 is {}; it must be an array of {}", key, numbers, right)));
        }
    }
}

TEST(RecordJson, limits_beside_a_budget_are_ignored) {
    const GameRecord record = parse_record("{\"limits\":7," + kLine.substr(1));
    EXPECT_EQ(record.limits.agent1, TimeControl(10s));
    EXPECT_EQ(record.limits.agent2, TimeControl(5s));
}

TEST(RecordJson, text_that_is_no_json_is_refused_with_its_column) {
    EXPECT_THAT(error_of(""), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("{"), HasSubstr("not JSON (column 2)"));
    EXPECT_THAT(error_of(kLine.substr(0, kLine.size() - 1)), HasSubstr("not JSON"));
    EXPECT_THAT(error_of(kLine + kLine), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("\xff"), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("[]"), HasSubstr("it is []; it must be an object"));
    EXPECT_THAT(error_of("17"), HasSubstr("it is 17; it must be an object"));
}

TEST(RecordJson, a_deeply_nested_value_is_an_error_of_the_user) {
    constexpr std::size_t kDepth = 200'000;
    std::string line = "{\"format\":";
    line.append(kDepth, '[').append(kDepth, ']').append("}");
    EXPECT_THAT(error_of(line), HasSubstr("nested too deeply"));
}

TEST(RecordJson, a_number_that_overflows_is_an_error_of_the_user) {
    EXPECT_THAT(error_of("{\"format\":1e400}"), HasSubstr("a number is too large"));
}

TEST(RecordJson, agents_that_lack_openings_are_read_by_number) {
    EXPECT_EQ(parse_record(without("/lacks_opening")).lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[]")).lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[2]")).lacks_opening, (PerPlayer<bool>{false, true}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[1,2]")).lacks_opening, (PerPlayer<bool>{true, true}));
}

/// The record in a line, written again, with what was unknown in it; or the error, without its column.
std::string read_of(const std::string& line) {
    std::vector<std::string> unknown;
    try {
        const std::string again = to_json_line(parse_record(line, &unknown));
        return fmt::format("{} {}", again, fmt::join(unknown, " "));
    } catch (const UserError& error) {
        const std::string text = error.what();
        return text.substr(0, text.find(" (column "));
    }
}

/// The line with spaces where to_json_line() writes none: then nothing is taken out of it before it is read.
std::string spaced(std::string line) {
    for (const std::string key : {",\"opening\":[", ",\"moves\":["}) {
        if (const auto at = line.find(key); at != std::string::npos) {
            line.insert(at + 1, " ");
        }
    }
    return line;
}

std::vector<std::string> lines_of_all_forms() {
    GameRecord engine = a_record();
    engine.moves = {{{-1, -1, -1, -1}, 0ns}, {{1, 1, 2, 2}, 999'999'999us}, {{2, 2, 3, 3}, 1000s}};
    engine.opening = {};
    GameRecord column;
    column.rules = Game::ConnectFour;
    column.opening = {{4}, {5}};
    column.moves = {{{1}, 5us}, {{2}, 0us}};
    GameRecord square = column;
    square.rules = Game::TicTacToe;
    square.opening = {};
    square.moves = {{{1, 1}, 5us}, {{2, 2}, 70us}, {{3, 1}, 1us}};
    return {kLine, to_json_line(engine), to_json_line(column), to_json_line(square),
            to_json_line(GameRecord())};
}

TEST(RecordJson, lists_are_taken_out_of_the_lines_that_are_written) {
    for (const std::string& line : lines_of_all_forms()) {
        EXPECT_EQ(read_of(line), read_of(spaced(line)));
        EXPECT_EQ(read_of(line), line + " ");
    }
}

TEST(RecordJson, lists_of_another_form_are_read_as_the_rest_is) {
    for (const std::string moves : {"[[01,1,2,2,3]]",
                                    "[[1,1,2,2,-3]]",
                                    "[[1,1,2,2,4294967297]]",
                                    "[[1,1,2,2,1000000000]]",
                                    "[[1,1,2,2,1e3]]",
                                    "[[1,1,2,2,5.0]]",
                                    "[[-0,1,2,2,5]]",
                                    "[[-01,1,2,2,5]]",
                                    "[[--1,1,2,2,5]]",
                                    "[[+1,1,2,2,5]]",
                                    "[[1,1,2,2,3],]",
                                    "[[1,1,2,2,3]",
                                    "[[1,1,2,2]]",
                                    "[[1,1,2,2,3],[1,1,2,2]]",
                                    "[[1,1,2,2,3,4]]",
                                    "[[]]",
                                    "[[1,1,2,2,]]",
                                    "[1,1]",
                                    "[[[1,1,2,2,3]]]",
                                    "[[1,1,2,2,3]]]",
                                    "[[1,1,2,2,\"3\"]]",
                                    "[[1,1,2,2,3]],\"moves\":[[1,1,2,2,3]]",
                                    "[[1,1,2,2,3]],\"later\":{\"moves\":[]}",
                                    "{\"moves\":[]}",
                                    "\",\\\"moves\\\":[[\"",
                                    "[[1000000000,1,2,2,3]]"}) {
        const auto begin = kLine.find("[[1,1,2,2");
        const std::string line = kLine.substr(0, begin) + moves + kLine.substr(kLine.find(",\"winner\""));
        EXPECT_EQ(read_of(line), read_of(spaced(line))) << moves;
    }
    const std::string inner = R"({"x":{"a":1,"moves":[[1,1,2,2,3]]},)" + kLine.substr(1);
    EXPECT_EQ(read_of(inner), read_of(spaced(inner)));
}

TEST(RecordJson, ten_thousand_damaged_lines_are_read_alike_whether_lists_are_taken_out_or_not) {
    constexpr std::string_view kBytes = "0123456789-+.eE[]{},:\" \\a\x01";
    std::mt19937_64 random(20261126);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const std::vector<std::string> lines = lines_of_all_forms();
    std::size_t readable = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::string line = lines[below(lines.size())];
        for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
            // Half of them where the lists are.
            const std::size_t lists = below(2) == 0 ? std::string::npos : line.find("\"opening\"");
            const std::size_t begin = lists == std::string::npos ? 0 : lists;
            const std::size_t end = std::min(line.size(), begin == 0 ? line.size() : begin + 100);
            const std::size_t at = begin + below(end - begin);
            const std::size_t kind = below(3);
            line.replace(at, kind == 0 ? 0 : 1,
                         kind == 2 ? "" : std::string(1, kBytes[below(kBytes.size())]));
        }
        const std::string read = read_of(line);
        readable += read.starts_with("{") ? 1U : 0U;
        ASSERT_EQ(read, read_of(spaced(line))) << line;
    }
    EXPECT_GT(readable, 500U);
}

/// A record with so many moves.
GameRecord with_moves(std::size_t moves) {
    GameRecord record;
    record.moves.resize(moves, {.numbers = {1, 1, 2, 2}});
    return record;
}

/// What stands between the moves and the winner.
std::string search_fields(const std::vector<SearchNote>& notes) {
    GameRecord record = with_moves(notes.size());
    const std::string without = to_json_line(record);
    record.search = notes;
    const std::string line = to_json_line(record);
    return line.substr(without.find(",\"winner\""), line.size() - without.size());
}

std::vector<SearchNote> searches_in(const std::string& search, std::size_t moves) {
    std::string line = to_json_line(with_moves(moves));
    return parse_record(line.insert(line.find(",\"winner\""), search)).search;
}

std::string refused_search(const std::string& line, std::size_t moves) {
    return user_error_text([&] { static_cast<void>(searches_in(line, moves)); });
}

TEST(SearchFields, are_those_that_are_known_of_a_move_and_null_where_they_are_not) {
    const std::vector<SearchNote> nothing(3);
    EXPECT_EQ(search_fields(nothing), "");
    EXPECT_EQ(search_fields({}), "");
    std::vector<SearchNote> notes(3);
    notes[0] = {.depth = 7, .score = engine::Score{-35}, .nodes = 91210, .pv = "g2 a1a3"};
    notes[2] = {.depth = 0, .score = engine::Score{-3, true}, .line = "info \"x\" \\"};
    EXPECT_EQ(search_fields(notes),
              R"(,"depth":[7,null,0],"scores":[-35,null,"#-3"],"nodes":[91210,null,null],)"
              R"("pv":["g2 a1a3",null,null],"line":[null,null,"info \"x\" \\"])");
}

TEST(SearchFields, each_number_has_a_field_of_its_own) {
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        std::vector<SearchNote> notes(2);
        notes[1].*number.place = number.most;
        const std::string field = search_fields(notes);
        EXPECT_EQ(field, ",\"" + std::string(number.key) + "\":[null," + std::to_string(number.most) + "]");
        EXPECT_EQ(searches_in(field, 2), notes);
        EXPECT_THAT(refused_search(
                        ",\"" + std::string(number.key) + "\":[" + std::to_string(number.most + 1) + "]", 1),
                    HasSubstr("from 0 to " + std::to_string(number.most)));
    }
}

TEST(SearchFields, are_read_as_they_were_written) {
    std::vector<SearchNote> notes(4);
    notes[0] = {.depth = 7, .score = engine::Score{35}, .time_ms = 0, .pv = "g2"};
    notes[1] = {.score = engine::Score{5, true}, .nodes = 1};
    notes[3] = {.depth = 2147483647, .score = engine::Score{-2147483647}, .line = "gr\xC3\xBC\xC3\x9F"};
    EXPECT_EQ(searches_in(search_fields(notes), 4), notes);
}

TEST(SearchFields, line_without_them_has_no_notes_and_with_one_a_note_for_each_move) {
    EXPECT_EQ(searches_in("", 3).size(), 0U);
    EXPECT_EQ(searches_in(R"(,"pv":[null,null,null])", 3), std::vector<SearchNote>(3));
}

TEST(SearchFields, what_is_wrong_is_named) {
    for (const auto& [line, expected] : {
             std::pair{R"(,"depth":[1])", "/depth is [1]; it must be an array of 2"},
             {R"(,"depth":[1,2,3])", "/depth is [1,2,3]; it must be an array of 2"},
             {R"(,"depth":[1,-1])", "/depth/1 is -1; it must be a whole number from 0 to 2147483647"},
             {R"(,"scores":[1,0.5])", "/scores/1 is 0.5; it must be a whole number"},
             {R"(,"scores":[-2147483648,1])", "/scores/0 is -2147483648; it must be a whole number"},
             {R"(,"scores":["5",1])", "/scores/0 is \"5\"; it must be a whole number, or the moves to a win"},
             {R"(,"pv":[1,null])", "/pv/0 is 1; it must be a string"},
             {R"(,"line":[null,[]])", "/line/1 is []; it must be a string"},
         }) {
        EXPECT_THAT(refused_search(line, 2), HasSubstr(expected)) << line;
    }
}

} // namespace
} // namespace referee

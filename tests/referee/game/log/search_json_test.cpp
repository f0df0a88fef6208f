#include "referee/game/log/search_json.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace referee {
namespace {

using testing::HasSubstr;
using testing_support::user_error_text;

std::vector<SearchNote> searches_in(const std::string& line, std::size_t moves) {
    const Json json = parse_json(line);
    return read_searches(JsonNode(json, ""), moves);
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
        EXPECT_EQ(searches_in("{" + field.substr(1) + "}", 2), notes);
        EXPECT_THAT(refused_search(
                        "{\"" + std::string(number.key) + "\":[" + std::to_string(number.most + 1) + "]}", 1),
                    HasSubstr("from 0 to " + std::to_string(number.most)));
    }
}

TEST(SearchFields, are_read_as_they_were_written) {
    std::vector<SearchNote> notes(4);
    notes[0] = {.depth = 7, .score = engine::Score{35}, .time_ms = 0, .pv = "g2"};
    notes[1] = {.score = engine::Score{5, true}, .nodes = 1};
    notes[3] = {.depth = 2147483647, .score = engine::Score{-2147483647}, .line = "gr\xC3\xBC\xC3\x9F"};
    EXPECT_EQ(searches_in("{" + search_fields(notes).substr(1) + "}", 4), notes);
}

TEST(SearchFields, line_without_them_has_no_notes_and_with_one_a_note_for_each_move) {
    EXPECT_EQ(searches_in("{}", 3).size(), 0U);
    EXPECT_EQ(searches_in(R"({"pv":[null,null,null]})", 3), std::vector<SearchNote>(3));
}

TEST(SearchFields, what_is_wrong_is_named) {
    for (const auto& [line, expected] : {
             std::pair{R"({"depth":[1]})", "/depth is [1]; it must be an array of 2"},
             {R"({"depth":[1,2,3]})", "/depth is [1,2,3]; it must be an array of 2"},
             {R"({"depth":[1,-1]})", "/depth/1 is -1; it must be a whole number from 0 to 2147483647"},
             {R"({"scores":[1,0.5]})", "/scores/1 is 0.5; it must be a whole number"},
             {R"({"scores":[-2147483648,1]})", "/scores/0 is -2147483648; it must be a whole number"},
             {R"({"scores":["5",1]})",
              "/scores/0 is \"5\"; it must be a whole number, or the moves to a win"},
             {R"({"pv":[1,null]})", "/pv/0 is 1; it must be a string"},
             {R"({"line":[null,[]]})", "/line/1 is []; it must be a string"},
         }) {
        EXPECT_THAT(refused_search(line, 2), HasSubstr(expected)) << line;
    }
}

} // namespace
} // namespace referee

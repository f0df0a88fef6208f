#include "referee/game/json.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace referee {
namespace {

using ::testing::HasSubstr;
using testing_support::user_error_text;

std::int64_t integer(const std::string& text) {
    const Json json = parse_json(text);
    return JsonNode(json, "").integer();
}

TEST(Json, whole_numbers_may_have_a_point_or_an_exponent) {
    EXPECT_EQ(integer("0"), 0);
    EXPECT_EQ(integer("-7"), -7);
    EXPECT_EQ(integer("9223372036854775807"), 9223372036854775807);
    EXPECT_EQ(integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(integer("10.0"), 10);
    EXPECT_EQ(integer("-0.0"), 0);
    EXPECT_EQ(integer("1e4"), 10000);
    EXPECT_EQ(integer("-9007199254740992.0"), -9007199254740992);
}

TEST(Json, other_numbers_are_not_whole) {
    for (const char* const text :
         {"0.5", "-1e-9", "9007199254740994.0", "1e30", "-1e300", "9223372036854775808",
          "18446744073709551616", "\"7\"", "true", "null", "[1]", "{}"}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(integer(text)); }),
                    HasSubstr("must be a whole number"))
            << text;
    }
}

TEST(Json, errors_name_the_place) {
    const Json json = parse_json(R"({"a": [{"b": 1}, {"b": "x"}]})");
    const JsonNode root(json, "file: ");
    const auto items = root.at("a").items(2);
    EXPECT_EQ(items[0].at("b").integer(1, 1), 1);
    EXPECT_EQ(user_error_text([&] { static_cast<void>(items[0].at("b").integer(2, 3)); }),
              "file: /a/0/b is 1; it must be a whole number from 2 to 3");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(items[1].at("b").truth()); }),
              "file: /a/1/b is \"x\"; it must be true or false");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(items[1].at("c")); }), "missing field file: /a/1/c");
}

TEST(Json, text_that_is_no_json_is_refused_with_its_byte) {
    EXPECT_THROW(static_cast<void>(parse_json("{")), NotJson);
    EXPECT_THROW(static_cast<void>(parse_json("1e999")), NotJson);
    EXPECT_THROW(static_cast<void>(parse_json(std::string(100, '[') + std::string(100, ']'))), NotJson);
    EXPECT_NO_THROW(static_cast<void>(parse_json(std::string(32, '[') + std::string(32, ']'))));
}

} // namespace
} // namespace referee

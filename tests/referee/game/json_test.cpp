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

TEST(Json, errors_show_values_as_printable_text_and_cut_no_character) {
    const auto error_of = [](const std::string& value) {
        const Json json = parse_json(value);
        return user_error_text([&] { static_cast<void>(JsonNode(json, "").integer()); });
    };
    const auto letters = [](std::size_t count) {
        std::string text;
        for (; count > 0; --count) {
            text += "\xC3\xA9";
        }
        return text;
    };
    EXPECT_EQ(error_of('"' + letters(29) + '"'), "it is \"" + letters(29) + "\"; it must be a whole number");
    EXPECT_EQ(error_of('"' + letters(31) + '"'), "it is \"" + letters(30) + "...; it must be a whole number");
    EXPECT_EQ(error_of("\"x" + letters(31) + '"'),
              "it is \"x" + letters(29) + "...; it must be a whole number");
    EXPECT_EQ(error_of("\"\x7F\xC2\x9B\""), "it is \"\\x7f\\xc2\\x9b\"; it must be a whole number");
}

TEST(Json, text_that_is_no_json_is_refused_with_its_byte) {
    EXPECT_THROW(static_cast<void>(parse_json("{")), NotJson);
    EXPECT_THROW(static_cast<void>(parse_json("1e999")), NotJson);
    EXPECT_THROW(static_cast<void>(parse_json(std::string(100, '[') + std::string(100, ']'))), NotJson);
    EXPECT_NO_THROW(static_cast<void>(parse_json(std::string(32, '[') + std::string(32, ']'))));
}

/// The byte and the text of the error; nothing when there is none.
std::pair<std::size_t, std::string> error_of_text(const std::string& text) {
    try {
        static_cast<void>(parse_json(text));
    } catch (const NotJson& error) {
        return {error.byte(), error.what()};
    }
    return {0, ""};
}

TEST(Json, a_key_twice_in_one_object_is_named_with_its_byte) {
    const std::string says = "the key 'a' a second time in one object";
    EXPECT_EQ(error_of_text(R"({"a":1,"a":1})"), (std::pair<std::size_t, std::string>(10, says)));
    EXPECT_EQ(error_of_text(R"({"a":{"b":1,"c":[{"b":2}]},"b":3, "a" :1})").second, says);
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many += (many.empty() ? "{\"k" : ",\"k") + std::to_string(i) + "\":{\"k1\":0}";
    }
    EXPECT_NO_THROW(static_cast<void>(parse_json(many + "}")));
    EXPECT_NO_THROW(static_cast<void>(parse_json(many + "}", 100)));
    EXPECT_THROW(static_cast<void>(parse_json(many + "}", 99)), NotJson);
    for (const int twice : {0, 31, 32, 33, 99}) {
        const std::string key = "k" + std::to_string(twice);
        EXPECT_EQ(error_of_text(many + ",\"" + key + "\":0}").second,
                  "the key '" + key + "' a second time in one object");
    }
    EXPECT_EQ(error_of_text(R"([{"x":{"b":1,"b":2}}])").second, "the key 'b' a second time in one object");
    EXPECT_EQ(error_of_text(R"({"a":1,"\u0061":1})").second, says) << "another spelling of the same key";
    EXPECT_EQ(error_of_text(R"({"a":{"a":{"a":[{"a":1},{"a":1}]}},"b":{"a":1}})").second, "");
}

TEST(Json, a_byte_order_mark_and_carriage_returns_are_named_with_their_byte) {
    EXPECT_EQ(error_of_text("\xEF\xBB\xBF{}").first, 1U);
    EXPECT_THAT(error_of_text("\xEF\xBB\xBF{}").second, HasSubstr("a byte order mark"));
    EXPECT_EQ(error_of_text("{\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n").first, 12U);
    EXPECT_THAT(error_of_text("{}\r").second,
                HasSubstr("a carriage return; lines must end in a newline alone"));
    EXPECT_EQ(error_of_text(R"({"a":"\r"})").second, "") << "escaped in a text it is allowed";
}

TEST(Json, errors_count_bytes_from_1) {
    EXPECT_EQ(error_of_text("[1,]").first, 4U);
    EXPECT_EQ(error_of_text(std::string(40, '[')).first, 34U);
    EXPECT_EQ(error_of_text("[1e999]").second, "a number is too large");
}

TEST(Json, members_that_are_not_known_are_named) {
    const Json json = parse_json(R"({"a":1,"new":2,"b\n":3})");
    const std::string_view known[] = {"a"};
    EXPECT_EQ(JsonNode(json, "file: ", "/x").unknown(known),
              (std::vector<std::string>{"file: /x/new", "file: /x/b\\x0a"}));
}

TEST(Json, appended_text_is_what_dump_returns) {
    for (const char* const text :
         {"0", "-7", "18446744073709551615", "-9223372036854775808", "0.5", "true", "null", R"("")",
          R"("a ~")", R"("\" \\ \n \u007f \u00e9")", "[]", R"([[1,-2],"x",null,{"k":[0.25]}])", "{}"}) {
        std::string appended = "before";
        append_text(appended, parse_json(text));
        EXPECT_EQ(appended, "before" + parse_json(text).dump());
    }
}

} // namespace
} // namespace referee

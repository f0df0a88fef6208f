#include "referee/game/settings/settings_json.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace referee {
namespace {

using testing_support::user_error_text;

/// The value of a setting of this type that `text` gives.
template<class Value>
Value setting_in(const std::string& text) {
    Value value{};
    const Json json = parse_json(text);
    read_value(JsonNode(json, "f: ", "/key"), &value);
    return value;
}

template<class Value>
std::string refused_setting(const std::string& text) {
    return user_error_text([&] { static_cast<void>(setting_in<Value>(text)); });
}

/// The setting as JSON, once it was read from `text`.
template<class Value>
std::string written_again(const std::string& text) {
    Value value = setting_in<Value>(text);
    return value_json(&value).dump();
}

using Seed = std::optional<std::uint64_t>;

TEST(SettingsJson, value_is_written_as_it_is_read) {
    EXPECT_EQ(written_again<bool>("true"), "true");
    EXPECT_EQ(written_again<double>("0.25"), "0.25");
    EXPECT_EQ(written_again<std::int64_t>("-9223372036854775808"), "-9223372036854775808");
    EXPECT_EQ(written_again<std::string>("\"a b\""), "\"a b\"");
    EXPECT_EQ(written_again<Limit>("7"), "7");
    EXPECT_EQ(written_again<std::optional<double>>("0.5"), "0.5");
    EXPECT_EQ(written_again<std::optional<std::int64_t>>("8"), "8");
    EXPECT_EQ(written_again<std::optional<std::string>>("\"x\""), "\"x\"");
    EXPECT_EQ(written_again<Seed>("\"18446744073709551615\""), "\"18446744073709551615\"");
}

TEST(SettingsJson, null_leaves_open_what_was_given_before) {
    const Json null = parse_json("null");
    const JsonNode node(null, "");
    std::optional<double> number = 1;
    std::optional<std::int64_t> whole = 2;
    std::optional<std::string> text = "t";
    Seed seed = 4;
    Limit limit{5};
    for (const ValuePlace& place : {ValuePlace(&number), ValuePlace(&whole), ValuePlace(&text),
                                    ValuePlace(&seed), ValuePlace(&limit)}) {
        EXPECT_NE(value_json(place).dump(), "null");
        read_value(node, place);
        EXPECT_EQ(value_json(place).dump(), "null");
    }
}

TEST(SettingsJson, word_for_no_limit_is_as_good_as_null) {
    EXPECT_EQ(written_again<Limit>("\"none\""), "null");
    EXPECT_EQ(refused_setting<Limit>("\"None\""),
              "f: /key is \"None\"; it must be a whole number, or null or \"none\" for no limit");
    EXPECT_EQ(refused_setting<Limit>("1.5"), "f: /key is 1.5; it must be a whole number");
}

TEST(SettingsJson, seed_is_a_whole_number_of_64_bits_however_it_is_written) {
    for (const auto& [text, seed] : {
             std::pair{"0", std::uint64_t{0}},
             {"\"0\"", 0},
             {"18446744073709551615", UINT64_MAX},
             {"10.0", 10},
             {"1e4", 10'000},
             {"1.5e1", 15},
         }) {
        EXPECT_EQ(setting_in<Seed>(text), seed) << text;
    }
    for (const char* text :
         {"-1", "1.5", "-1.0", "18446744073709551616", "1e20", "\"-1\"", "\"1e4\"", "\"\"", "true", "[]"}) {
        EXPECT_THAT(refused_setting<Seed>(text),
                    testing::EndsWith(", as a number or a string, or null for a random one"))
            << text;
    }
}

TEST(SettingsJson, value_of_another_type_is_refused_with_its_place) {
    EXPECT_EQ(refused_setting<bool>("1"), "f: /key is 1; it must be true or false");
    EXPECT_EQ(refused_setting<double>("\"1\""), "f: /key is \"1\"; it must be a number");
    EXPECT_EQ(refused_setting<std::int64_t>("0.5"), "f: /key is 0.5; it must be a whole number");
    EXPECT_EQ(refused_setting<std::int64_t>("null"), "f: /key is null; it must be a whole number");
    EXPECT_EQ(refused_setting<std::string>("null"), "f: /key is null; it must be a string");
    EXPECT_EQ(refused_setting<std::optional<std::string>>("[]"), "f: /key is []; it must be a string");
}

TEST(SettingsObject, each_member_goes_to_the_reader_of_its_key) {
    std::string seen;
    const Readers readers{{"a", [&](const JsonNode& node) { seen += "a=" + node.json().dump() + ";"; }},
                          {"b", [&](const JsonNode& node) { seen += "b=" + node.json().dump() + ";"; }}};
    const Json json = parse_json(R"({"b":2,"a":[1]})");
    read_object(JsonNode(json, ""), readers);
    EXPECT_EQ(seen, "b=2;a=[1];") << "in the order of the file";
}

TEST(SettingsObject, key_without_a_reader_is_refused_with_those_that_there_are_or_the_one_that_is_meant) {
    const auto nothing = [](const JsonNode&) {};
    const Readers readers{{"time_ms", nothing}, {"turns", nothing}, {"move_ms", nothing}};
    const auto error_for = [&](const std::string& key) {
        const Json json = parse_json("{\"turns\":1,\"" + key + "\":1}");
        return user_error_text([&] { read_object(JsonNode(json, "f: "), readers); });
    };
    EXPECT_EQ(error_for("colour"), "f: /colour is unknown; known are move_ms, time_ms, turns");
    EXPECT_EQ(error_for("turn"), "f: /turn is unknown; did you mean turns?");
    EXPECT_THAT(error_for("st"), testing::StartsWith("f: /st is unknown; here it is move_ms"));
}

} // namespace
} // namespace referee

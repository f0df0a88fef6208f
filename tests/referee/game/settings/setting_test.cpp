#include "referee/base/user_error.hpp"
#include "referee/game/settings/setting.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

using testing_support::user_error_text;

struct Part {
    std::int64_t number = 3;
    std::optional<std::int64_t> open_number;
};

struct Sample {
    bool truth = false;
    double real = 0.05;
    std::int64_t number = 7;
    std::string text = "wall";
    std::optional<std::string> open_text;
    std::optional<std::uint64_t> seed;
    Part part;
};

void refuse_bad(const std::string& text) {
    if (text == "bad") {
        throw UserError("'bad' is wrong");
    }
}

const std::vector<Setting<Sample>>& table() {
    static const std::vector<Setting<Sample>> kTable{
        {{"truth", "Whether"}, place_at(&Sample::truth)},
        {{"real", "How much"}, place_at(&Sample::real)},
        {{"number", "How many", Range{1, 10}}, place_at(&Sample::number)},
        {{"text", "Which", Words{"wall", "fair", "none"}, "{wall,fair,none}"}, place_at(&Sample::text)},
        {{"open_text", "What", refuse_bad}, place_at(&Sample::open_text)},
        {{"seed", "Seed"}, place_at(&Sample::seed)},
        {{"open_number", "How many of a part", Range{0, 5}}, place_at(&Sample::part, &Part::open_number)},
    };
    return kTable;
}

std::string problem(const Sample& sample) {
    return user_error_text([&] { validate(sample, std::span(table()), flag_of); });
}

TEST(Setting, a_flag_is_the_key_with_dashes) {
    EXPECT_EQ(flag_of("max_games"), "--max-games");
    EXPECT_EQ(flag_of("seed"), "--seed");
}

TEST(Setting, default_values_are_right) {
    EXPECT_NO_THROW(validate(Sample(), std::span(table()), flag_of));
}

TEST(Setting, a_problem_names_the_setting_and_what_is_right) {
    Sample sample;
    sample.number = 11;
    EXPECT_EQ(problem(sample), "--number: 11 is out of range; it must be from 1 to 10");
    sample.number = 0;
    EXPECT_EQ(problem(sample), "--number: 0 is out of range; it must be from 1 to 10");
    sample = {};
    sample.text = "x\n";
    EXPECT_EQ(problem(sample), "--text: 'x\\x0a' must be wall, fair or none");
    sample = {};
    sample.open_text = "bad";
    EXPECT_EQ(problem(sample), "--open-text: 'bad' is wrong");
    sample = {};
    sample.part.open_number = 6;
    EXPECT_EQ(problem(sample), "--open-number: 6 is out of range; it must be from 0 to 5");
}

TEST(Setting, bounds_and_what_is_left_open_are_right) {
    for (const std::int64_t number : {1, 10}) {
        Sample sample;
        sample.number = number;
        sample.open_text = "good";
        sample.part.open_number = 0;
        EXPECT_NO_THROW(validate(sample, std::span(table()), flag_of)) << number;
    }
}

TEST(Setting, of_two_problems_the_first_of_the_table_is_named) {
    Sample sample;
    sample.number = 0;
    sample.text = "junk";
    EXPECT_EQ(problem(sample), "--number: 0 is out of range; it must be from 1 to 10");
}

TEST(Setting, each_value_is_stored_in_its_own_place) {
    Sample sample;
    const std::vector<GivenValue> values{
        true, 0.5, std::int64_t{9}, "fair", "18446744073709551615", "18446744073709551615", std::int64_t{4}};
    ASSERT_EQ(values.size(), table().size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        store(table()[i].place(sample), values[i]);
    }
    EXPECT_TRUE(sample.truth);
    EXPECT_EQ(sample.real, 0.5);
    EXPECT_EQ(sample.number, 9);
    EXPECT_EQ(sample.text, "fair");
    EXPECT_EQ(sample.open_text, "18446744073709551615");
    EXPECT_EQ(sample.seed, 18446744073709551615U);
    EXPECT_EQ(sample.part.open_number, 4);
    EXPECT_EQ(sample.part.number, 3) << "of the same type and no place of the table";
}

TEST(Setting, digits_that_are_no_seed_are_refused) {
    Sample sample;
    for (const char* digits : {"", "-1", "1e3", "x", "18446744073709551616"}) {
        EXPECT_EQ(user_error_text([&] { store(place_at(&Sample::seed)(sample), std::string(digits)); }),
                  "'" + std::string(digits) + "' is not a whole number from 0 to 18446744073709551615");
    }
}

TEST(Setting, a_limit_is_a_whole_number_or_the_word_none) {
    Limit limit{3};
    store(&limit, std::string("none"));
    EXPECT_FALSE(limit.most);
    EXPECT_EQ(value_text(&limit), "none");
    store(&limit, std::string("12"));
    EXPECT_EQ(limit.most, 12);
    EXPECT_EQ(value_text(&limit), "12");
    for (const char* text : {"", "off", "1.5", "010", "3x", "99999999999999999999"}) {
        EXPECT_EQ(user_error_text([&] { store(&limit, std::string(text)); }),
                  "'" + std::string(text) + "' must be a whole number, or none");
    }
    EXPECT_EQ(limit.most, 12);
    EXPECT_EQ(problem_of_value(&limit, Range{0, 10}), "12 is out of range; it must be from 0 to 10");
}

TEST(Setting, values_are_shown_as_they_are_written) {
    Sample sample;
    const std::vector<std::string> expected{"", "0.05", "7", "wall", "", "", ""};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(value_text(table()[i].place(sample)), expected[i]) << table()[i].key;
    }
}

TEST(Setting, a_lifted_row_is_the_same_setting_of_the_whole) {
    const Setting<Part> of_part{{"number", "How many", Range{1, 5}, "N"}, place_at(&Part::number)};
    const Setting<Sample> of_whole = lifted(of_part, &Sample::part);
    EXPECT_EQ(of_whole.key, "number");
    EXPECT_EQ(of_whole.help, "How many");
    EXPECT_EQ(of_whole.form, "N");
    Sample sample;
    store(of_whole.place(sample), std::int64_t{6});
    EXPECT_EQ(sample.part.number, 6);
    EXPECT_EQ(sample.number, 7);
    EXPECT_EQ(problem_of(of_whole, sample), "6 is out of range; it must be from 1 to 5");
}

} // namespace

namespace {

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

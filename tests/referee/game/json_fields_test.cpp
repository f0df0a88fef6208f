#include "referee/game/json_fields.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace referee {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using testing_support::user_error_text;

enum class Shade : std::uint8_t { Red, Blue };

struct Piece {
    std::string name;
    std::optional<std::uint64_t> size;
    bool operator==(const Piece&) const = default;
};

struct Things {
    std::uint64_t count = 0;
    bool is_odd = false;
    double share = 0;
    std::string words{};
    std::optional<double> speed{};
    std::vector<Piece> parts{};
    std::set<std::string> names{};
    std::array<std::uint64_t, 2> ends{};
    PerPlayer<nanoseconds> used{};
    std::optional<int> told{};
    Shade colour = Shade::Red;
    Piece inner{};
    std::uint64_t newer = 5;
    bool operator==(const Things&) const = default;
};

constexpr auto kShadeTexts = texts([](Shade colour) { return colour == Shade::Red ? "red" : "blue"; },
                                   [](const std::string& text) {
                                       return text == "red"    ? std::optional(Shade::Red)
                                              : text == "blue" ? std::optional(Shade::Blue)
                                                               : std::nullopt;
                                   },
                                   "red or blue");
constexpr auto kPieceFields = closed_fields<Piece>(field("name", &Piece::name), field("size", &Piece::size));
constexpr auto kThingsFields = fields<Things>(
    Constant{"format", 3}, field("count", &Things::count), told("odd", &Things::is_odd),
    field("share", &Things::share,
          only<double>(
              Plain(), [](double share) { return share <= 1; }, "at most 1")),
    field("words", &Things::words, TextOrNull()), field("speed", &Things::speed),
    told("parts", &Things::parts, kPieceFields), field("names", &Things::names), field("ends", &Things::ends),
    field("used_us", &Things::used, In<microseconds>()), told("told", &Things::told, Whole{-5, 5}),
    field("colour", &Things::colour, kShadeTexts), Elsewhere{"elsewhere"},
    field(
        "inner", [](auto& things) -> auto& { return things.inner.name; }),
    later("newer", &Things::newer));

Things read_things(const std::string& text) {
    const Json json = parse_json(text);
    return kThingsFields.read(JsonNode(json, "f: "));
}

const std::string kNewThings =
    R"({"format":3,"count":0,"share":0.0,"words":null,"speed":null,"names":[],"ends":[0,0],)"
    R"("used_us":[0,0],"colour":"red","elsewhere":null,"inner":"","newer":5})";
const std::string kFullThings =
    R"({"format":3,"count":9007199254740992,"odd":true,"share":0.5,"words":"a","speed":1.5,)"
    R"("parts":[{"name":"x","size":null},{"name":"y","size":7}],"names":["a","b"],"ends":[1,2],"used_us":[3,4],)"
    R"("told":0,"colour":"blue","elsewhere":null,"inner":"i","newer":6})";

TEST(JsonFields, are_written_in_their_order_and_read_again) {
    EXPECT_EQ(kThingsFields.write({}).dump(), kNewThings);
    EXPECT_EQ(read_things(kNewThings), Things());
    const Things full = read_things(kFullThings);
    EXPECT_EQ(kThingsFields.write(full).dump(), kFullThings);
    EXPECT_EQ(full.parts, (std::vector<Piece>{{"x", {}}, {"y", 7}}));
    EXPECT_EQ(full.used.agent2, microseconds(4));
    EXPECT_EQ(full.told, 0) << "a value that is there is told, even when it is 0";
}

TEST(JsonFields, times_are_rounded_down) {
    Things things;
    things.used = {nanoseconds(1999), nanoseconds(999)};
    EXPECT_EQ(kThingsFields.write(things)["used_us"].dump(), "[1,0]");
}

TEST(JsonFields, field_of_later_versions_may_be_missing) {
    std::string old = kNewThings;
    old.resize(old.find(",\"newer\""));
    EXPECT_EQ(read_things(old + "}").newer, 5U);
}

TEST(JsonFields, error_names_the_place_and_what_would_be_right) {
    const struct {
        std::string from, to, says;
    } rows[] = {{"\"format\":3", "\"format\":4", "f: /format is 4; it must be a whole number from 3 to 3"},
                {"\"count\":9007199254740992", "\"count\":-1",
                 "f: /count is -1; it must be a whole number from 0 to 9007199254740992"},
                {"\"count\"", "\"other\"", "missing field f: /count"},
                {"0.5", "1.5", "f: /share is 1.5; it must be at most 1"},
                {"[1,2]", "[1,2,3]", "f: /ends is [1,2,3]; it must be an array of 2"},
                {"[3,4]", "[3]", "f: /used_us is [3]; it must be an array of 2"},
                {"\"told\":0", "\"told\":null", "f: /told is null; it must be a whole number"},
                {"\"told\":0", "\"told\":6", "f: /told is 6; it must be a whole number from -5 to 5"},
                {"\"blue\"", "\"green\"", "f: /colour is \"green\"; it must be red or blue"},
                {"\"size\":7", "\"size\":\"7\"", "f: /parts/1/size is \"7\"; it must be a whole number"},
                {"\"size\":7", "\"size\":7,\"z\":1", "f: /parts/1/z is unknown; known are name, size"}};
    for (const auto& [from, to, says] : rows) {
        std::string wrong = kFullThings;
        wrong.replace(wrong.find(from), from.size(), to);
        EXPECT_EQ(user_error_text([&] { static_cast<void>(read_things(wrong)); }), says);
    }
}

TEST(JsonFields, unknown_keys_are_ignored_unless_the_fields_are_closed) {
    EXPECT_EQ(read_things("{\"x\":1," + kNewThings.substr(1)), Things());
    EXPECT_THAT(kPieceFields.keys(), ::testing::ElementsAre("name", "size"));
    EXPECT_THAT(joined(kPieceFields.keys(), kThingsFields.keys()), ::testing::Contains("elsewhere"));
}

} // namespace
} // namespace referee

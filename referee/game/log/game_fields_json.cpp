#include "referee/game/log/game_fields_json.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <iterator>
#include <utility>

namespace referee {
namespace {

constexpr auto kTuneKind =
    texts([](TuneKind kind) { return name(kind); },
          [](const std::string& text) { return tune_kind_named(text); }, "probe, tune or verify");

/// A value as an agent gets it.
struct TunedNumberCode {
    [[nodiscard]] Json write(TunedNumber number) const { return Json::parse(to_string(number)); }
    void read(const JsonNode& node, TunedNumber& number) const {
        number = {node.number(), node.json().is_number_integer()};
    }
};

constexpr auto kTunedGameFields =
    fields<TunedGame>(field("kind", &TunedGame::kind, kTuneKind), field("k", &TunedGame::k),
                      field("values", &TunedGame::values, TunedNumberCode()));

} // namespace

Json LimitCode::write(const TimeControl& limit) const {
    Json json = Json::object();
    const auto add_if_given = [&](const char* key, std::int64_t value) {
        if (value > 0) {
            json[key] = value;
        }
    };
    switch (limit.kind) {
    case LimitKind::Game:
        json["time_us"] = kMicroseconds.write(limit.time);
        json["inc_us"] = kMicroseconds.write(limit.increment);
        break;
    case LimitKind::Move:
        json["move_us"] = kMicroseconds.write(limit.time);
        break;
    case LimitKind::Search:
        break;
    }
    add_if_given("margin_us", std::chrono::duration_cast<std::chrono::microseconds>(limit.margin).count());
    add_if_given("moves", limit.moves);
    add_if_given("nodes", limit.search.nodes);
    add_if_given("depth", limit.search.depth);
    if (!limit.has_time()) {
        json["turn_us"] = kMicroseconds.write(limit.turn);
    }
    return json;
}

void LimitCode::read(const JsonNode& node, TimeControl& limit) const {
    limit = {};
    const auto read_time = [&](const char* key, std::chrono::nanoseconds& time) {
        if (node.has(key)) {
            kMicroseconds.read(node.at(key), time);
        }
    };
    read_time("margin_us", limit.margin);
    read_time("turn_us", limit.turn);
    const auto count = [&](const char* key, std::int64_t most) {
        return node.has(key) ? node.at(key).integer(1, most) : 0;
    };
    limit.search = {count("nodes", kMostCount), count("depth", kMostCount)};
    if (node.has("move_us")) {
        limit.kind = LimitKind::Move;
        read_time("move_us", limit.time);
    } else if (node.has("time_us") || limit.search == SearchLimit()) {
        kMicroseconds.read(node.at("time_us"), limit.time);
        limit.moves = static_cast<int>(count("moves", kMostNumber));
        read_time("inc_us", limit.increment);
    } else {
        limit.kind = LimitKind::Search;
    }
}

Json TunedGameCode::write(const TunedGame& tune) const {
    Json json = kTunedGameFields.write(tune);
    json["names"] = tune.names;
    return json;
}

void TunedGameCode::append(std::string& text, const TunedGame& tune) const {
    const auto list = [](const std::vector<TunedNumber>& values) {
        std::string numbers;
        for (const TunedNumber& value : values) {
            numbers += (numbers.empty() ? "[" : ",") + to_string(value);
        }
        return (numbers.empty() ? "[" : numbers) + "]";
    };
    text += fmt::format(R"({{"kind":"{}","k":{},"values":[{},{}]}})", name(tune.kind), tune.k,
                        list(tune.values.agent1), list(tune.values.agent2));
}

void TunedGameCode::read(const JsonNode& node, TunedGame& tune) const {
    kTunedGameFields.read(node, tune);
    if (node.has("names")) {
        read_by(Plain(), node.at("names"), tune.names);
        node.expect(tune.names.size() == tune.values.agent1.size() &&
                        tune.names.size() == tune.values.agent2.size(),
                    "as many names as values of each agent");
    }
}

void TunedGameCode::add_unknown(const JsonNode& node, std::vector<std::string>& places) const {
    kTunedGameFields.add_unknown(node, places);
}

void MoveCode::append(std::string& text, const MoveNumbers& move) const {
    char before = '[';
    for (const int number : move) {
        fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}{}"), std::exchange(before, ','), number);
    }
    text += ']';
}

Player to_player(const JsonNode& node) {
    return node.integer(1, 2) == 1 ? Player::Agent1 : Player::Agent2;
}

std::uint64_t to_seed(const JsonNode& node) {
    const auto seed = parse_seed(node.text());
    node.expect(seed.has_value(), std::string(kSeedForm) + " in a string");
    return *seed;
}

Game to_game(const JsonNode& node) {
    const auto game = rules_named(node.text());
    node.expect(game.has_value(), choice_of(texts_of(kGames, rules_name)));
    return *game;
}

MoveNumbers to_numbers(const std::vector<JsonNode>& items, std::size_t count) {
    MoveNumbers numbers;
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(static_cast<int>(items[i].integer(-kMostNumber, kMostNumber)));
    }
    return numbers;
}

Start to_start(const JsonNode& node, Game game) {
    const std::string fen = node.text();
    try {
        return read_start(game, fen);
    } catch (const UserError& error) {
        throw UserError(node.place() + ": " + error.what());
    }
}

void TimeScaleCode::read(const JsonNode& node, TimeScale& scale) const {
    constexpr double kNear = 1e-6; // of a thousandth
    const double thousandths = 1000 * node.number();
    const bool is_possible = thousandths >= TimeScale::kLeast - kNear &&
                             thousandths <= TimeScale::kMost + kNear &&
                             std::abs(thousandths - std::round(thousandths)) < kNear;
    node.expect(is_possible, "from 0.25 to 4, in thousandths");
    scale = {static_cast<std::int64_t>(std::llround(thousandths))};
}

} // namespace referee

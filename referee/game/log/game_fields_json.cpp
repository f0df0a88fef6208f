#include "referee/game/log/game_fields_json.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json_fields.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace referee {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::int64_t kMostLimitUs = std::int64_t{1} << 42;

std::int64_t in_us(nanoseconds time) {
    return duration_cast<microseconds>(time).count();
}

std::string limit_text(const TimeControl& limit) {
    std::string text;
    const auto add = [&](std::string_view key, std::int64_t value) {
        text += fmt::format(R"({}"{}":{})", text.empty() ? "" : ",", key, value);
    };
    const auto add_if_given = [&](std::string_view key, std::int64_t value) {
        if (value > 0) {
            add(key, value);
        }
    };
    switch (limit.kind) {
    case LimitKind::Game:
        add("time_us", in_us(limit.time));
        add("inc_us", in_us(limit.increment));
        break;
    case LimitKind::Move:
        add("move_us", in_us(limit.time));
        break;
    case LimitKind::Search:
        break;
    }
    add_if_given("margin_us", in_us(limit.margin));
    add_if_given("moves", limit.moves);
    add_if_given("nodes", limit.search.nodes);
    add_if_given("depth", limit.search.depth);
    if (!limit.has_time()) {
        add("turn_us", in_us(limit.turn));
    }
    return "{" + text + "}";
}

nanoseconds time_of(const JsonNode& node) {
    return microseconds(node.integer(0, kMostLimitUs));
}

TimeControl read_limit(const JsonNode& node) {
    TimeControl limit;
    const auto read_time = [&](const char* key, nanoseconds& time) {
        if (node.has(key)) {
            time = time_of(node.at(key));
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
        limit.time = time_of(node.at("move_us"));
    } else if (node.has("time_us") || limit.search == SearchLimit()) {
        limit.time = time_of(node.at("time_us"));
        limit.moves = static_cast<int>(count("moves", kMostNumber));
        read_time("inc_us", limit.increment);
    } else {
        limit.kind = LimitKind::Search;
    }
    return limit;
}

} // namespace

std::string limits_field(const PerPlayer<std::optional<TimeControl>>& limits) {
    const auto& [one, two] = limits;
    if (!one || !two) {
        return {};
    }
    if (one->is_plain() && two->is_plain()) {
        return fmt::format(R"(,"budget_us":[{},{}])", in_us(one->time), in_us(two->time));
    }
    return fmt::format(R"(,"limits":[{},{}])", limit_text(*one), limit_text(*two));
}

std::string tune_field(const std::optional<TunedGame>& tune) {
    if (!tune) {
        return {};
    }
    const auto list = [](const std::vector<TunedNumber>& values) {
        std::string text;
        for (const TunedNumber& value : values) {
            text += (text.empty() ? "" : ",") + to_string(value);
        }
        return text;
    };
    return fmt::format(R"(,"tune":{{"kind":"{}","k":{},"values":[[{}],[{}]]}})", name(tune->kind), tune->k,
                       list(tune->values.agent1), list(tune->values.agent2));
}

PerPlayer<std::optional<TimeControl>> read_limits(const JsonNode& line) {
    if (line.has("budget_us")) {
        const auto both = line.at("budget_us").items(2);
        return {time_of(both[0]), time_of(both[1])};
    }
    if (line.has("limits")) {
        const auto both = line.at("limits").items(2);
        return {read_limit(both[0]), read_limit(both[1])};
    }
    return {};
}

PerPlayer<JsonNode> of_both(const JsonNode& array) {
    const auto items = array.items(2);
    return {items[0], items[1]};
}

Player to_player(const JsonNode& node) {
    return node.integer(1, 2) == 1 ? Player::Agent1 : Player::Agent2;
}

AgentId to_agent_id(const JsonNode& node) {
    return AgentId{static_cast<std::size_t>(to_count(node))};
}

std::uint64_t to_count(const JsonNode& node) {
    return static_cast<std::uint64_t>(node.integer(0, kMostCount));
}

std::uint64_t to_seed(const JsonNode& node) {
    const auto seed = parse_seed(node.text());
    node.expect(seed.has_value(), std::string(kSeedForm) + " in a string");
    return *seed;
}

Game to_game(const JsonNode& node) {
    const auto game = rules_named(node.text());
    std::vector<std::string> names;
    names.reserve(kGames.size());
    for (const Game each : kGames) {
        names.emplace_back(rules_name(each));
    }
    node.expect(game.has_value(), choice_of(names));
    return *game;
}

Json tuned_game_json(const TunedGame& tune) {
    Json json = Json::parse("{" + tune_field(tune).substr(1) + "}")["tune"];
    json["names"] = tune.names;
    return json;
}

TunedGame to_tuned_game(const JsonNode& node) {
    const auto kind = tune_kind_named(node.at("kind").text());
    node.at("kind").expect(kind.has_value(), "probe, tune or verify");
    TunedGame tune{.kind = *kind, .k = to_count(node.at("k"))};
    const PerPlayer<JsonNode> values = of_both(node.at("values"));
    for (const Player player : kPlayers) {
        for (const JsonNode& value : values[player].items()) {
            tune.values[player].push_back({value.number(), value.json().is_number_integer()});
        }
    }
    if (node.has("names")) {
        for (const JsonNode& each : node.at("names").items()) {
            tune.names.push_back(each.text());
        }
        node.expect(tune.names.size() == tune.values.agent1.size() &&
                        tune.names.size() == tune.values.agent2.size(),
                    "as many names as values of each agent");
    }
    return tune;
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

TimeScale read_time_scale(const JsonNode& node) {
    constexpr double kNear = 1e-6; // of a thousandth
    const double thousandths = 1000 * node.number();
    const bool is_possible = thousandths >= TimeScale::kLeast - kNear &&
                             thousandths <= TimeScale::kMost + kNear &&
                             std::abs(thousandths - std::round(thousandths)) < kNear;
    node.expect(is_possible, "from 0.25 to 4, in thousandths");
    return {static_cast<std::int64_t>(std::llround(thousandths))};
}

namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();

void append(std::string& text, int number) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number);
}

void append(std::string& text, std::uint64_t number) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number);
}

void append(std::string& text, const engine::Score& score) {
    text += engine::to_json(score);
}

void append(std::string& text, const std::string& words) {
    text += Json(words).dump();
}

bool is_told(const std::string& words) {
    return !words.empty();
}

template<class Value>
bool is_told(const std::optional<Value>& value) {
    return value.has_value();
}

/// Appends `,"key":[...]` with the member `what` of each note, null where it is not told; nothing when it is
/// told of none.
template<class Value>
void append_array(std::string& text, const char* key, std::span<const SearchNote> notes,
                  Value SearchNote::*what) {
    if (std::ranges::none_of(notes, [&](const SearchNote& note) { return is_told(note.*what); })) {
        return;
    }
    text += std::string(",\"") + key + "\":";
    char before = '[';
    for (const SearchNote& note : notes) {
        text += std::exchange(before, ',');
        if (!is_told(note.*what)) {
            text += "null";
        } else if constexpr (std::is_same_v<Value, std::string>) {
            append(text, note.*what);
        } else {
            append(text, *(note.*what));
        }
    }
    text += ']';
}

engine::Score to_score(const JsonNode& node) {
    if (!node.json().is_string()) {
        return {.value = static_cast<int>(node.integer(-kMostInt, kMostInt))};
    }
    const auto mate = engine::mate_score(node.text());
    node.expect(mate.has_value(), "a whole number, or the moves to a win, as \"#5\" or \"#-3\"");
    return *mate;
}

} // namespace

std::string search_fields(std::span<const SearchNote> notes) {
    constexpr std::size_t kUsualBytes = 32; // of a note without the line that it expects
    std::string text;
    text.reserve(kUsualBytes * notes.size());
    append_array(text, "depth", notes, &SearchNote::depth);
    append_array(text, "scores", notes, &SearchNote::score);
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        append_array(text, number.key, notes, number.place);
    }
    append_array(text, "pv", notes, &SearchNote::pv);
    append_array(text, "line", notes, &SearchNote::line);
    return text;
}

std::vector<SearchNote> read_searches(const JsonNode& line, std::size_t moves) {
    std::vector<SearchNote> notes;
    const auto read = [&](const char* key, const auto& put) {
        if (!line.has(key)) {
            return;
        }
        notes.resize(moves);
        const auto items = line.at(key).items(moves);
        for (std::size_t i = 0; i < moves; ++i) {
            if (!items[i].is_null()) {
                put(notes[i], items[i]);
            }
        }
    };
    read("depth", [](SearchNote& note, const JsonNode& node) {
        note.depth = static_cast<int>(node.integer(0, kMostInt));
    });
    read("scores", [](SearchNote& note, const JsonNode& node) { note.score = to_score(node); });
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        read(number.key, [&](SearchNote& note, const JsonNode& node) {
            note.*number.place =
                static_cast<std::uint64_t>(node.integer(0, static_cast<std::int64_t>(number.most)));
        });
    }
    read("pv", [](SearchNote& note, const JsonNode& node) { note.pv = node.text(); });
    read("line", [](SearchNote& note, const JsonNode& node) { note.line = node.text(); });
    return notes;
}

} // namespace referee

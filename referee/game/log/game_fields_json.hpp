#pragma once
// Fields that a game's line has in common with a job or a result.
// Source: docs/runs.md, "A game's line".

#include "referee/game/job.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/clock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace referee {

// Each reads one value. Throws UserError naming the JSON pointer of what is wrong.

/// The most that a number of a move, or another one that fits an int, may be.
inline constexpr std::int64_t kMostNumber = 999'999'999;

/// 50 days; the sum of 2 million of them fits 64 bits.
inline constexpr In<std::chrono::microseconds> kMicroseconds{std::int64_t{1} << 42};

[[nodiscard]] Player to_player(const JsonNode& node);
[[nodiscard]] std::uint64_t to_seed(const JsonNode& node);
[[nodiscard]] Game to_game(const JsonNode& node);
/// The first `count` of `items`.
[[nodiscard]] MoveNumbers to_numbers(const std::vector<JsonNode>& items, std::size_t count);
[[nodiscard]] Start to_start(const JsonNode& node, Game game);

inline constexpr Code kPlayer{[](Player player) { return Json(number(player)); }, to_player};
inline constexpr Code kAgentId{
    [](AgentId agent) { return Json(index(agent)); },
    [](const JsonNode& node) { return AgentId{static_cast<std::size_t>(node.integer(0, kMostCount))}; }};
/// All 64 bits, in a string.
inline constexpr Code kSeed{[](std::uint64_t seed) { return Json(std::to_string(seed)); }, to_seed};
inline constexpr Code kGame{[](Game game) { return Json(rules_name(game)); }, to_game};

/// A factor of times, e.g. 1.337.
struct TimeScaleCode {
    [[nodiscard]] Json write(TimeScale scale) const {
        return Json(static_cast<double>(scale.thousandths) / 1000);
    }
    void append(std::string& text, TimeScale scale) const { text += to_string(scale); }
    void read(const JsonNode& node, TimeScale& scale) const;
};

/// What a tuning played. A game's line has no names of the parameters; a tree has them, for who plays the
/// game. Both are read.
struct TunedGameCode {
    [[nodiscard]] Json write(const TunedGame& tune) const;
    /// `{"kind":"tune","k":17,"values":[[55,0.91],[45,1.1]]}`
    void append(std::string& text, const TunedGame& tune) const;
    void read(const JsonNode& node, TunedGame& tune) const;
    void add_unknown(const JsonNode& node, std::vector<std::string>& places) const;
};

struct MoveCode {
    [[nodiscard]] Json write(const MoveNumbers& move) const {
        return Json(std::vector<int>(move.begin(), move.end()));
    }
    void append(std::string& text, const MoveNumbers& move) const;
};

// Rows of the fields of a Job and of a GameRecord.

/// The agents of a tournament's game, behind its round; nothing in a run of two.
struct SeatsRow {
    std::string_view key = "agents";

    void add(auto& to, const auto& game) const {
        if (game.round) {
            put(to, key, kAgentId, game.agents);
        }
    }
    void read(const JsonNode& node, auto& game) const {
        if (game.round || node.has("agents")) {
            read_by(kAgentId, node.at("agents"), game.agents);
            static_cast<void>(node.at("round"));
        }
    }
};

/// Behind the rules.
struct OpeningRow {
    std::string_view key = "opening";

    void add(auto& to, const auto& game) const { put(to, key, MoveCode(), game.opening); }
    /// Adds the moves to those that `game` has.
    void read(const JsonNode& node, auto& game) const {
        const std::size_t numbers = facts_of(game.rules).numbers;
        for (const JsonNode& move : node.at("opening").items()) {
            game.opening.push_back(to_numbers(move.items(numbers), numbers));
        }
    }
};

/// Behind the rules.
struct StartRow {
    std::string_view key = "start_fen";

    void add(auto& to, const auto& game) const {
        if (game.start) {
            put(to, key, Plain(), game.start->fen);
        }
    }
    void read(const JsonNode& node, auto& game) const {
        if (node.has("start_fen")) {
            game.start = to_start(node.at("start_fen"), game.rules);
        }
    }
};

/// A time for the game and nothing else.
struct BudgetCode {
    [[nodiscard]] Json write(const TimeControl& limit) const { return kMicroseconds.write(limit.time); }
    void read(const JsonNode& node, TimeControl& limit) const {
        limit = {};
        kMicroseconds.read(node, limit.time);
    }
};
/// `{"time_us":10000000,"inc_us":100000}`, `{"nodes":500,"turn_us":60000000}`
struct LimitCode {
    [[nodiscard]] Json write(const TimeControl& limit) const;
    void read(const JsonNode& node, TimeControl& limit) const;
};

/// The limits of both agents, in one of two fields: `budget_us` when both have a time for the game and
/// nothing else, otherwise `limits`. In neither when those of an agent are not known.
template<class Place, class Codec>
struct LimitsRow {
    std::string_view key;
    Place place; ///< of a TimeControl for each agent, or of an optional one
    Codec codec;
    static constexpr bool kIsBudget = std::is_same_v<Codec, BudgetCode>;

    void add(auto& to, const auto& game) const {
        const PerPlayer<std::optional<TimeControl>> both{place(game).agent1, place(game).agent2};
        const auto& [one, two] = both;
        if (one && two && (one->is_plain() && two->is_plain()) == kIsBudget) {
            put(to, key, codec, both);
        }
    }
    /// Ignores `limits` beside a `budget_us`.
    void read(const JsonNode& node, auto& game) const {
        if (node.has(std::string(key)) && (kIsBudget || !node.has("budget_us"))) {
            PerPlayer<TimeControl> both;
            read_by(codec, node.at(std::string(key)), both);
            place(game) = {both.agent1, both.agent2};
        }
    }
};
template<class Place>
[[nodiscard]] constexpr auto budget_row(Place place) {
    return LimitsRow<Place, BudgetCode>{"budget_us", place, {}};
}
template<class Place>
[[nodiscard]] constexpr auto limits_row(Place place) {
    return LimitsRow<Place, LimitCode>{"limits", place, {}};
}

/// Attempts that were not scored. Causes that earlier versions did not know are there when there are any.
/// When they are read, sums of them over any run fit an int.
inline constexpr auto kDisturbancesFields =
    fields<Disturbances>(field("tampering", &Disturbances::tampering, Whole{0, 9}),
                         field("referee_stopped", &Disturbances::referee_stopped, Whole{0, 9}),
                         field("machine_suspended", &Disturbances::machine_suspended, Whole{0, 9}),
                         told("machine_overloaded", &Disturbances::machine_overloaded, Whole{0, 9}),
                         told("out_of_memory", &Disturbances::out_of_memory, Whole{0, 9}));

} // namespace referee

#pragma once
// Fields that a game's line has in common with a job or a result, and what engines said of their searches.
// Source: docs/runs.md, "A game's line".

#include "referee/game/job.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// The field of a game's line with its comma: `,"budget_us":[10000000,10000000]` when both agents have a time
/// for the game and nothing else, otherwise `,"limits":[{"time_us":10000000,"inc_us":100000},{"nodes":500}]`.
/// Empty when the limits of an agent are not known.
[[nodiscard]] std::string limits_field(const PerPlayer<std::optional<TimeControl>>& limits);

/// Reads either field of a game's line. Empty when it has neither. Throws UserError naming the JSON pointer
/// of what is wrong.
[[nodiscard]] PerPlayer<std::optional<TimeControl>> read_limits(const JsonNode& line);

/// `,"tune":{"kind":"tune","k":17,"values":[[55,0.91],[45,1.1]]}`; nothing when it is empty.
[[nodiscard]] std::string tune_field(const std::optional<TunedGame>& tune);
/// The same object with the names of the parameters, for who plays the game.
[[nodiscard]] Json tuned_game_json(const TunedGame& tune);

// Each reads one value. Throws UserError naming the JSON pointer of what is wrong.

/// The most that a number of a move, or another one that fits an int, may be.
inline constexpr std::int64_t kMostNumber = 999'999'999;

/// The values of both agents, in an array.
[[nodiscard]] PerPlayer<JsonNode> of_both(const JsonNode& array);
[[nodiscard]] Player to_player(const JsonNode& node);
[[nodiscard]] AgentId to_agent_id(const JsonNode& node);
/// A number from 0 to 2^53.
[[nodiscard]] std::uint64_t to_count(const JsonNode& node);
[[nodiscard]] std::uint64_t to_seed(const JsonNode& node);
[[nodiscard]] Game to_game(const JsonNode& node);
/// The first `count` of `items`.
[[nodiscard]] MoveNumbers to_numbers(const std::vector<JsonNode>& items, std::size_t count);
[[nodiscard]] Start to_start(const JsonNode& node, Game game);
/// With names or without.
[[nodiscard]] TunedGame to_tuned_game(const JsonNode& node);
/// A factor of times.
[[nodiscard]] TimeScale read_time_scale(const JsonNode& node);

/// Attempts that were not scored. Causes that earlier versions did not know are there when there are any.
/// When they are read, sums of them over any run fit an int.
inline constexpr auto kDisturbancesFields =
    fields<Disturbances>(field("tampering", &Disturbances::tampering, Whole{0, 9}),
                         field("referee_stopped", &Disturbances::referee_stopped, Whole{0, 9}),
                         field("machine_suspended", &Disturbances::machine_suspended, Whole{0, 9}),
                         told("machine_overloaded", &Disturbances::machine_overloaded, Whole{0, 9}),
                         told("out_of_memory", &Disturbances::out_of_memory, Whole{0, 9}));

// What engines said of their searches.

/// The fields of a game's line with their commas:
/// `,"depth":[7,null],"scores":[35,null],"nodes":[91210,null]`, those of engine::kSearchNumbers and `pv`:
/// arrays as long as `notes`. Those of which nothing is known are left out.
[[nodiscard]] std::string search_fields(std::span<const SearchNote> notes);

/// Reads the fields of a line with so many moves; empty when it has none. Throws UserError naming the JSON
/// pointer of what is wrong.
[[nodiscard]] std::vector<SearchNote> read_searches(const JsonNode& line, std::size_t moves);

} // namespace referee

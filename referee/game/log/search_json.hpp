#pragma once
// What engines said of their searches, in a game's line. Source: docs/runs.md, "A game's line".

#include "referee/game/json.hpp"
#include "referee/talk/engine/reader.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// The fields of a game's line with their commas:
/// `,"depth":[7,null],"scores":[35,null],"nodes":[91210,null]`, those of engine::kSearchNumbers and `pv`:
/// arrays as long as `notes`. Those of which nothing is known are left out.
[[nodiscard]] std::string search_fields(std::span<const SearchNote> notes);

/// Reads the fields of a line with so many moves; empty when it has none. Throws UserError naming the JSON
/// pointer of what is wrong.
[[nodiscard]] std::vector<SearchNote> read_searches(const JsonNode& line, std::size_t moves);

} // namespace referee

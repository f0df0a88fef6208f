#pragma once
// The file of `sprt rate`: counts of pairs of games between agents, from any source.
// Source: docs/tournaments.md; configs/schema/rate.schema.json.

#include "sprt/stats/ratings/results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sprt {

inline constexpr std::size_t kMostRatedAgents = 64;

struct NamedResults {
    std::vector<std::string> names; ///< they differ
    Crosstable results;
};

/// Reads such a file. Throws UserError naming the file, and the line and column of what is no JSON, or the
/// JSON pointer of what is wrong and what would be right.
[[nodiscard]] NamedResults read_rate_file(const std::filesystem::path& file);

} // namespace sprt

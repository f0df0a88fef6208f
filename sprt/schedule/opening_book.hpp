#pragma once
// Openings from a file. One opening a line: its moves one behind the other, each four numbers x1 y1 x2 y2 as
// in the protocol (a pass is -1 -1 -1 -1), the first player's first, all separated by blanks. What stands
// behind a
// `#` is a comment; lines with nothing else are skipped. Source: docs/openings.md.

#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace sprt {

struct BookContent {
    std::vector<Opening> openings; ///< in the file's order, the first of those that lead to the same place
    std::uint64_t duplicates = 0;  ///< openings left out: their position has the canonical key of another's
};

/// Reads all openings. Throws UserError naming `file`, the line and the move when one is not legal from the
/// starting position, ends the game or is too long, and when there is none at all.
[[nodiscard]] BookContent parse_book(std::istream& in, const std::string& file);

/// parse_book() of a file; `file` is relative to the working directory. Throws UserError also when it cannot
/// be read.
[[nodiscard]] BookContent read_book(const std::filesystem::path& file);

} // namespace sprt

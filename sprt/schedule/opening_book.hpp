#pragma once
// Reads openings from a file. Each line holds the moves of one opening in order, the first player's first. A
// move is written with its numbers as in the protocol. All numbers are separated by blanks. Text after a `#`
// is a comment. Lines without an opening are skipped. Source: docs/openings.md.

#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace sprt {

struct BookContent {
    std::vector<Opening> openings; ///< in the order of the file, without duplicates
    std::uint64_t duplicates = 0;  ///< openings left out: an earlier one has the same canonical key
};

/// Reads all openings from `in`. Throws UserError naming `file`, the line and the move for an opening that is
/// illegal from the starting position, ends the game or is too long; throws UserError naming `file` when
/// there is no opening.
[[nodiscard]] BookContent parse_book(std::istream& in, const std::string& file,
                                     referee::Game game = referee::kDefaultGame);

/// parse_book() of the text of `file`. A relative `file` starts at the working directory. Throws UserError
/// also when the file cannot be read.
[[nodiscard]] BookContent read_book(const std::filesystem::path& file,
                                    referee::Game game = referee::kDefaultGame);

} // namespace sprt

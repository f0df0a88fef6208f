#pragma once
// A file of positions that is too large to be read whole: the places of its lines are known, and a line is
// read when its pair comes up. Source: docs/games.md, "A file of openings".

#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <memory>

namespace sprt {

/// From so many bytes on a file of positions is not read whole; 16 MiB are 200 000 lines and more.
inline constexpr std::uintmax_t kLeastIndexedBytes = std::uintmax_t{1} << 24;

/// The openings of `book`, FENs or EPDs of `game`, whose lines must be readable alone. Lines with the same
/// first four fields are the same opening. `seed` shuffles them. Takes 8 bytes a line, and 24 while it is
/// made. A line that is wrong is named when its opening is asked for, and here if the book is to be checked;
/// then opening() throws UserError. Throws UserError when the file cannot be read, has no opening, or begins
/// with a line that is none.
[[nodiscard]] std::unique_ptr<Openings> indexed_book(const OpeningBook& book, referee::Game game,
                                                     std::uint64_t seed);

} // namespace sprt

#pragma once
// One line of a file of openings: a list of moves, a FEN, or an EPD. Source: docs/openings.md, "A file of
// openings".

#include "sprt/schedule/openings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sprt {

enum class LineFormat : std::uint8_t {
    Moves,
    Position, ///< a board and a side to move, and nothing else: a FEN or an EPD
    Fen,      ///< with counters
    Epd,      ///< with operations
};

/// With its article: `a list of moves`.
[[nodiscard]] std::string_view name(LineFormat format) noexcept;

/// Which format `text`, a line without its comment, shows. Whatever holds no `/` is a list of moves.
[[nodiscard]] LineFormat format_of(std::string_view text) noexcept;

/// The line without its comment and without blanks at its ends; empty when it holds no opening.
[[nodiscard]] std::string_view without_comment(std::string_view line) noexcept;

/// The format of a file of which earlier lines have `file` and the next one has `line`; empty when they do
/// not go together.
[[nodiscard]] std::optional<LineFormat> joined(LineFormat file, LineFormat line) noexcept;

/// An opening, and the board on which its games begin. No moves are looked for.
struct ReadOpening {
    Opening opening;
    referee::Board board;
};

/// Reads `text`, a line without its comment. The usual start is an opening without moves. Throws UserError
/// naming what is wrong with it.
[[nodiscard]] ReadOpening read_opening(referee::Game game, std::string_view text);

} // namespace sprt

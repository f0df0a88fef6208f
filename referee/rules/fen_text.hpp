#pragma once
// Forsyth-Edwards notation of any board: ranks from the top, each from the left, letters for stones and
// digits for runs of empty cells; then the side to move and counters.

#include "referee/rules/ending.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Errors show so much of a text, its control characters as \xNN.
inline constexpr std::size_t kMostFenBytesShown = 200;

/// The words of a text with blanks or tabs between them.
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view text);

/// A number after the side to move. It may be left out, and all after it.
struct FenCounter {
    std::string_view name; ///< e.g. `move number`
    int usual;             ///< when it is left out
};

/// How a game writes its positions.
struct FenForm {
    std::string_view start; ///< the starting position, for messages
    std::size_t columns;
    std::size_t ranks; ///< rank 1 is the lowest
    /// Letters of the stones of a side, and of the side to move; the first is the one that is written.
    PerSide<std::string_view> letters;
    std::span<const FenCounter> counters;
    char blocked = '\0'; ///< the letter of a cell that no stone may enter; NUL: the game has no such cells
};

struct FenText {
    std::vector<std::optional<Side>> cells; ///< rank by rank from the top
    Side to_move = Side::First;
    std::vector<int> counters;          ///< as many as the form has
    std::vector<std::size_t> blocked{}; ///< cells that no stone may enter, ascending; they hold none
};

/// Throws UserError that names what is wrong, and in which rank.
[[nodiscard]] FenText parse_fen_text(std::string_view text, const FenForm& form);
[[nodiscard]] std::string to_string(const FenText& fen, const FenForm& form);

/// Throws UserError: `text` is no position because of `what`.
[[noreturn]] void refuse_fen(std::string_view text, const FenForm& form, const std::string& what);

/// Throws UserError when the game is over because its half-move clock has reached `limit`.
void refuse_half_moves(std::string_view text, const FenForm& form, int half_moves, int limit);

} // namespace referee

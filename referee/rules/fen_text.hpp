#pragma once
// Forsyth-Edwards notation of any board: ranks from the top, each from the left, letters for stones and
// digits for runs of empty cells; then the side to move and counters.

#include "referee/rules/ending.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
    /// Letters of the stones of a side, and of the side to move; the first is the one that is written. In
    /// chess those of its pieces: only read_board() may be called with its form.
    PerSide<std::string_view> letters;
    std::span<const FenCounter> counters;
    char blocked = '\0'; ///< the letter of a cell that no stone may enter; NUL: the game has no such cells
    std::string_view listed{}; ///< the letters in messages; empty: those of both sides in turn

    /// The side of a letter; empty when no side has it.
    [[nodiscard]] std::optional<Side> side_of(char letter) const noexcept;
    /// What is written for the stone of `side`, or for no stone.
    [[nodiscard]] char letter_of(std::optional<Side> side) const noexcept;
};

inline constexpr char kEmptyCell = '.';

struct FenText {
    std::string cells; ///< rank by rank from the top: letters as they were read, or kEmptyCell
    Side to_move = Side::First;
    std::vector<int> counters; ///< as many as the form has
};

/// Throws UserError that names what is wrong, and in which rank.
[[nodiscard]] FenText parse_fen_text(std::string_view text, const FenForm& form);
[[nodiscard]] std::string to_string(const FenText& fen, const FenForm& form);

/// The cells of `board`, the first word of `text`. Throws the same.
[[nodiscard]] std::string read_board(std::string_view text, std::string_view board, const FenForm& form);
/// Appends the first word of a text. `letter_at(i)`: of cell i, or kEmptyCell. Nothing is allocated when `to`
/// has the capacity.
template<class LetterAt>
void add_board(std::size_t cells, std::size_t columns, const LetterAt& letter_at, std::string& to) {
    std::size_t run = 0;
    const auto end_run = [&] {
        if (run > 0) {
            to += static_cast<char>('0' + std::exchange(run, 0));
        }
    };
    for (std::size_t i = 0; i < cells; ++i) {
        if (i > 0 && i % columns == 0) {
            end_run();
            to += '/';
        }
        if (const char letter = letter_at(i); letter != kEmptyCell) {
            end_run();
            to += letter;
        } else {
            ++run;
        }
    }
    end_run();
}

/// Throws UserError: `text` is no position because of `what`.
[[noreturn]] void refuse_fen(std::string_view text, const FenForm& form, const std::string& what);

/// Throws UserError when the game is over because its half-move clock has reached `limit`.
void refuse_half_moves(std::string_view text, const FenForm& form, int half_moves, int limit);

} // namespace referee

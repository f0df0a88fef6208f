#pragma once
// Checks a log: makes the moves of its games again by the rules, counts, and lists what disagrees. Shows a
// game as a sequence of boards.
// Source: docs/commands.md, "referee review".

#include "referee/game/record.hpp"
#include "referee/rules/rules.hpp"

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The claims of a record that the rules or the record's own numbers contradict, one line each; empty when
/// there are none.
[[nodiscard]] std::vector<std::string> differences(const GameRecord& record);

struct Review {
    struct Difference {
        std::size_t line; ///< from 1
        std::uint64_t game;
        std::string what;
    };
    std::uint64_t games = 0;
    Results results;
    std::uint64_t unscored = 0;
    TerminationCounts terminations;
    std::vector<Difference> found;
    /// Fields that this version does not know and did not check, each with the first line that has it. A
    /// later version may have written them. At most kMostUnknown are kept.
    std::map<std::string, std::size_t> unknown;
    static constexpr std::size_t kMostUnknown = 20;
    bool last_line_cut = false; ///< the last line has no newline: a crash cut it short, and it was not read
};

/// Which games of a log are reviewed, and what is called for each.
struct ReviewChoice {
    std::optional<std::uint64_t> only; ///< the game of this number; empty: all
    std::function<void(const GameRecord&)> visit = [](const GameRecord&) {};
};

/// Reads games line by line; checks each game, and that the numbers of games are consecutive. With
/// `choice.only` every line is read, but no other game is checked or counted. Throws UserError, naming `file`
/// and the line, for a line that is not a game's record; and when the chosen game is not there, naming those
/// that are.
[[nodiscard]] Review review(std::istream& log, const std::string& file, const ReviewChoice& choice = {});

// A game as a sequence of boards, drawn for a terminal.

/// How boards are drawn; by default in ASCII, without escape sequences.
struct BoardStyle {
    bool colour = false;
    bool unicode = false;
};

/// A stone of `side`: O or X, with Unicode a circle, filled for the first player, without colour.
[[nodiscard]] std::string_view stone_text(Side side, const BoardStyle& style) noexcept;

/// A cell of three columns: the stone, if any, between its marks. Marks are brackets, so that they are seen
/// without colour.
[[nodiscard]] std::string cell_text(const Cell& cell, const BoardStyle& style);

/// A line for each row, and one with the numbers of the columns, each ended by a newline.
[[nodiscard]] std::string board_text(const Drawing& drawing, const BoardStyle& style);

/// Which boards of a game: all of them, or the one after `turn` turns (0: the start).
using ShownTurn = std::optional<std::uint64_t>;

/// The game's heading, its boards with what each move did, and how it ended. Draws as far as the moves obey
/// the rules, then names the one that does not. Throws UserError when the record has no turn of that number.
[[nodiscard]] std::string show(const GameRecord& record, ShownTurn turn, const BoardStyle& style);

} // namespace referee

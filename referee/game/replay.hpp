#pragma once
// Makes the moves of a record again, as far as the rules allow, and asks what rules of adjudication say of
// them.
// Source: docs/games.md, "What is checked".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/games.hpp"

#include <functional>
#include <optional>
#include <string>

namespace referee {

/// A turn that the rules allow.
struct ReplayedTurn {
    Board before;
    MoveNumbers move;
    const Course& after;                          ///< its turns are the number of this one, from 1
    std::optional<std::chrono::nanoseconds> took; ///< empty: a move of the opening
};

struct Replayed {
    Course last; ///< after the last move that the rules allow
    /// What is wrong with the next turn, in one line that names the turn; empty: all moves were made.
    std::optional<std::string> difference;
};

/// The board on which the first move of `record`, or of its opening, was made.
[[nodiscard]] Board first_board(const GameRecord& record);

/// Who made the first move of `record` after its opening; agents move in turn.
[[nodiscard]] Player mover_after_opening(const GameRecord& record);

/// Makes the opening and the moves of `record` in order, `visit` seeing each, until one breaks the rules or
/// comes after the board has ended the game, or until an opening does not lead to the position it must lead
/// to.
Replayed replay(const GameRecord& record, const std::function<void(const ReplayedTurn&)>& visit);

// Rules of adjudication and games that were played: what the rules say of a record, and what is wrong with
// what a record says of them.

/// The first ruling in the moves of `record`; empty when its rules end it nowhere. The moves that the rules
/// of the game allow are looked at.
[[nodiscard]] std::optional<RuledTurn> first_ruling(const Adjudication& rules, const GameRecord& record);

/// Why no bounds of rule `ruled.rule` can end `record` after `ruled.turn` turns with this result, in one
/// line; empty when some can. The moves of `record` must be legal.
[[nodiscard]] std::optional<std::string> problem_of_ruling(const RuledTurn& ruled, const GameRecord& record);

} // namespace referee

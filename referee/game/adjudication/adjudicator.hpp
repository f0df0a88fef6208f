#pragma once
// Follows a game and says before a turn whether a rule of adjudication ends it. Pure: the same moves, scores
// and rules give the same answers. Source: docs/adjudication.md.

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/log/search_note.hpp"
#include "referee/rules/games.hpp"

#include <cstdint>
#include <optional>

namespace referee {

/// What a rule decides.
struct Ruling {
    AdjudicationRule rule;
    std::optional<Side> winner; ///< empty: a draw
    bool operator==(const Ruling&) const = default;
};

class Adjudicator {
  public:
    /// `first`: who plays Side::First. `turn_limit`: after so many turns the game ends in any case.
    Adjudicator(const Adjudication& rules, Player first, int turn_limit) noexcept;

    /// `mover` made a move that led to `after`; moves of an opening are not told. `score`: as the mover sees
    /// the position, when it says so.
    void moved(Side mover, const Board& after, const std::optional<uai::Score>& score) noexcept;

    /// What ends the game before the next turn on `board`, which the board itself has not ended. `turns` were
    /// taken, those of the opening included. Empty: the game goes on.
    [[nodiscard]] std::optional<Ruling> ruling(const Board& board, int turns) const noexcept;

  private:
    void count_lead(const Board& after) noexcept;
    void count_score(Side mover, const std::optional<uai::Score>& score) noexcept;
    /// The side that loses by its score; empty also when both do.
    [[nodiscard]] std::optional<Side> resigning() const noexcept;
    [[nodiscard]] bool is_drawn(int turns) const noexcept;

    /// How many moves in a row, the last one included, of one side.
    struct Rows {
        int low = 0;  ///< at or below minus the bound of `resign`
        int high = 0; ///< at or above it
        int near = 0; ///< within the bound of `draw`
    };
    Adjudication rules_;
    PerSide<Player> players_;
    int turn_limit_;
    Side leader_ = Side::First;
    int led_ = 0; ///< plies in a row after which `leader_` led by enough
    PerSide<Rows> rows_;
};

} // namespace referee

#pragma once
// Notices that a run only repeats a drawn game, which some tests never end.
// Source: docs/openings.md, "Other games".

#include "sprt/ledger/game_result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sprt {

/// Looks at the first games of a run: those of one seat are compared with each other.
class SameDraws {
  public:
    static constexpr std::size_t kGames = 6;

    /// Takes the next game of the run. True for the last of kGames games that were all drawn, and of which
    /// all with the same seats had the same moves.
    [[nodiscard]] bool add(const GameResult& game) noexcept {
        std::uint64_t& moves = moves_[seen_ % 2];
        is_same_ = is_same_ && game.winner == referee::Winner::Draw && (seen_ < 2 || moves == game.moves);
        moves = game.moves;
        return ++seen_ == kGames && is_same_;
    }

  private:
    std::array<std::uint64_t, 2> moves_{}; ///< of the last game with each order of seats
    std::size_t seen_ = 0;
    bool is_same_ = true;
};

} // namespace sprt

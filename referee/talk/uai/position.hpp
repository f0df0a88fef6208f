#pragma once
// A position as UAI engines get it. UAI is a protocol of one game: all here and in best_move.hpp may be asked
// of its boards alone, under either set of rules.

#include "referee/rules/games.hpp"

#include <string>

namespace referee::uai {

/// The moves of a board, whatever its rules.
struct AtaxxBoard {
    ataxx::Position stones;
    ataxx::Bitboard empty; ///< where a stone may be put
    bool can_move;         ///< the side to move has a clone or a jump
};
[[nodiscard]] AtaxxBoard ataxx_board(const Board& board) noexcept;

/// All six fields, because there are engines that die when the counters are missing. The half-move field is
/// 0 under the articles' rules: they have no end after moves without a clone, and engines take 100 for a
/// finished game. `full_move` is 1 at the start and grows after each move of the second player. Valid until
/// `to` changes; nothing is allocated once `to` has the capacity.
[[nodiscard]] std::string_view fen_for_engine(const Board& board, int full_move, std::string& to);

} // namespace referee::uai

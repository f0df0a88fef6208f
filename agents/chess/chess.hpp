#pragma once
// Chess as a Game: the rules of referee/rules, and the value of a position by its pieces and where they
// stand. Chess960 has the same moves, and its reader of positions reads those of chess too, so that one Game
// plays both.

#include "agents/search/game.hpp"
#include "referee/rules/chess/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace search {

/// Repetitions are not known here: no search knows what was played before.
struct Chess : OfRules<chess960::Rules> {
    /// Plies of a random game; who has the better position then has won.
    static constexpr int kPlayoutPlies = 20;

    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        return is_drawn(position) ? Moves() : chess::legal_moves(position);
    }
    [[nodiscard]] static bool is_legal(const Position& position, Move move) noexcept {
        return !is_drawn(position) && Rules::is_legal(position, move);
    }
    /// A loss for the side that is mated, otherwise a draw.
    [[nodiscard]] static int finished_score(const Position& position, int ply) noexcept {
        return chess::is_checkmate(position) ? ply - kInfinity : 0;
    }

    /// In hundredths of a pawn: own pieces and squares less those of the opponent.
    [[nodiscard]] static int evaluation(const Position& position) noexcept {
        const bool is_late = is_endgame(position);
        const int white = value_of(position, chess::Side::First, is_late) -
                          value_of(position, chess::Side::Second, is_late);
        return position.to_move == chess::Side::First ? white : -white;
    }

    [[nodiscard]] static std::uint64_t key(const Position& position) noexcept {
        const auto [own, theirs] = Rules::key(position);
        return own ^ std::rotl(theirs, 32);
    }

  private:
    /// Half-moves or the pieces left have ended the game.
    [[nodiscard]] static bool is_drawn(const Position& position) noexcept {
        return position.half_moves >= chess::kHalfMoveLimit || chess::is_insufficient_material(position);
    }

    /// Without queens and with at most three other pieces a side, kings come out.
    [[nodiscard]] static bool is_endgame(const Position& position) noexcept {
        const auto most = [&](chess::Side side) {
            const chess::Squares pieces =
                position.pieces(side) & ~(position.of(chess::Kind::Pawn) | position.of(chess::Kind::King));
            return std::popcount(pieces);
        };
        return position.of(chess::Kind::Queen) == 0 &&
               std::max(most(chess::Side::First), most(chess::Side::Second)) <= 3;
    }

    using Table = std::array<int, chess::kSquares>;

    /// What the pieces are worth, by Kind from Pawn on; the king cannot be taken.
    static constexpr std::array kWorth{100, 310, 325, 500, 950, 0};

    /// For each Kind from Pawn on, what a piece of the first player is worth on each square. The last table
    /// is that of the king in an endgame.
    static constexpr auto kTables = [] {
        constexpr std::array kPawns{0, 0, 3, 8, 15, 30, 60, 0}; // by rank
        std::array<Table, chess::kKinds.size() + 1> tables{};
        for (int i = 0; i < chess::kSquares; ++i) {
            const chess::Square square(i);
            const int file = std::min(square.file(), chess::kBoardSize - 1 - square.file());
            const int rank = std::min(square.rank(), chess::kBoardSize - 1 - square.rank());
            const int centre = file + rank; // 0 in a corner, 6 in the centre
            const int middle = file == 3 && rank >= 2 ? 10 : 0;
            const auto put = [&](std::size_t table, int bonus) {
                tables[table][static_cast<std::size_t>(i)] =
                    (table < kWorth.size() ? kWorth[table] : 0) + bonus;
            };
            put(0, kPawns[static_cast<std::size_t>(square.rank())] + middle);
            put(1, 7 * centre - 21);
            put(2, 4 * centre - 10);
            put(3, square.rank() == 6 ? 15 : 2 * file);
            put(4, centre);
            put(5, -10 * centre - 8 * square.rank());
            put(6, 8 * centre);
        }
        return tables;
    }();

    [[nodiscard]] static int value_of(const Position& position, chess::Side side, bool is_late) noexcept {
        constexpr int kMirror = chess::kSquares - chess::kBoardSize; // turns ranks round in an index
        const int flip = side == chess::Side::First ? 0 : kMirror;
        int value = 0;
        for (const chess::Kind kind : chess::kKinds) {
            const auto place = static_cast<std::size_t>(kind) - 1;
            const Table& table = kTables[kind == chess::Kind::King && is_late ? place + 1 : place];
            chess::for_each(position.of(side, kind), [&](chess::Square square) {
                value += table[static_cast<std::size_t>(square.index() ^ flip)];
            });
        }
        return value;
    }
};
static_assert(HashedGame<Chess>);

} // namespace search

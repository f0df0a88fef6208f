#pragma once
// Alpha-beta as in the programs of the articles, to compare the searches of the project with: bitboards, a
// vector of moves for each position, a copy of the board for each move. It shares nothing with the project's
// rules and searches.

#include <bit>
#include <cstdint>
#include <vector>

namespace plain {

constexpr int kSize = 7;
constexpr int kSquares = kSize * kSize;
constexpr int kWon = 1 << 30;

struct Board {
    std::uint64_t own;    ///< of the side to move
    std::uint64_t theirs; ///< bit x * 7 + y
};

struct Move {
    int from; ///< -1 for a pass
    int to;
};

struct Masks {
    std::uint64_t near[kSquares]; ///< at distance 1
    std::uint64_t far[kSquares];  ///< at distance 2
};

constexpr Masks make_masks() {
    Masks masks{};
    for (int a = 0; a < kSquares; ++a) {
        for (int b = 0; b < kSquares; ++b) {
            const int dx = a / kSize > b / kSize ? a / kSize - b / kSize : b / kSize - a / kSize;
            const int dy = a % kSize > b % kSize ? a % kSize - b % kSize : b % kSize - a % kSize;
            const int distance = dx > dy ? dx : dy;
            if (distance == 1) {
                masks.near[a] |= std::uint64_t{1} << b;
            } else if (distance == 2) {
                masks.far[a] |= std::uint64_t{1} << b;
            }
        }
    }
    return masks;
}

inline constexpr Masks kMasks = make_masks();
inline constexpr std::uint64_t kAll = (std::uint64_t{1} << kSquares) - 1;

inline std::vector<Move> moves(const Board& board) {
    std::vector<Move> found;
    const std::uint64_t empty = kAll & ~(board.own | board.theirs);
    for (std::uint64_t sources = board.own; sources != 0; sources &= sources - 1) {
        const int from = std::countr_zero(sources);
        for (std::uint64_t left = kMasks.near[from] & empty; left != 0; left &= left - 1) {
            found.push_back({from, std::countr_zero(left)});
        }
        for (std::uint64_t left = kMasks.far[from] & empty; left != 0; left &= left - 1) {
            found.push_back({from, std::countr_zero(left)});
        }
    }
    if (found.empty()) {
        found.push_back({-1, -1});
    }
    return found;
}

inline Board after(const Board& board, Move move) {
    if (move.from < 0) {
        return {board.theirs, board.own};
    }
    const std::uint64_t to = std::uint64_t{1} << move.to;
    const std::uint64_t turned = kMasks.near[move.to] & board.theirs;
    std::uint64_t own = board.own | to | turned;
    if ((kMasks.far[move.from] & to) != 0) {
        own &= ~(std::uint64_t{1} << move.from);
    }
    return {board.theirs & ~turned, own};
}

/// What one search needs besides its position.
struct Search {
    int depth = 0;
    std::uint64_t nodes = 0; ///< positions looked at
};

inline int alphabeta(const Board& board, int ply, int alpha, int beta, Search& search) {
    ++search.nodes;
    const int difference = std::popcount(board.own) - std::popcount(board.theirs);
    if (board.own == 0 || board.theirs == 0 || (board.own | board.theirs) == kAll) {
        return difference > 0 ? kWon - ply : ply - kWon;
    }
    if (ply == search.depth) {
        return difference;
    }
    for (const Move move : moves(board)) {
        const int value = -alphabeta(after(board, move), ply + 1, -beta, -alpha, search);
        if (value > alpha) {
            alpha = value;
        }
        if (alpha >= beta) {
            break;
        }
    }
    return alpha;
}

} // namespace plain

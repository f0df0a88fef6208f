#pragma once
// The positions in which Connect Four is measured.

#include "referee/base/seed.hpp"
#include "referee/rules/connect_four/rules.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace bench {

struct Line {
    connect_four::Position position;
    std::string moves; ///< from the start: columns 1 to 7
};

/// A random game of `plies` moves that is not over.
[[nodiscard]] inline Line random_line(referee::SplitMix64& random, std::uint64_t plies) {
    using connect_four::Rules;
    for (;;) {
        Line line;
        while (line.moves.size() < plies && !Rules::ending(line.position)) {
            const auto moves = Rules::moves(line.position);
            const connect_four::Move move = moves[random.below(moves.size())];
            line.position = Rules::after(line.position, move);
            line.moves += std::to_string(move.column() + 1);
        }
        if (!Rules::ending(line.position)) {
            return line;
        }
    }
}

/// The same 20 positions after 7 random moves, for searches that are compared.
[[nodiscard]] inline std::array<connect_four::Position, 20> positions_after_7_moves() {
    std::array<connect_four::Position, 20> positions;
    referee::SplitMix64 random(1);
    for (connect_four::Position& position : positions) {
        position = random_line(random, 7).position;
    }
    return positions;
}

[[nodiscard]] constexpr int sign(int score) noexcept {
    return (score > 0) - (score < 0);
}

} // namespace bench

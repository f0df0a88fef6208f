#pragma once
// Results of made-up games, for tests of the code that counts games.

#include "sprt/ledger/game_result.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

inline constexpr auto kWin = referee::Winner::Agent1;
inline constexpr auto kLoss = referee::Winner::Agent2;
inline constexpr auto kDraw = referee::Winner::Draw;

/// Game `number` from `opening`, with a fingerprint of its moves.
inline GameResult game_result(std::uint64_t number, std::optional<referee::Winner> winner,
                              std::uint64_t opening, std::uint64_t moves, bool disputed = false) {
    return {.game = number,
            .pair = number / 2,
            .opening = opening,
            .moves = moves,
            .winner = winner,
            .disputed = disputed};
}

/// A game that differs from the games with other numbers.
inline GameResult new_game(std::uint64_t number, std::optional<referee::Winner> winner,
                           bool disputed = false) {
    return game_result(number, winner, number / 2, 1000 + number, disputed);
}

} // namespace sprt

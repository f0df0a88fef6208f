#pragma once
// The positions where the experiments with searches begin: those after the openings of a run with `random:4`.

#include "referee/rules/ataxx/position.hpp"
#include "sprt/schedule/openings.hpp"

#include <cstdint>

namespace bench {

/// The position after the opening of pair `pair`, counted from 0, in a run with `--openings random:4 --seed
/// SEED`. There are 12927 such openings: `pair` must be less.
[[nodiscard]] inline ataxx::Position opening_position(std::uint64_t seed, std::uint64_t pair) {
    ataxx::Position position;
    const auto openings = sprt::make_openings(sprt::RandomMoves{4}, seed, referee::Game::Ataxx);
    const auto opening = openings->opening(pair).value();
    for (const referee::MoveNumbers& move : opening.moves) {
        position = position.after(ataxx::Move::from_numbers(move).value());
    }
    return position;
}

} // namespace bench

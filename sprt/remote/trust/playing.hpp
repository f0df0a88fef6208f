#pragma once
// How a pair was played, and whether another playing of it is the same.
// Source: docs/many-machines.md, "Spot checks".

#include "referee/game/record.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sprt::remote {

/// What follows from position and seed in a game of agents that do not look at a clock.
struct PlayedGame {
    std::vector<referee::MoveNumbers> moves; ///< those of the opening too
    referee::Termination termination{};
    std::optional<referee::Winner> winner{};
    /// It ended by a fault or a time loss, or is not scored. That may be the machine's doing.
    bool is_broken_off = false;
};

/// The games of a pair.
using Playing = std::vector<PlayedGame>;

[[nodiscard]] Playing playing_of(const std::vector<referee::GameRecord>& records);

enum class Likeness : std::uint8_t {
    Same,      ///< move for move, and all games have come to the same end
    Unclear,   ///< the same as far as both go, and a game was broken off in one
    Different, ///< other moves, or another end
};

[[nodiscard]] Likeness compare(const Playing& one, const Playing& other);

} // namespace sprt::remote

#pragma once
// A game that is to be played. A job is complete: a player of jobs computes nothing about them.
// Source: docs/protocol.md, "The clock", "How a game ends".

#include "referee/game/player.hpp"
#include "referee/rules/games.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace referee {

/// The limits of a game.
struct GameLimits {
    PerPlayer<std::chrono::nanoseconds> time{std::chrono::seconds(10), std::chrono::seconds(10)};
    std::chrono::nanoseconds ready = std::chrono::seconds(3); ///< to say OK
    int turns = facts_of(kDefaultGame).turns;                 ///< of both sides together
};

struct Job {
    Game rules = kDefaultGame;
    std::uint64_t id = 0; ///< the number of the game in its run, from 0
    std::uint64_t pair = 0;
    Player first = Player::Agent1;
    PerPlayer<std::uint64_t> seeds{};
    GameLimits limits{};
    /// Made before the agents are asked; the first player makes its first move. The moves are legal one after
    /// the other and leave the game unfinished; there are at most kMostOpeningMoves, and fewer than the turns
    /// of the game. Played only when both agents offer OPENING; otherwise the game begins at the start.
    std::vector<MoveNumbers> opening{};
};

} // namespace referee

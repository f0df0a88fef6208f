#pragma once
// One game, from READY to FINISH.
// Source: docs/protocol.md; how a game ends is the table of "How a game ends" there.

#include "referee/game/record.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace referee {

/// The limits of a game.
struct GameLimits {
    std::array<std::chrono::nanoseconds, 2> time{std::chrono::seconds(10),
                                                 std::chrono::seconds(10)}; ///< by Player
    std::chrono::nanoseconds ready = std::chrono::seconds(3);
    int turns = 400; ///< of both sides together
};

/// What is fixed about a game before it is played. Tables of two are by Player.
struct GameSetup {
    std::uint64_t game = 0;
    std::uint64_t pair = 0;
    Player first = Player::Agent1;
    std::array<std::uint64_t, 2> seed{};
    GameLimits limits{};
    /// Made before the agents are asked, the first player's first. They are legal one after the other and
    /// leave the game unfinished; at most kMostOpeningMoves, and fewer than the turns of the game. Played
    /// only when both agents offer OPENING; otherwise the game begins at the start.
    std::vector<ataxx::Move> opening{};
};

/// Plays a game with agents that were just started, and sees them off. Whatever the agents do is an outcome
/// in the record; only world errors are thrown (std::system_error). A game that was stopped is Aborted and
/// not scored. An opening that breaks the conditions of GameSetup is a bug of the caller's.
[[nodiscard]] GameRecord play(const GameSetup& setup, Agents& agents);

} // namespace referee

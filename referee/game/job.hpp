#pragma once
// A game that is to be played. A job is complete: a player of jobs computes nothing about them.
// Source: docs/protocol.md, "The clock", "How a game ends".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/player.hpp"
#include "referee/game/time_scale.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/clock.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace referee {

/// The limits of a game.
struct GameLimits {
    PerPlayer<TimeControl> time{};
    std::chrono::nanoseconds ready = std::chrono::seconds(3); ///< to say OK
    int turns = facts_of(kDefaultGame).turns;                 ///< of both sides together
    Adjudication adjudication{};                              ///< what may end a game before its board does
};

struct Job {
    Game rules = kDefaultGame;
    std::uint64_t id = 0; ///< the number of the game in its run, from 0
    std::uint64_t pair = 0;
    std::optional<std::uint64_t> round{};    ///< of a tournament; empty: the run has two agents
    PerPlayer<AgentId> agents = kBothAgents; ///< who plays
    Player first = Player::Agent1;
    PerPlayer<std::uint64_t> seeds{};
    GameLimits limits{};
    /// Rules of adjudication do not end the game: what they would have done is written down.
    bool is_verified = false;
    /// What the times in `limits` were multiplied with; empty: they are those of the run.
    std::optional<TimeScale> time_scale{};
    PerPlayer<bool> keeps{}; ///< the process of this agent may play the next game too
    /// Made before the agents are asked; the first player makes its first move. The moves are legal one after
    /// the other and leave the game unfinished; there are at most kMostOpeningMoves, and fewer than the turns
    /// of the game. Played only when both agents offer OPENING; otherwise the game begins at the start.
    std::vector<MoveNumbers> opening{};
    /// The game begins at this position. When `opening` has moves too, they lead to it. Played only when each
    /// agent offers FEN, or OPENING for the moves; otherwise the game begins at the usual start.
    std::optional<Start> start{};
};

} // namespace referee

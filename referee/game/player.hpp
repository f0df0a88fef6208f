#pragma once
// The two agents of a game, whatever side each plays, one value for each of them, and who they are among all
// agents of the run.

#include "referee/rules/ending.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace referee {

/// Which of the two programs, whatever side it plays. Agent 1 is the one a test is about.
enum class Player : std::uint8_t { Agent1, Agent2 };

inline constexpr std::array<Player, 2> kPlayers{Player::Agent1, Player::Agent2};

[[nodiscard]] constexpr Player other(Player player) noexcept {
    return player == Player::Agent1 ? Player::Agent2 : Player::Agent1;
}
/// 1 or 2, as people and logs count them.
[[nodiscard]] constexpr int number(Player player) noexcept {
    return player == Player::Agent1 ? 1 : 2;
}

/// Who plays `side` when `first` plays first.
[[nodiscard]] constexpr Player player_of(Side side, Player first) noexcept {
    return side == Side::First ? first : other(first);
}

/// One value for each agent. Only a Player finds a value in it, so that players and sides cannot be mixed up.
template<class Value>
struct PerPlayer {
    Value agent1{};
    Value agent2{};

    [[nodiscard]] constexpr Value& operator[](Player player) noexcept {
        return player == Player::Agent1 ? agent1 : agent2;
    }
    [[nodiscard]] constexpr const Value& operator[](Player player) const noexcept {
        return player == Player::Agent1 ? agent1 : agent2;
    }
    bool operator==(const PerPlayer&) const = default;
};

/// The position of an agent in the list of all agents of a run: 0 and 1 in a run of two.
enum class AgentId : std::size_t {};

[[nodiscard]] constexpr std::size_t index(AgentId agent) noexcept {
    return static_cast<std::size_t>(agent);
}

/// Agent 1 and agent 2 of the games of a run of two.
inline constexpr PerPlayer<AgentId> kBothAgents{AgentId{0}, AgentId{1}};

} // namespace referee

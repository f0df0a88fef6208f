#pragma once
// The two agents of a game, whatever side each plays, one value for each of them, who they are among all
// agents of the run, and what a tuning starts them with.
// Source: docs/tuning.md.

#include "referee/rules/ending.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

/// The enumerator whose place in `names` is that of `text`; empty when `text` is none of them.
template<class Enum, std::size_t count>
[[nodiscard]] constexpr std::optional<Enum> named_in(const std::array<std::string_view, count>& names,
                                                     std::string_view text) noexcept {
    const auto found = std::ranges::find(names, text);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
}

// A game of a tuning: one program plays itself with two sets of values for its parameters, and how an agent
// gets its values.

enum class TuneKind : std::uint8_t {
    Probe,  ///< whether a parameter changes anything
    Tune,   ///< a step of the tuning
    Verify, ///< the tuned values against those of the start
};

/// `probe`, `tune` or `verify`.
[[nodiscard]] std::string_view name(TuneKind kind) noexcept;
/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<TuneKind> tune_kind_named(std::string_view text) noexcept;

/// A value as an agent gets it.
struct TunedNumber {
    double value = 0;
    bool is_whole = false;

    bool operator==(const TunedNumber&) const = default;
};

/// Whole numbers have no point; others are the shortest decimal that reads back as the same double, with a
/// point or an exponent.
[[nodiscard]] std::string to_string(TunedNumber number);

struct TunedGame {
    TuneKind kind = TuneKind::Tune;
    std::uint64_t k = 0;                          ///< of the pair, among those of its kind
    PerPlayer<std::vector<TunedNumber>> values{}; ///< in the order of the parameters
    std::vector<std::string> names{};             ///< of the parameters; empty: as read from a log

    /// Whether the same was played. Names do not count.
    bool operator==(const TunedGame& other) const {
        return kind == other.kind && k == other.k && values == other.values;
    }
};

/// `margin=55 scale=0.91`.
[[nodiscard]] std::string values_text(const std::vector<std::string>& names,
                                      const std::vector<TunedNumber>& values);

// Placeholders: {NAME} in the words of a command, of lines and options for engines and of the environment.

/// The names of the placeholders in `text`; `{{` is a brace. Throws UserError for one that is not closed.
[[nodiscard]] std::set<std::string> placeholders_in(std::string_view text);

/// `text` with each placeholder of `names` replaced by its value, and `{{` by a brace.
[[nodiscard]] std::string filled_in(std::string_view text, const std::vector<std::string>& names,
                                    const std::vector<TunedNumber>& values);

} // namespace referee

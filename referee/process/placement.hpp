#pragma once
// Which cores each of the games gets that are played at once.
// Source: docs/commands.md, "Cores".

#include "referee/process/cores.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class Pin : std::uint8_t {
    Game,  ///< the thread of a game and its two agents share cores: only one of the three works at a time
    Split, ///< each agent has cores of its own; the thread may run on all of them
    Off,   ///< the scheduler decides
};

/// `game`, `split` or `off`; empty for any other text.
[[nodiscard]] std::optional<Pin> parse_pin(std::string_view text) noexcept;

struct GameCores {
    std::vector<int> worker; ///< of the thread that plays the game and starts its agents
    std::vector<int> first;  ///< of the agent that plays first
    std::vector<int> second; ///< of the agent that plays second. The sides change from game to game, so
                             ///< neither agent always has the better cores
};

/// A larger number is a typing error.
inline constexpr int kMostThreadsPerAgent = 1024;

struct PlacementSettings {
    Pin pin = Pin::Game;
    int threads_per_agent = 1;             ///< how many cores each agent gets
    std::optional<std::vector<int>> cores; ///< to play on, at least one; absent: all that are allowed
};

/// Cores for the games that are played at once.
///
/// The cores of a game are in one package, as long as a package has enough free cores. Physical cores that no
/// game has are used before second threads. Where a package has too few of them, the threads of a physical
/// core stay together, so that with Pin::Split two agents do not share a physical core. Otherwise the lowest
/// cores come first. When the user named no cores, those from `machine.current` on come first: two programs
/// that start at the same time and play one game each do not both choose core 0.
class Placement {
  public:
    /// Throws UserError naming those of `settings.cores` that the machine does not allow.
    Placement(const PlacementSettings& settings, const Machine& machine);

    /// All cores to play on, ascending.
    [[nodiscard]] const std::vector<int>& cores() const noexcept { return cores_; }

    /// How many games can have cores of their own within the quota of processor time; at least 1.
    [[nodiscard]] int games_that_fit() const noexcept;

    /// The games that share no core, at least one. Empty when nothing is pinned.
    [[nodiscard]] const std::vector<GameCores>& games() const noexcept { return games_; }

    /// The cores of worker 0, 1, 2, ...; workers beyond games() share cores. nullptr: nothing is pinned.
    [[nodiscard]] const GameCores* game(int worker) const noexcept;

    /// A warning in one line when `games` at once need more cores or processor time than there are.
    [[nodiscard]] std::optional<std::string> warning(std::int64_t games) const;

  private:
    [[nodiscard]] std::int64_t cores_per_game() const noexcept;
    [[nodiscard]] std::int64_t cores_given() const noexcept; ///< whole cores; 0 when the quota is below 1

    PlacementSettings settings_;
    std::optional<double> quota_;
    std::vector<int> cores_;
    std::vector<GameCores> games_;
};

} // namespace referee

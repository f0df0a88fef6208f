#pragma once
// Which cores each of the games that are played at once gets.
// Source: docs/commands.md, "Cores".

#include "referee/process/topology.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class Pin : std::uint8_t {
    Game,  ///< a game's thread and both its agents share cores: only one of the three works at a time
    Split, ///< each agent has cores of its own, and the thread may run on those of both
    Off,   ///< the scheduler decides
};

/// `game`, `split` or `off`; empty for any other text.
[[nodiscard]] std::optional<Pin> parse_pin(std::string_view text) noexcept;

/// The cores of one game.
struct GameCores {
    std::vector<int> worker;                ///< of the thread that plays it, and starts its agents
    std::array<std::vector<int>, 2> agents; ///< by side. Sides change from game to game, so that neither
                                            ///< agent always has the better core
};

/// Any more is a mistyped number.
inline constexpr int kMostThreadsPerAgent = 1024;

struct PlacementSettings {
    Pin pin = Pin::Game;
    int threads_per_agent = 1;             ///< how many cores each agent gets
    std::optional<std::vector<int>> cores; ///< to play on, at least one; empty: all that are allowed
};

/// Cores for the games that are played at once.
///
/// A game's cores are in one package as long as one has enough of them. They are on physical cores that
/// nobody has yet, before second threads are used; where a package has too few for that, the threads of a
/// physical core stay together, so that with Pin::Split two agents do not share one. Among equals the lowest
/// come first; but when no cores were named, those from `machine.current` on, so that two programs that are
/// started at once and play one game each do not both choose core 0.
class Placement {
  public:
    /// Throws UserError naming those of `settings.cores` that the machine does not allow.
    Placement(const PlacementSettings& settings, const Machine& machine);

    /// To play on, ascending.
    [[nodiscard]] const std::vector<int>& cores() const noexcept { return cores_; }

    /// How many games have cores of their own, and processor time of the quota for them; at least 1.
    [[nodiscard]] int games_that_fit() const noexcept;

    /// The games that share no core, at least one. None when nothing is to be pinned.
    [[nodiscard]] const std::vector<GameCores>& games() const noexcept { return games_; }

    /// Where worker 0, 1, 2, ... plays: beyond games() they share. nullptr: nothing is to be pinned.
    [[nodiscard]] const GameCores* game(int worker) const noexcept;

    /// What to tell the user, in one line, when `games` at once are more than there are cores or time for.
    [[nodiscard]] std::optional<std::string> warning(std::int64_t games) const;

  private:
    [[nodiscard]] std::int64_t cores_per_game() const noexcept;
    [[nodiscard]] std::int64_t cores_given() const noexcept; ///< whole ones; 0 when the quota is below one

    PlacementSettings settings_;
    std::optional<double> quota_;
    std::vector<int> cores_;
    std::vector<GameCores> games_;
};

} // namespace referee

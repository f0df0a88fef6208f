#pragma once
// How far the machine and the agents disturbed the clocks of a run. It changes no result; it says whether the
// results can be trusted. Source: docs/faults.md.

#include "referee/game/record.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

class MachineReport {
  public:
    void add(const GameRecord& record);

    /// How long an agent was ready to run and had no core during its own turns of one game: over all agents
    /// and games.
    struct Delays {
        std::chrono::nanoseconds median{0};
        std::chrono::nanoseconds p99{0}; ///< 99 % of the delays are at most as long
        std::chrono::nanoseconds largest{0};
    };
    [[nodiscard]] Delays delays() const;

    [[nodiscard]] const PerPlayer<std::uint64_t>& time_losses() const noexcept { return time_losses_; }
    [[nodiscard]] const PerPlayer<std::uint64_t>& disputed() const noexcept { return disputed_; }
    /// Games in which an agent worked while the other one's clock ran.
    [[nodiscard]] const PerPlayer<std::uint64_t>& interference() const noexcept { return interfered_games_; }

    /// Attempts at games that were not scored, because something disturbed them.
    [[nodiscard]] const Disturbances& disturbances() const noexcept { return disturbances_; }

    /// Whether agents waited for cores so long that clocks say little: 5 % of the watched time, and at least
    /// 200 ms.
    [[nodiscard]] bool is_overloaded() const noexcept;
    /// Share of the watched time that was spent waiting, in percent.
    [[nodiscard]] double delay_percent() const noexcept;

    /// A line for people about clocks; empty where there is nothing to say.
    [[nodiscard]] std::string clocks_text() const;
    /// Then one about disturbed games of two agents.
    [[nodiscard]] std::string text() const;

  private:
    std::vector<std::uint32_t> delays_us_; ///< of each agent in each game
    PerPlayer<std::uint64_t> time_losses_;
    PerPlayer<std::uint64_t> disputed_;
    PerPlayer<std::uint64_t> interfered_games_;
    Disturbances disturbances_;
    TurnLoad total_;
};

/// Warnings while a run is played.
class MachineWarnings {
  public:
    /// The warnings about `record`, which `report` holds already: each kind once a run, with its remedy.
    [[nodiscard]] std::vector<std::string> after(const GameRecord& record, const MachineReport& report);

  private:
    void warn_of_disturbances(const GameRecord& record, std::vector<std::string>& warnings);

    PerPlayer<bool> told_of_tampering_{};
    bool told_of_stop_ = false;
    bool told_of_late_starts_ = false;
    bool told_of_memory_ = false;
    bool told_of_interference_ = false;
    bool told_of_load_ = false;
};

} // namespace referee

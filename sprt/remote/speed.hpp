#pragma once
// The search by which machines are compared: the same work everywhere. It is not an agent, and does not
// change when agents do. Source: docs/many-machines.md, "Speed".

#include "referee/game/job.hpp"
#include "referee/process/placement.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt::remote {

/// Plays Ataxx against itself: alpha-beta, kDepth plies, by the difference of stones, the moves with most
/// stones first. After the end of a game the next one begins.
class FixedSearch {
  public:
    static constexpr int kDepth = 4;

    /// Searches for one move, and makes it. Takes about a millisecond.
    void step();

    /// Positions whose moves were generated, in all steps.
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
    [[nodiscard]] const ataxx::Position& position() const noexcept { return position_; }

  private:
    [[nodiscard]] int value(const ataxx::Position& position, int depth, int alpha, int beta);

    ataxx::Position position_;
    int turns_ = 0;
    std::uint64_t nodes_ = 0;
};

// Measures the speed of this machine by the fixed search. Source: docs/many-machines.md, "Speed".

/// Million nodes a second of the mean copy, while each of `slots` slots runs one, on the cores that
/// `placement` has for it. Takes `time`, above 0. Throws std::system_error when a thread cannot be made.
[[nodiscard]] double measure_speed(const referee::Placement& placement, int slots,
                                   std::chrono::milliseconds time);

// How fast the machine of a worker is, and what follows for the time of agents there. Pure.
// Source: docs/many-machines.md, "Speed".

/// The factor of times on a machine of `speed` when those of the run are for one of `reference`, both in
/// million nodes a second and above 0. Empty outside of TimeScale::kLeast to TimeScale::kMost: agents that
/// have so much more or less time play another game.
[[nodiscard]] std::optional<referee::TimeScale> time_scale(double reference, double speed);

/// Why a worker of that speed gets no pairs of such a run; empty speed: it said none.
[[nodiscard]] std::string unwelcome_speed(double reference, std::optional<double> speed);

} // namespace sprt::remote

#pragma once
// How fast the machines of workers are, and how long pairs take on each.

// The search by which machines are compared: the same work everywhere. It is not an agent, and does not
// change when agents do. Source: docs/many-machines.md, "Speed".

#include "referee/game/job.hpp"
#include "referee/process/placement.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "sprt/remote/leases.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

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

// How long pairs take on each worker, and which workers hold the window. Pure: the caller says what time it
// is.
//
// No pair is given that lies more than the lead beyond the last counted game, so a worker that takes longer
// for a pair than the others for the whole lead lets them wait. It gets no pair while more than half of the
// lead waits for it, nor for some time after that happened; so it holds the window for a fifth of the time at
// most. Nothing here looks at results. Source: docs/many-machines.md, "The window".

class Paces {
  public:
    using Duration = Clock::duration;

    /// A worker is slow whose mean pair takes so many times the median of the run.
    static constexpr int kSlow = 4;
    /// After it let others wait a slow worker gets no pair for so many of its mean pairs.
    static constexpr int kRest = 4;
    /// Pairs that are remembered: of the run, and of each worker.
    static constexpr std::size_t kOfRun = 255;
    static constexpr std::size_t kOfWorker = 16;
    /// Fewer pairs say nothing.
    static constexpr std::size_t kLeastOfRun = 8;
    static constexpr std::size_t kLeastOfWorker = 2;

    /// `worker` brought a pair after `took`. `waited`: how many finished pairs waited for this one alone;
    /// `lead`: how many may.
    void note(const std::string& worker, Duration took, std::uint64_t waited, std::uint64_t lead, Time now);

    /// Whether `worker` gets no pair now. `waiting`: how many finished pairs wait for one that it has.
    [[nodiscard]] bool is_held_back(const std::string& worker, std::uint64_t waiting, std::uint64_t lead,
                                    Time now) const;

  private:
    struct Its {
        std::deque<Duration> last{}; ///< the latest kOfWorker
        Time rests_until{};
    };

    [[nodiscard]] static Duration mean(const Its& its);
    [[nodiscard]] bool is_slow(const std::string& worker, const Its& its) const;

    std::map<std::string, Its> workers_;
    std::deque<std::pair<std::string, Duration>> run_; ///< the latest kOfRun
};

} // namespace sprt::remote

#pragma once
// Which run a worker serves. Pure: the caller says what time it is.
//
// Nobody allots workers: each one decides by itself, from what the offers say. A run that has fewer slots
// than its share is owed slot time. Workers leave for a run that is owed half a minute of its share, and what
// is owed is remembered: a single worker serves two runs by turns, each for its share of the time.
// Source: docs/many-machines.md, "Several runs".

#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace sprt::remote {

/// A worker stays with a run for so long: it has its agents now.
inline constexpr std::chrono::seconds kStay{30};
/// Workers leave for a run that is owed its share of so long: half of it in a minute.
inline constexpr std::chrono::seconds kPatienceOfRuns{30};
/// Nobody is owed the share of a longer time: what was long ago does not count.
inline constexpr std::chrono::seconds kLongestOwed{300};
/// A worker that could leave draws a lot so often, which is how often it hears what the others did.
inline constexpr std::chrono::seconds kLotEvery{5};
/// One lot of so many says that it leaves.
inline constexpr int kLots = 10;
/// A worker that gets no pair of its run for so long leaves for another one.
inline constexpr std::chrono::seconds kIdle{5};

/// What the offer of a run says that this worker can serve.
struct ServableRun {
    RunKey run;
    std::uint64_t slots = 0; ///< that play it
    double share = 1;        ///< above 0
    bool is_ready = true;    ///< has a pair to give
};

class RunChoice {
  public:
    /// `own_slots`: of this worker, at least 1. Lots follow from `seed`.
    RunChoice(std::uint64_t own_slots, std::uint64_t seed)
        : own_slots_(static_cast<double>(own_slots))
        , dice_(seed) {}

    /// These runs are offered from `now` on; to be called some times a second.
    void hear(std::vector<ServableRun> runs, Time now);

    /// The run to serve from now on, by lot among those that have a pair and fewer slots than their share;
    /// what each one lacks is its weight, or its share when none lacks anything. Empty when none has a pair.
    [[nodiscard]] std::optional<RunKey> choose(Time now);

    /// Whether the worker leaves its run at the end of the pairs in play. `is_idle`: it has had no pair for
    /// kIdle. To be asked some times a second until it answers true.
    [[nodiscard]] bool leaves(bool is_idle, Time now);

    /// How much slot time the run is owed, in seconds of its share; negative when it had more. For tests.
    [[nodiscard]] double owed_s(const RunKey& run) const;

  private:
    [[nodiscard]] double share_of(const ServableRun& run, double all_slots) const;
    [[nodiscard]] double slots_of_ready() const;
    [[nodiscard]] const ServableRun* served() const;

    double own_slots_;
    std::mt19937_64 dice_;
    std::vector<ServableRun> runs_;
    std::map<RunKey, double> owed_s_; ///< in seconds of a run's share
    std::optional<Time> heard_;
    std::optional<RunKey> served_;
    std::optional<RunKey> gave_nothing_; ///< the run that was left because it had no pair for this worker
    Time began_{};                       ///< to serve
    Time left_{};
    Time drew_{}; ///< the last lot
};

} // namespace sprt::remote

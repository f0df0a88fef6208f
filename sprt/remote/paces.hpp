#pragma once
// How long pairs take on each worker, and which workers hold the window. Pure: the caller says what time it
// is.
//
// No pair is given that lies more than the lead beyond the last counted game, so a worker that takes longer
// for a pair than the others for the whole lead lets them wait. It gets no pair while more than half of the
// lead waits for it, nor for some time after that happened; so it holds the window for a fifth of the time at
// most. Nothing here looks at results. Source: docs/many-machines.md, "The window".

#include "sprt/remote/leases.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace sprt::remote {

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

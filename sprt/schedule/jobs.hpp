#pragma once
// The games of a run as jobs: what each is played with, settled before it is played.
// Source: docs/commands.md, "What counts, and in which order".

#include "referee/game/job.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/schedule/schedule.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

using referee::Job;

/// What the jobs of a run follow from, together with its openings.
struct SchedulePlan {
    OpeningsSpec openings;
    std::uint64_t seed = 0;
    referee::GameLimits limits;
    std::optional<std::uint64_t> max_games; ///< empty: no limit
    bool reuses_openings = false;           ///< after the last opening the first one follows again
};

/// Which opening of `size` pair `pair` begins with. 0 openings are as good as none known.
[[nodiscard]] constexpr std::uint64_t opening_of_pair(std::uint64_t pair,
                                                      std::optional<std::uint64_t> size) noexcept {
    return size && *size > 0 ? pair % *size : pair;
}

/// The job of game `game` without its opening: a pure function of the plan.
[[nodiscard]] Job job_without_opening(const SchedulePlan& plan, std::uint64_t game);

/// Jobs in schedule order. Belongs to one thread at a time.
class Jobs {
  public:
    /// `first`: the number of the first game. `openings` must outlive it.
    Jobs(const SchedulePlan& plan, Openings& openings, std::uint64_t first);

    /// The jobs of the next pair, or only those of its games that are still to come; none at the end.
    [[nodiscard]] std::vector<Job> next_pair();

    /// Whether next_pair() had none because the openings are used up.
    [[nodiscard]] bool are_openings_used_up() const noexcept { return schedule_.book_is_used_up(); }

  private:
    [[nodiscard]] std::optional<Job> next();
    [[nodiscard]] std::uint64_t count_openings(std::uint64_t most);

    SchedulePlan plan_;
    Openings& openings_;
    Schedule schedule_;
};

} // namespace sprt

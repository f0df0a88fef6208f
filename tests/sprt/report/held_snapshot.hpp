#pragma once
// A RunSnapshot that owns its plan, for tests.

#include "sprt/report/run_snapshot.hpp"
#include "tests/sprt/config/plans.hpp"

#include <memory>

namespace sprt {

class HeldSnapshot {
  public:
    /// `state` must outlive the HeldSnapshot.
    HeldSnapshot(const Config& config, const RunState& state)
        : plan_(std::make_shared<RunPlan>(plan_for(config)))
        , run{.plan = *plan_, .state = state} {}

    operator const RunSnapshot&() const noexcept { return run; }

  private:
    std::shared_ptr<RunPlan> plan_;

  public:
    RunSnapshot run;
};

/// The snapshot of a run of `config` whose session began with game `first_game` and lasted `elapsed`.
inline HeldSnapshot seen(const Config& config, const RunState& state, std::chrono::nanoseconds elapsed,
                         std::uint64_t first_game = 0) {
    HeldSnapshot held(config, state);
    held.run.session_elapsed = elapsed;
    held.run.session_first_game = first_game;
    return held;
}

} // namespace sprt

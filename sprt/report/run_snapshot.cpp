#include "sprt/report/run_snapshot.hpp"

namespace sprt {

Calculation estimates_of(const RunPlan& plan, const RunState& state) {
    const Counts& counted = state.standing.counted;
    const auto& test = plan.counting.test;
    Calculation now = test ? calculate(*test, counted) : calculate(counted);
    if (state.is_over() && state.verdict() == Verdict::Continue) {
        now.forecast.reset();
    }
    return now;
}

} // namespace sprt

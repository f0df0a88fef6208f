#include "sprt/report/run_snapshot.hpp"

namespace sprt {

Calculation estimates_of(const RunSnapshot& run) {
    const Counts& counted = run.state.standing.counted;
    return run.plan.counting.test ? calculate(run.test(), counted) : calculate(counted);
}

} // namespace sprt

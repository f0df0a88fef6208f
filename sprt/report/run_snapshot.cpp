#include "sprt/report/run_snapshot.hpp"

namespace sprt {

Calculation estimates_of(const RunSnapshot& run) {
    return calculate(run.test(), run.state.standing.counted);
}

} // namespace sprt

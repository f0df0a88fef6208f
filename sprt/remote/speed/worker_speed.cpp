#include "sprt/remote/speed/worker_speed.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sprt::remote {

using referee::TimeScale;

std::optional<TimeScale> time_scale(double reference, double speed) {
    const double thousandths = std::round(1000 * reference / speed);
    if (!(thousandths >= TimeScale::kLeast && thousandths <= TimeScale::kMost)) {
        return std::nullopt;
    }
    return TimeScale{static_cast<std::int64_t>(thousandths)};
}

std::string unwelcome_speed(double reference, std::optional<double> speed) {
    if (!speed) {
        return "it did not say how fast it is, and the run gives times by speed";
    }
    return fmt::format("its speed is {:.3g} million nodes/s: its agents would have {:.3g} times the time of "
                       "the run, which is for {:.3g} million nodes/s, and from 0.25 to 4 times are allowed",
                       *speed, reference / *speed, reference);
}

} // namespace sprt::remote

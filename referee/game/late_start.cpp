#include "referee/game/late_start.hpp"

#include "referee/talk/clock.hpp"

#include <fmt/format.h>

namespace referee {

void judge(LateStart& late, const Departure& departure) {
    if (departure.cut_off) {
        late.loss.load = *departure.cut_off;
    }
    constexpr int kTenfold = 10; // is_disputed() asks for 1 %
    const TurnLoad& load = late.loss.load;
    late.loss.disputed =
        is_disputed(load, load.delay, kTenfold * late.limit) && !stood_still(load, load.watched);
}

std::string hint_of(const LateStart& late, const AgentFault& fault) {
    const TurnLoad& load = late.loss.load;
    if (late.loss.disputed) {
        return fmt::format(
            "; it waited {} ms for a core{}: play fewer games at once, or give it more time ({})",
            shown_ms(load.delay).count(),
            load.throttled >= kLeastThatMatters ? " (a quota of processor time took it away)" : "",
            fault.more_time);
    }
    if (load.cpu >= kLeastThatMatters && 2 * load.cpu >= load.watched) {
        return fmt::format("; it was still at work: give it more time ({})", fault.more_time);
    }
    return fault.came.empty() && fault.may_be_unflushed ? "; nothing came: is its output flushed?" : "";
}

} // namespace referee

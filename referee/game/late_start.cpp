#include "referee/game/late_start.hpp"

#include "referee/talk/clock.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

/// Whether the agent ran in half of the time.
bool had_half(const LateStart& late) {
    const TurnLoad& load = late.loss.load;
    return load.cpu >= kLeastThatMatters && 2 * load.cpu >= load.watched;
}

} // namespace

void judge(LateStart& late, const Departure& departure) {
    if (departure.cut_off) {
        late.loss.load = *departure.cut_off;
    }
    constexpr int kTenfold = 10; // is_disputed() asks for 1 %
    const TurnLoad& load = late.loss.load;
    late.loss.disputed =
        is_disputed(load, load.delay, kTenfold * late.limit) && !stood_still(load, load.watched);
}

void judge_together(LateStart& a, LateStart& b) {
    if (a.loss.disputed && b.loss.disputed && had_half(a) != had_half(b)) {
        (had_half(a) ? a : b).loss.disputed = false;
    }
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
    if (had_half(late)) {
        return fmt::format("; it was still at work: give it more time ({})", fault.more_time);
    }
    return fault.came.empty() && fault.may_be_unflushed ? "; nothing came: is its output flushed?" : "";
}

} // namespace referee

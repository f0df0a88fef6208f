#pragma once
// Whether an agent that was not ready in time is to blame for that. Source: docs/faults.md, "READY".

#include "referee/game/record.hpp"
#include "referee/talk/agents.hpp"

#include <chrono>
#include <string>

namespace referee {

/// What was seen of an agent that did not get ready within its limit.
struct LateStart {
    TimeLoss loss;
    std::chrono::nanoseconds limit{0};
};

/// More is known once the agent has ended. Sets `disputed`: the agent waited for a core in at least a tenth
/// of the time, and ran or waited in more than half of it.
void judge(LateStart& late, const Departure& departure);

/// Of two that waited, one that ran in half of the time took the core from the other: it is to blame.
void judge_together(LateStart& a, LateStart& b);

/// What may help, to be added to the reason of `fault`; begins with `; `. Empty when nobody knows.
[[nodiscard]] std::string hint_of(const LateStart& late, const AgentFault& fault);

} // namespace referee

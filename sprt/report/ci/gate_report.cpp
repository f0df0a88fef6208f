#include "sprt/report/ci/gate_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/verdict_text.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

std::string undecided_sentence(const RunSnapshot& run) {
    switch (run.state.reason) {
    case EndReason::Verdict:
        if (run.state.rests_on_distrusted()) {
            return fmt::format("No decision: {} was accepted, but that rests on workers that were caught "
                               "lying ({})",
                               name(run.state.verdict()),
                               referee::counted(run.state.distrusted_pairs, "pair"));
        }
        if (run.state.rests_on_tampering()) {
            return fmt::format("No decision: {} was accepted, but that may rest on tampering ({})",
                               name(run.state.verdict()),
                               referee::counted(run.state.standing.disturbed, "game"));
        }
        if (run.state.standing.rests_on_doubtful() && !run.state.standing.rests_on_disputed()) {
            return fmt::format("No decision: {} was accepted, but that rests on doubtful losses ({})",
                               name(run.state.verdict()), run.state.standing.doubtful);
        }
        return run.state.standing.rests_on_disputed()
                   ? fmt::format("No decision: {} was accepted, but that rests on disputed time losses ({})",
                                 name(run.state.verdict()), run.state.standing.disputed)
                   : fmt::format("No decision: {} was accepted, but that rests on adjudication ({})",
                                 name(run.state.verdict()),
                                 referee::counted(run.state.standing.adjudicated.total().ended, "game"));
    case EndReason::MaxGames:
        return fmt::format("No decision: the limit of {} was reached",
                           referee::counted(run.plan.counting.max_games.value(), "game"));
    case EndReason::Repeats:
        return "No decision: the agents repeat the same games";
    case EndReason::OpeningsUsedUp:
        return "No decision: the openings are used up";
    case EndReason::Games: // a match, which no gate is
    case EndReason::MaxFaults:
    case EndReason::FailedStarts:
    case EndReason::Tampering:
    case EndReason::Interrupted:
        break;
    }
    return "No decision";
}

} // namespace

GateOutcome gate_outcome(const RunState& state) noexcept {
    switch (state.reason) {
    case EndReason::Verdict:
        if (state.verdict() == Verdict::Continue || state.standing.rests_on_disputed() ||
            state.standing.rests_on_doubtful() || state.standing.rests_on_adjudication() ||
            state.rests_on_tampering() || state.rests_on_distrusted()) {
            return GateOutcome::Undecided;
        }
        return state.verdict() == Verdict::H1 ? GateOutcome::Passed : GateOutcome::Rejected;
    case EndReason::MaxFaults:
    case EndReason::FailedStarts:
    case EndReason::Tampering:
        return GateOutcome::Broken;
    case EndReason::MaxGames:
    case EndReason::Games:
    case EndReason::Repeats:
    case EndReason::OpeningsUsedUp:
        return GateOutcome::Undecided;
    case EndReason::Interrupted:
        break;
    }
    return GateOutcome::Interrupted;
}

std::string_view name(GateOutcome outcome) noexcept {
    switch (outcome) {
    case GateOutcome::Passed:
        return "passed";
    case GateOutcome::Rejected:
        return "rejected";
    case GateOutcome::Broken:
        return "broken";
    case GateOutcome::Undecided:
        return "undecided";
    case GateOutcome::Interrupted:
        break;
    }
    return "interrupted";
}

std::string gate_sentence(const RunSnapshot& run) {
    switch (gate_outcome(run.state)) {
    case GateOutcome::Passed:
    case GateOutcome::Rejected:
        return fmt::format("{} accepted: {}", name(run.state.verdict()),
                           verdict_text(run.test(), run.state.verdict()));
    case GateOutcome::Broken:
        return broken_text(run);
    case GateOutcome::Undecided:
        return undecided_sentence(run);
    case GateOutcome::Interrupted:
        break;
    }
    return "No decision: the run was interrupted";
}

std::string gate_llr(const RunSnapshot& run) {
    const SequentialTest& test = run.test();
    const Evaluation& now = run.state.standing.evaluation;
    return number_text(now.llr, 3) + " " +
           interval_text(Interval{test.bounds().lower, test.bounds().upper}, 3);
}

std::string gate_elo_text(const RunSnapshot& run) {
    const StrengthEstimate seen = strength_of(run);
    return number_text(seen.elo, 1) + " " + interval_text(seen.ci95, 1);
}

std::string_view gate_elo_label(const RunSnapshot& run) {
    return strength_of(run).after_verdict ? "Elo after the verdict (95 %)"
                                          : "Elo, interval at any time (95 %)";
}

} // namespace sprt

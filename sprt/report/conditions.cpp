#include "sprt/report/conditions.hpp"

#include "referee/talk/clock.hpp"
#include "sprt/report/numbers.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace sprt {
namespace {

/// `resting`: what the verdict rests on. `without`: the evaluation without it.
std::string rests_text(const std::string& resting, const Evaluation& without) {
    return fmt::format(
        "the verdict rests on {}: without them the LLR is {}, {}.", resting, number_text(without.llr, 3),
        without.verdict == Verdict::Continue ? "no decision"
                                             : fmt::format("which accepts {}", name(without.verdict)));
}

/// Copies that count make pairs depend on one another, whatever the agents and the machine do.
bool counts_copies(const RunSnapshot& run) {
    const Standing& standing = run.state.standing;
    return run.plan.counting.repeats == RepeatRule::Count && standing.distinct_pairs < standing.whole_pairs;
}

void add_drift(const Drift& drift, std::vector<Condition>& found) {
    const auto add = [&](const std::optional<Correlation>& seen, std::string_view what) {
        if (seen && seen->p < kDriftWarning) {
            found.push_back({fmt::format(
                "{} (correlation {:.2f} over {} pairs, p = {:.1e}): agents that learn between games "
                "do so, and a machine that changes; the test takes pairs for independent.",
                what, seen->r, drift.pairs, seen->p)});
        }
    };
    add(drift.lag_one, drift.lag_one && drift.lag_one->r > 0 ? "pairs resemble the pair before them"
                                                             : "pairs are unlike the pair before them");
    add(drift.trend, "the score changed in the course of the run");
}

} // namespace

std::vector<Condition> conditions_of(const RunSnapshot& run) {
    std::vector<Condition> found;
    const auto& [one, two] = run.plan.schedule.limits.time;
    if (one != two) {
        found.push_back({fmt::format("the agents had unequal time for a game: agent 1 {} ms, agent 2 {} ms.",
                                     referee::shown_ms(one).count(), referee::shown_ms(two).count())});
    }
    for (const std::string& change : run.session_changes) {
        found.push_back({change + ".", true});
    }
    for (const std::string& warning : run.ledger_warnings) {
        found.push_back({warning});
    }
    const Standing& standing = run.state.standing;
    if (!counts_copies(run)) {
        add_drift(standing.drift, found);
    }
    if (run.state.verdict() == Verdict::Continue) {
        return found;
    }
    if (standing.rests_on_faults()) {
        found.push_back({rests_text(fmt::format("games lost by faults ({})", standing.faulty),
                                    standing.faultless_evaluation)});
    }
    if (standing.rests_on_disputed()) {
        found.push_back({rests_text(fmt::format("disputed time losses ({})", standing.disputed),
                                    standing.undisputed_evaluation)});
    }
    return found;
}

} // namespace sprt

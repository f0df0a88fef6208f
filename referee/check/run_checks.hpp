#pragma once
// Makes the checks one after the other.

#include "referee/check/bench.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/finding.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace referee::check {

struct Result {
    const Check* check;
    Finding finding;
};

/// All results, in the order of the checks.
struct Results {
    std::vector<Result> results{};
    bool is_whole = true; ///< false: the agent does not start, so that nothing else was asked

    std::set<int> of_engines{}; ///< numbers of checks that are made of engines alone, and the agent is none

    /// Whether all that is needed holds.
    [[nodiscard]] bool holds() const;
};

/// Makes those checks whose numbers are in `only`, or all when it is empty. Calls `tell` after each that was
/// made, or that this agent has no part in; once an agent does not start, no more. Ends early when a stop is
/// requested. An agent that dies after its answer fails that check.
[[nodiscard]] Results run_checks(Bench& bench, const std::set<int>& only,
                                 const std::function<void(const Result&)>& tell);

} // namespace referee::check

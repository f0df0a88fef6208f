#include "referee/check/run_checks.hpp"

#include "referee/process/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee::check {
namespace {

bool is_for(const Check& check, const Subject& subject) {
    switch (check.whom) {
    case For::Engines:
        return subject.is_engine();
    case For::NativeAgents:
        return !subject.is_engine();
    case For::All:
        break;
    }
    return true;
}

bool fails(const Result& result) {
    return result.finding.level == Level::Fail;
}

/// Without these nothing can be asked.
bool begins_all(const Check& check) {
    constexpr int kLastOfTheStart = 3;
    return check.is_needed && check.number <= kLastOfTheStart && check.run != engine_name;
}

/// What a check finds. A process that waits for a core is late by no fault of the agent: then it is made
/// again.
Finding found_by(const Check& check, Bench& bench) {
    constexpr int kTries = 3;
    for (int tries = 0; tries < kTries; ++tries) {
        Finding finding = check.run(bench);
        if (finding.level != Level::Fail || !bench.was_starved() || bench.is_stopped()) {
            return finding;
        }
    }
    const auto quota = core_quota();
    return skip(fmt::format(
        "the machine is too busy{}: the agent was late because it waited for a core, three times; "
        "check it again when fewer programs run",
        quota ? fmt::format(" (a quota of processor time allows {} cores)", *quota) : ""));
}

} // namespace

bool Results::holds() const {
    return std::ranges::none_of(
        results, [](const Result& result) { return fails(result) && result.check->is_needed; });
}

Results run_checks(Bench& bench, const std::set<int>& only, const std::function<void(const Result&)>& tell) {
    Results all;
    for (const Check& check : all_checks()) {
        if (!only.empty() && !only.contains(check.number)) {
            continue;
        }
        if (!is_for(check, bench.subject())) {
            all.of_engines.insert(check.number);
            continue;
        }
        const bool is_made = all.is_whole;
        Finding finding = is_made ? found_by(check, bench) : skip("the agent does not start");
        const auto death = bench.death();
        if (bench.is_stopped()) {
            break;
        }
        if (death && finding.level != Level::Fail) {
            finding = fail(*death);
        }
        all.results.push_back({&check, std::move(finding)});
        if (is_made) {
            tell(all.results.back());
        }
        if (fails(all.results.back()) && begins_all(check)) {
            all.is_whole = false;
        }
    }
    for (const Result& result : all.results) { // one of both kinds has the number
        all.of_engines.erase(result.check->number);
    }
    if (bench.subject().is_engine()) {
        all.of_engines.clear();
    }
    return all;
}

} // namespace referee::check

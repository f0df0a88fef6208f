#include "sprt/store/gate_history.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/stats/many/lord.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

bool same_builds(const GateBegin& a, const GateBegin& b) {
    return a.rules == b.rules && a.agents.agent1.build == b.agents.agent1.build &&
           a.agents.agent2.build == b.agents.agent2.build;
}

/// `level`, above 0, with four digits.
double rounded_down(double level) {
    constexpr double kDigits = 4;
    const double scale = std::pow(10, kDigits - 1 - std::floor(std::log10(level)));
    return std::floor(level * scale) / scale;
}

} // namespace

bool has_verdict(const LedgerGate& gate) noexcept {
    return gate.outcome() == LedgerOutcome::Passed || gate.outcome() == LedgerOutcome::Rejected;
}

bool is_copy(const std::vector<LedgerGate>& gates, std::uint64_t number) {
    const GateBegin& begin = gates[number - 1].begin;
    return std::any_of(gates.begin(), gates.begin() + static_cast<std::ptrdiff_t>(number - 1),
                       [&](const LedgerGate& before) {
                           return has_verdict(before) && before.begin.seed == begin.seed &&
                                  same_builds(before.begin, begin);
                       });
}

Tries tries_before(const std::vector<LedgerGate>& gates, std::uint64_t number) {
    const GateBegin& begin = gates[number - 1].begin;
    Tries tries;
    double none_passes = 1 - begin.test.alpha;
    for (std::uint64_t i = 1; i < number; ++i) {
        const LedgerGate& before = gates[i - 1];
        if (!before.is_test() || before.begin.rules != begin.rules ||
            before.begin.agents.agent1.build != begin.agents.agent1.build) {
            continue;
        }
        if (before.begin.seed == begin.seed && same_builds(before.begin, begin)) {
            tries.same_games.push_back(i);
        } else {
            tries.other_games.push_back(i);
            none_passes *= 1 - before.begin.test.alpha;
        }
    }
    tries.any_passes = 1 - none_passes;
    return tries;
}

double fdr_level(const std::vector<LedgerGate>& gates, double rate) {
    std::vector<std::uint64_t> tests_of_first{0}; // tests among the first 0, 1, ... gates
    double spent = 0;
    for (const LedgerGate& gate : gates) {
        tests_of_first.push_back(tests_of_first.back() + (gate.is_test() ? 1u : 0u));
        spent += gate.is_test() ? gate.begin.test.alpha : 0;
    }
    std::vector<std::uint64_t> discoveries;
    for (const LedgerGate& gate : gates) {
        if (gate.outcome() == LedgerOutcome::Passed && !is_copy(gates, gate.begin.gate)) {
            discoveries.push_back(tests_of_first[gate.begun_by_then]);
        }
    }
    std::ranges::sort(discoveries);
    const std::uint64_t tests = tests_of_first.back();
    const double left = level_left(rate, spent, discoveries.size());
    const double level = std::min(lord_level(rate, tests + 1, discoveries), left);
    constexpr double kLeast = 1e-9;
    if (level < kLeast) {
        throw referee::UserError(fmt::format(
            "--fdr {}: the {} gates on the ledger leave no level: their alphas add up to {:.4g}, and {} "
            "that passed allow {:.4g}; take a larger rate, another ledger, or --alpha",
            rate, tests, spent, discoveries.size(), left + spent));
    }
    return rounded_down(level);
}

} // namespace sprt

#include "sprt/report/ci/gate_ledger_text.hpp"

#include "referee/base/text.hpp"
#include "sprt/stats/many/false_acceptances.hpp"
#include "sprt/store/gate_history.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace sprt {
namespace {

std::string_view outcome_word(const LedgerGate& gate) {
    return gate.end ? name(gate.outcome()) : std::string_view("not ended");
}

/// `5 passed, 6 rejected, 1 not ended`; gates that were not played are left out.
std::string counts_text(const std::vector<LedgerGate>& gates) {
    constexpr std::array<std::string_view, 6> kWords{"passed",    "rejected",    "broken",
                                                     "undecided", "interrupted", "not ended"};
    std::string text;
    for (const std::string_view word : kWords) {
        std::uint64_t count = 0;
        for (const LedgerGate& gate : gates) {
            count += outcome_word(gate) == word ? 1u : 0u;
        }
        if (count > 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
        }
    }
    return text.empty() ? "none was played" : text;
}

/// How many of those that passed are expected to be no gain.
std::string expected_text(const std::vector<LedgerGate>& gates) {
    std::vector<DecidedTest> decided;
    std::uint64_t passed = 0;
    std::uint64_t tests = 0;
    std::uint64_t copies = 0;
    double if_all = 0;
    for (const LedgerGate& gate : gates) {
        if (!gate.is_test()) {
            continue;
        }
        if (is_copy(gates, gate.begin.gate)) {
            ++copies;
            continue;
        }
        ++tests;
        if_all += gate.begin.test.alpha;
        passed += gate.outcome() == LedgerOutcome::Passed ? 1u : 0u;
        if (has_verdict(gate)) {
            decided.push_back({.alpha = gate.begin.test.alpha,
                               .beta = gate.begin.test.beta,
                               .accepted_h1 = gate.outcome() == LedgerOutcome::Passed});
        }
    }
    const std::string left_out =
        copies > 0 ? fmt::format(" (without {} of the same builds and seed as one before)", copies) : "";
    const std::string by_chance =
        fmt::format("if H0 is true in all {}{}, {:.2f} would have passed.", tests, left_out, if_all);
    if (passed == 0) {
        return by_chance;
    }
    return fmt::format("about {:.2f} of the {} that passed are expected to have passed wrongly (H0 is true), "
                       "estimated from the shares of both verdicts; {}",
                       false_acceptances(decided).expected, passed, by_chance);
}

} // namespace

std::vector<std::string> retry_warnings(const std::vector<LedgerGate>& gates, std::uint64_t gate) {
    constexpr std::size_t kMostNamed = 5;
    std::vector<std::string> warnings;
    const Tries tries = tries_before(gates, gate);
    const auto named = [&](const std::vector<std::uint64_t>& numbers) {
        std::string text;
        const std::size_t first = numbers.size() > kMostNamed ? numbers.size() - kMostNamed : 0;
        for (std::size_t i = first; i < numbers.size(); ++i) {
            text += fmt::format("{}gate {} {}", text.empty() ? "" : ", ", numbers[i],
                                outcome_word(gates[numbers[i] - 1]));
        }
        return first > 0 ? fmt::format("{}, and {} earlier ones", text, first) : text;
    };
    if (!tries.other_games.empty()) {
        warnings.push_back(
            fmt::format("this build of agent 1 was gated before with another seed or another agent 2 ({}): "
                        "when H0 is true, one of {} such gates passes with a probability of up to {:.1f} %.",
                        named(tries.other_games), tries.other_games.size() + 1, 100 * tries.any_passes));
    }
    if (!tries.same_games.empty()) {
        warnings.push_back(fmt::format("the same builds were gated before with the same seed ({}): the games "
                                       "are the same when the agents' chance comes from their seeds, and "
                                       "then this gate is no new evidence.",
                                       named(tries.same_games)));
    }
    return warnings;
}

LedgerText ledger_text(const std::vector<LedgerGate>& gates, std::uint64_t gate) {
    LedgerText text;
    text.lines.push_back(fmt::format("gate {}; {}.", gate, counts_text(gates)));
    text.lines.push_back(expected_text(gates));
    const GateBegin& begin = gates[gate - 1].begin;
    if (begin.fdr) {
        text.lines.push_back(fmt::format("alpha {} keeps the false discovery rate at {} (LORD++).",
                                         begin.test.alpha, *begin.fdr));
    }
    text.warnings = retry_warnings(gates, gate);
    return text;
}

std::string level_note(const std::vector<LedgerGate>& gates, double fdr, double alpha) {
    std::uint64_t tests = 0;
    for (const LedgerGate& gate : gates) {
        tests += gate.is_test() ? 1u : 0u;
    }
    return fmt::format("False discovery rate: {}, by LORD++; after {} on the ledger alpha is {}\n", fdr,
                       referee::counted(tests, "gate"), alpha);
}

std::string lines_of(const LedgerText& text) {
    std::string lines;
    for (const std::string& line : text.lines) {
        lines += "Ledger: " + line + "\n";
    }
    for (const std::string& warning : text.warnings) {
        lines += "Warning: " + warning + "\n";
    }
    return lines;
}

} // namespace sprt

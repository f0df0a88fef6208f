#pragma once
// What a ledger of gates says about one of its gates, and about how many accepted patches are no gain.
// Source: docs/ci.md, "Many gates".

#include "sprt/store/gate_ledger.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sprt {

/// Sentences, without newlines. None holds text of users.
struct LedgerText {
    std::vector<std::string> lines;    ///< the counts of the ledger, and what is expected of them
    std::vector<std::string> warnings; ///< see retry_warnings()
};

/// The text about `gate`, a number in `gates`, when it has ended.
[[nodiscard]] LedgerText ledger_text(const std::vector<LedgerGate>& gates, std::uint64_t gate);

/// Names the gates before `gate`, a number in `gates`, that had the same build of agent 1, those with the
/// same games apart. Empty: there were none.
[[nodiscard]] std::vector<std::string> retry_warnings(const std::vector<LedgerGate>& gates,
                                                      std::uint64_t gate);

/// The line before the first game of a gate whose alpha the false discovery rate `fdr` has set.
[[nodiscard]] std::string level_note(const std::vector<LedgerGate>& gates, double fdr, double alpha);

/// The lines as they stand in a transcript: `Ledger: ` or `Warning: ` before each, a newline after it.
[[nodiscard]] std::string lines_of(const LedgerText& text);

} // namespace sprt

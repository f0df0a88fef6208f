#pragma once
// What the gates of a ledger mean for one of them: which level it may have, and whether it is a retry.
// Source: docs/ci.md, "Many gates".

#include "sprt/store/gate_ledger.hpp"

#include <cstdint>
#include <vector>

namespace sprt {

/// Whether H1 or H0 was accepted.
[[nodiscard]] bool has_verdict(const LedgerGate& gate) noexcept;

/// Whether gate `number`, from 1, had the rules, the builds and the seed of an earlier gate that had a
/// verdict, and so its games, when the agents' chance comes from their seeds. A copy is a test, and never a
/// discovery.
[[nodiscard]] bool is_copy(const std::vector<LedgerGate>& gates, std::uint64_t number);

/// The gates before one that had the same rules and the same build of agent 1, by number. Those that were not
/// played are left out.
struct Tries {
    std::vector<std::uint64_t> other_games; ///< another seed or another agent 2
    std::vector<std::uint64_t> same_games;  ///< the same builds and the same seed
    double any_passes = 0; ///< probability that the gate or one with other games passes when H0 is true
};
[[nodiscard]] Tries tries_before(const std::vector<LedgerGate>& gates, std::uint64_t number);

/// The alpha of a gate that begins now, which keeps the false discovery rate of the ledger at `rate`, above 0
/// and below 1. It is that of LORD++, lowered where gates with other levels have used up more; rounded down
/// to four digits. All gates but those that were not played are tests; those that passed and are no copies
/// are discoveries. Throws UserError naming --fdr when the gates so far leave no level.
[[nodiscard]] double fdr_level(const std::vector<LedgerGate>& gates, double rate);

} // namespace sprt

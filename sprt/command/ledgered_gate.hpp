#pragma once
// Writes a gate down in a ledger: when it begins, which gives it its level, and when it ends.
// Source: docs/ci.md, "Many gates".

#include "sprt/command/play_run.hpp"
#include "sprt/command/settled_run.hpp"
#include "sprt/report/ci/gate_ledger_text.hpp"
#include "sprt/store/run_file.hpp"

#include <optional>
#include <string>

namespace sprt {

/// The flags of a gate about its ledger.
struct LedgerFlags {
    std::string file;          ///< empty: none
    std::optional<double> fdr; ///< the false discovery rate to keep; empty: alpha is that of the run
};

/// Throws UserError naming the flags when `flags` contradict each other or, by `sources`, a given alpha.
void check_ledger_flags(const LedgerFlags& flags, const ConfigSources& sources);

/// Settles the run of a gate; with a false discovery rate its alpha follows from the ledger. When the gate
/// `is_played` and has a ledger, the gate is appended to it, its retries are warned of, and `ledger` of the
/// result is set. Throws UserError for wrong settings, agents that are not found and a damaged ledger;
/// std::system_error when the ledger cannot be written. Nothing is appended then.
[[nodiscard]] SettledRun settle_gate(Config config, ConfigSources sources, const LedgerFlags& flags,
                                     bool is_played);

/// play_run(). When it throws, the ledger is told that the gate was not played, or did not end.
[[nodiscard]] PlayedRun play_gate(const SettledRun& run);

/// Appends the end of the gate of a run to its ledger, unless the ledger holds that end already, and returns
/// what the ledger says then. `seed` is that of the run. Throws UserError when the ledger is gone, damaged,
/// or holds another gate under this number or another end; std::system_error when it cannot be written.
[[nodiscard]] LedgerText end_gate(const LedgerTicket& ticket, std::uint64_t seed, const RunState& state);

} // namespace sprt

#pragma once
// The result of a run for CI: one of five outcomes, a sentence, an estimate. JUnit XML and Markdown are made
// from these. Source: docs/ci.md.

#include "sprt/ledger/run_state.hpp"
#include "sprt/report/run_snapshot.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace sprt {

enum class GateOutcome : std::uint8_t {
    Passed,      ///< H1 was accepted
    Rejected,    ///< H0 was accepted
    Broken,      ///< an agent has more faults than allowed
    Undecided,   ///< no verdict, or one that rests on doubtful games, on tampering or on adjudication
    Interrupted, ///< a signal ended the run
};

[[nodiscard]] GateOutcome gate_outcome(const RunState& state) noexcept;

/// `passed`, `rejected`, `broken`, `undecided` or `interrupted`.
[[nodiscard]] std::string_view name(GateOutcome outcome) noexcept;

/// The reason for the outcome, in one line without a full stop or newline: `H1 accepted: +10 Elo or
/// more explains these games better than 0`. Holds no text of agents or users.
[[nodiscard]] std::string gate_sentence(const RunSnapshot& run);

/// The LLR in nats and its bounds: `-2.951 [-2.944, 2.944]`.
[[nodiscard]] std::string gate_llr(const RunSnapshot& run);

/// The strength of agent 1 with its interval: `12.3 [1.0, 23.9]`, with one decimal.
[[nodiscard]] std::string gate_elo_text(const RunSnapshot& run);
/// The kind of estimate: `Elo after the verdict (95 %)` or `Elo, interval at any time (95 %)`.
[[nodiscard]] std::string_view gate_elo_label(const RunSnapshot& run);

} // namespace sprt

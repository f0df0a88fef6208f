#pragma once
// The ledger of gates: what was tested, at which levels, and what became of it. One JSON object a line: one
// when a gate begins and one when it ends. Source: docs/log-format.md, "A ledger of gates".

#include "referee/game/json.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/store/run_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// What became of a gate.
enum class LedgerOutcome : std::uint8_t {
    Passed,      ///< H1 was accepted
    Rejected,    ///< H0 was accepted
    Broken,      ///< an agent has more faults than allowed
    Undecided,   ///< no verdict, or one that rests on games that prove little
    Interrupted, ///< it did not end, and may be resumed
    NotPlayed,   ///< it was refused before its first game: no test
};

/// `passed`, `rejected`, `broken`, `undecided`, `interrupted` or `not_played`.
[[nodiscard]] std::string_view name(LedgerOutcome outcome) noexcept;

/// An agent of a gate.
struct LedgerAgent {
    std::string name;
    std::vector<std::string> command;
    AgentPrint print;
    std::string build; ///< see build_of()
};

/// The line of a gate that begins.
struct GateBegin {
    std::uint64_t gate = 0; ///< its number in the ledger, from 1
    std::string at;         ///< ISO 8601, UTC
    std::string version;    ///< of the program
    referee::PerPlayer<LedgerAgent> agents;
    referee::Game rules = referee::kDefaultGame; ///< that of lines of earlier builds, which do not say
    std::string model;
    std::string test_kind;
    Hypotheses test;                       ///< with the level that was used
    std::optional<double> fdr;             ///< the rate that set alpha; empty: alpha was given
    std::optional<std::int64_t> max_games; ///< empty: no limit
    std::uint64_t seed = 0;
};

/// The line of a gate that ends.
struct GateEnd {
    std::uint64_t gate = 0;
    std::string at; ///< ISO 8601, UTC
    LedgerOutcome outcome = LedgerOutcome::Interrupted;
    std::uint64_t games = 0;     ///< scored games
    std::optional<double> llr{}; ///< nats; empty: not finite
};

/// A gate of a ledger.
struct LedgerGate {
    GateBegin begin;
    std::optional<GateEnd> end;      ///< empty: it is being played, or was killed
    std::uint64_t begun_by_then = 0; ///< gates that had begun when `end` was written

    /// Interrupted without an end.
    [[nodiscard]] LedgerOutcome outcome() const noexcept {
        return end ? end->outcome : LedgerOutcome::Interrupted;
    }
    /// Whether the gate is a test: all are but those that were not played.
    [[nodiscard]] bool is_test() const noexcept { return outcome() != LedgerOutcome::NotPlayed; }
};

/// What distinguishes a build: the SHA-256 of the executable, of the files that its arguments name, of all
/// other arguments and of its environment variables. Names and directories of files do not matter. Throws
/// std::system_error when reading a file fails half-way.
[[nodiscard]] std::string build_of(const referee::Program& program);

/// The lines as JSON.
[[nodiscard]] referee::Json to_json(const GateBegin& begin);
[[nodiscard]] referee::Json to_json(const GateEnd& end);

/// Adds a line, without its newline, to the gates that the lines before it describe. Throws UserError that
/// says what is wrong with the line: it is not JSON, a field is missing or wrong, or it contradicts the lines
/// before it.
void add_line(std::vector<LedgerGate>& gates, std::string_view line);

} // namespace sprt

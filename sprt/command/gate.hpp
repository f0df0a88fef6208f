#pragma once
// The gate: a run whose exit status is its verdict, and the reports that CI reads.
// Source: docs/ci.md.

#include "referee/base/console.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/report/ci/gate_report.hpp"

#include <optional>
#include <string>

namespace sprt {

/// What a patch must do: gain (agent 1 is stronger: [0, 10]) or no-regression (it is not weaker: [-10, 0]).
/// Sets the bounds unless flags name any: those of `expect`, when it was given, over those of a file; without
/// it those of a file stay, and without a file they are those of a gain. Also an agent is broken after three
/// faults, unless file or flags say otherwise. `sources` tells what was given, and from then on counts what
/// was laid over a file as given by flags. Throws UserError for an
/// expectation that is neither.
void apply_gate_defaults(Config& config, ConfigSources& sources, const std::optional<std::string>& expect);

/// 0 when H1 was accepted, 1 when H0 was, 4 when an agent is broken, 5 when there is no verdict or it rests
/// on disputed time losses.
[[nodiscard]] referee::ExitStatus gate_status(const RunState& result) noexcept;

/// Where reports are wanted; empty: nowhere.
struct ReportFiles {
    std::string junit;
    std::string markdown;
};

/// Before a run whose reports they are. Throws UserError, naming the flag, for two that are the same file, or
/// one that is a directory or lies in none that can be made.
void check_report_files(const ReportFiles& files);

/// Writes both, each whole or not at all, one even when the other fails. Throws std::system_error naming the
/// file.
void write_reports(const ReportFiles& files, const RunSnapshot& run);

/// Appends the Markdown to the summary of the step of GitHub Actions that this runs in, if it does.
void add_to_step_summary(const RunSnapshot& run);

} // namespace sprt

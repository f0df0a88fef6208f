#pragma once
// The commands of `sprt`, run with their flags.
// Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Runs the command of these flags, prints its output and returns the exit status. Throws UserError for wrong
/// flags, files or runs, and std::exception when the system fails (no descriptors, a full disk).
[[nodiscard]] referee::ExitStatus run(const RunFlags& flags);
[[nodiscard]] referee::ExitStatus run(const GateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const TournamentFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ResumeRequest& request);
[[nodiscard]] referee::ExitStatus run(const ReportFlags& flags);
[[nodiscard]] referee::ExitStatus run(const PageFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ServeFlags& flags);
[[nodiscard]] referee::ExitStatus run(const AdjudicateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ExportFlags& flags);
[[nodiscard]] referee::ExitStatus run(const CalcFlags& flags);
[[nodiscard]] referee::ExitStatus run(const PlanFlags& flags);
[[nodiscard]] referee::ExitStatus run(const RateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const SimulateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const WorkerFlags& flags);
[[nodiscard]] referee::ExitStatus run(const HubFlags& flags);
[[nodiscard]] referee::ExitStatus run(const StatusFlags& flags);

} // namespace sprt

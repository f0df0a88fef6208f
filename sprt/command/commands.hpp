#pragma once
// What the commands of `sprt` do once their flags are read.
// Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Runs the command that these flags belong to, and returns what it ends with; what it has to say is printed.
/// Throws UserError for flags, files or runs that are wrong, std::exception when the world fails.
[[nodiscard]] referee::ExitStatus run(const RunFlags& flags);
[[nodiscard]] referee::ExitStatus run(const GateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ResumeFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ReportFlags& flags);
[[nodiscard]] referee::ExitStatus run(const CalcFlags& flags);
[[nodiscard]] referee::ExitStatus run(const PlanFlags& flags);
[[nodiscard]] referee::ExitStatus run(const SimulateFlags& flags);

} // namespace sprt

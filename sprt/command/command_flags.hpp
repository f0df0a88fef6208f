#pragma once
// The flags and positionals of each command.

#include "sprt/command/flags.hpp"

namespace CLI {
class App;
}

namespace sprt {

// Each adds to `command` what sets `flags`, which must outlive it.

void add_flags(CLI::App& command, RunFlags& flags);
void add_flags(CLI::App& command, GateFlags& flags);
void add_flags(CLI::App& command, TournamentFlags& flags);
void add_flags(CLI::App& command, ResumeRequest& flags);
void add_flags(CLI::App& command, AdjudicateFlags& flags);
void add_flags(CLI::App& command, ReportFlags& flags);
void add_flags(CLI::App& command, PageFlags& flags);
void add_flags(CLI::App& command, ServeFlags& flags);
void add_flags(CLI::App& command, WorkerFlags& flags);
void add_flags(CLI::App& command, HubFlags& flags);
void add_flags(CLI::App& command, StatusFlags& flags);
void add_flags(CLI::App& command, ExportFlags& flags);
void add_flags(CLI::App& command, CalcFlags& flags);
void add_flags(CLI::App& command, PlanFlags& flags);
void add_flags(CLI::App& command, RateFlags& flags);
void add_flags(CLI::App& command, SimulateFlags& flags);

} // namespace sprt

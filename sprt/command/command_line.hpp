#pragma once
// The command lines of `sprt` and of `sprt fastchess`, which plays what a command line of fastchess asks for.
// Source: docs/commands.md; docs/engines.md, "From fastchess and cutechess-cli".

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace sprt {

/// Reads the command line. Returns the flags of its command, or the exit status when no command must run:
/// help or the version was printed, or an error was written to standard error. Checks only the form of
/// values: the command checks their meaning. `more_on_flag`: what is added to the hint for an unknown flag.
[[nodiscard]] std::variant<CommandFlags, referee::ExitStatus>
parse_command_line(int argc, char** argv, std::string (*more_on_flag)(const std::string& flag) = nullptr);

// The flags and positionals of each command. Each adds to `command` what sets `flags`, which must outlive it.

void add_flags(CLI::App& command, RunFlags& flags);
void add_flags(CLI::App& command, GateFlags& flags);
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

// `sprt fastchess`: plays what a command line of fastchess asks for, and prints what fastchess prints.

/// The words behind the name, when the program was called as `sprt fastchess`, or by a name that begins with
/// `fastchess`; empty: it was not.
[[nodiscard]] std::optional<std::vector<std::string>> fastchess_words(std::span<char* const> argv);

/// Plays the match. Status 0: it ended, whatever the verdict; 1: what was asked for is wrong or is not done
/// here, a crash or a warning ended it, or a signal. Throws std::exception when the system fails.
[[nodiscard]] referee::ExitStatus run_fastchess(const std::vector<std::string>& words);

} // namespace sprt

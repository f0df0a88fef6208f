#pragma once
// The command lines of `sprt` and of `sprt fastchess`, and the commands that they run.
// Source: docs/commands.md; docs/engines.md, "From fastchess and cutechess-cli".

#include "referee/base/console.hpp"
#include "referee/game/settings/setting.hpp"
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

// The commands of `sprt`, run with their flags.
// Source: docs/commands.md.

/// Runs the command of these flags, prints its output and returns the exit status. Throws UserError for wrong
/// flags, files or runs, and std::exception when the system fails (no descriptors, a full disk).
[[nodiscard]] referee::ExitStatus run(const RunFlags& flags);
[[nodiscard]] referee::ExitStatus run(const GateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const ResumeRequest& request);
[[nodiscard]] referee::ExitStatus run(const ReportFlags& flags);
[[nodiscard]] referee::ExitStatus run(const AdjudicateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const CalcFlags& flags);
[[nodiscard]] referee::ExitStatus run(const PlanFlags& flags);
[[nodiscard]] referee::ExitStatus run(const RateFlags& flags);
[[nodiscard]] referee::ExitStatus run(const SimulateFlags& flags);

// What was played or counted, reported: a tournament, ratings from counts, and rules of adjudication for a
// run that was played out. Nothing is played. Source: docs/tournaments.md; docs/commands.md.

[[nodiscard]] referee::ExitStatus report_tournament(const ReportFlags& flags);

/// What `sprt rate` prints. Throws UserError for what is wrong with the file or the flags.
[[nodiscard]] std::string rated_counts(const RateFlags& flags);

/// What the rules in `flags` would have made of the run in its directory; nothing is played or written.
/// Throws UserError for rules that do not fit the run, and for a run with games that rules have ended.
[[nodiscard]] std::string adjudicated_run_text(const AdjudicateFlags& flags);

// `sprt page`: a run as one HTML file; `sprt serve`: runs in a browser, while they are played.
// Source: docs/runs.md, "The page".

/// Writes the page of a run, whole or not at all, and prints its path and size; to standard output it prints
/// the page alone. Throws UserError for wrong flags and for a damaged run, naming the file and the line;
/// std::system_error when the page cannot be written.
[[nodiscard]] referee::ExitStatus run(const PageFlags& flags);

/// Called before a gate, so that a wrong file costs no games. `out` is the directory of the run to be. Makes
/// missing directories of `page`, which may be empty. Throws UserError, naming --page.
void check_gate_page(const std::string& page, const std::string& out);

/// Writes the page of the run of a gate, or of the part of it that was played; nothing when `page` is empty
/// or no run began. Throws std::system_error when the page cannot be written.
void write_gate_page(const std::string& page, const std::string& out);

/// Prints the URL, then serves until a stop signal, whose status is returned. Throws UserError for wrong
/// flags and runs, std::system_error when the port cannot be had.
[[nodiscard]] referee::ExitStatus run(const ServeFlags& flags);

// `sprt export`: the games of a run of any kind, or of a log, for other programs.

/// What --format may be.
[[nodiscard]] const referee::Words& export_formats();

/// Checks all games, then writes them. Notes on standard error what is unusual in the run. Throws UserError
/// for wrong flags and for a damaged run or log, naming the file and the line; then nothing was written.
/// Throws std::system_error when the output cannot be written.
[[nodiscard]] referee::ExitStatus run(const ExportFlags& flags);

// `sprt hub`: a server for runs over many machines, and the invitations to it.
// Source: docs/many-machines.md, "Invitations".

/// Runs a server until a signal comes; where one runs already, changes who may come and returns at once.
/// Throws UserError, and std::runtime_error when the server fails.
[[nodiscard]] referee::ExitStatus run(const HubFlags& flags);

// `sprt worker` and `sprt status`. Source: docs/many-machines.md.

/// Serves runs until a signal comes. Throws UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus run(const WorkerFlags& flags);

/// Prints a line for each run; with `follow` also what changes, and each worker, until a signal comes. Throws
/// UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus run(const StatusFlags& flags);

} // namespace sprt

#pragma once
// `sprt gate`: a run whose exit status is its verdict, and the reports that CI reads.
// Source: docs/ci.md.

#include "referee/base/console.hpp"
#include "referee/game/settings/setting.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

struct ReportFiles;

/// Sets the bounds of a gate. `expect` is `gain` (agent 1 is stronger: [0, 10]) or
/// `no-regression` (agent 1 is not weaker: [-10, 0]). The bounds are those of the flags; otherwise those of
/// `expect`; otherwise those of the file; otherwise those of `gain`. `sources` tells what the file and the
/// flags gave; settings that override the file are added to it as if flags had given them. Throws UserError
/// for any other `expect`.
void apply_gate_defaults(Config& config, ConfigSources& sources, const std::optional<std::string>& expect);

/// What --expect may be.
[[nodiscard]] const referee::Words& expectations();

/// The configuration of a gate for which nothing was given.
[[nodiscard]] Config gate_defaults();

/// 0 when H1 was accepted, 1 when H0 was, 4 when an agent is broken, 5 when there is no verdict or one with
/// a doubt that leaves it undecided (Doubt::rests).
[[nodiscard]] referee::ExitStatus gate_status(GateOutcome outcome) noexcept;

/// The configuration as JSON that repeats a run, without the files and directories that the run made
/// and the server it was played through.
[[nodiscard]] std::string config_to_repeat(Config config);

/// Makes the missing directories of `file`. Throws UserError, naming `flag`, when the file is a directory, a
/// pipe or a socket, or when its directory cannot be made.
void check_output_file(const char* flag, const std::string& file);

/// Called before the run, so that a wrong file costs no games. Makes missing directories. Throws UserError,
/// naming the flag, when both files are the same, when a file is a directory, or when the directory of a file
/// cannot be made.
void check_report_files(const ReportFiles& files);

/// Whether both paths, followed through links, lead to one file, which need not exist yet.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// Throws UserError when two of these files, each with the flag that names it, are one; empty ones are none.
void check_files_differ(const std::vector<std::pair<const char*, std::string>>& files);

struct Reports {
    std::string junit;
    std::string markdown;
};
[[nodiscard]] Reports reports_of(const RunSnapshot& run);
/// The reports of a run that the error `what` ended.
[[nodiscard]] Reports reports_of_error(const RunSnapshot& run, const std::string& what);

/// Writes both reports, each whole or not at all. Returns a sentence for each that is missing now.
[[nodiscard]] std::vector<std::string> write_reports(const ReportFiles& files, const Reports& reports);

/// The same, and appends the Markdown report to the step summary of GitHub Actions.
[[nodiscard]] std::vector<std::string> write_all_reports(const ReportFiles& files, const Reports& reports);

/// Before anything is played: both files say that the gate has not ended, so that no report of an earlier
/// gate stays. Tries the step summary too. Throws UserError, naming the flag, when one cannot be written, and
/// std::runtime_error when that is for lack of space.
void begin_reports(const ReportFiles& files);

/// Writes `text` to `file`; only tries that when `file` is a device. Throws UserError naming `flag`.
void begin_report(const char* flag, const std::string& file, std::string_view text);

} // namespace sprt

#pragma once
// The flags of `sprt gate`, `sprt resume` and `sprt report`.
// Source: docs/commands.md, docs/ci.md.

#include "sprt/command/gate.hpp"
#include "sprt/command/run_flags.hpp"

#include <optional>
#include <string>

namespace sprt {

struct GateFlags {
    RunFlags run;
    std::optional<std::string> expect;
    ReportFiles files;
};

struct ResumeFlags {
    std::string dir;
    bool force = false;
};

struct ReportFlags {
    std::string dir;
    ReportFiles files;
    bool json = false;
};

/// The reports for CI, of a run that is played or read.
template<class App>
void add_report_file_flags(App& command, ReportFiles& files) {
    command.add_option("--junit", files.junit, "Write JUnit XML to this file");
    command.add_option("--markdown", files.markdown, "Write a summary in Markdown to this file");
}

/// All of a run, what is expected of it, and the reports.
template<class App>
void add_gate_flags(App& command, GateFlags& flags) {
    const auto is_expectation = [](const std::string& text) {
        const bool is_known = text == "gain" || text == "no-regression";
        return is_known ? std::string() : text + " not in {gain,no-regression}";
    };
    add_run_flags(command, flags.run);
    command
        .add_option("--expect", flags.expect,
                    "gain: agent 1 is stronger, [0, 10]; no-regression: it is not weaker, [-10, 0]; other "
                    "bounds by --elo0 and --elo1")
        ->check(is_expectation, "{gain,no-regression}")
        ->default_str("gain");
    add_report_file_flags(command, flags.files);
}

template<class App>
void add_resume_flags(App& command, ResumeFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run")->required();
    command.add_flag("--force", flags.force,
                     "Go on although an agent or the configuration has changed, and note it");
}

template<class App>
void add_report_flags(App& command, ReportFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run")->required();
    command.add_flag("--json", flags.json, "JSON, with where run.json says otherwise");
    add_report_file_flags(command, flags.files);
}

} // namespace sprt

#include "sprt/command/gate.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/flags.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/store/run_facts.hpp"

#include <fmt/format.h>

#include <exception>
#include <system_error>
#include <tuple>

namespace sprt {

namespace fs = std::filesystem;

const referee::Words& expectations() {
    static const referee::Words kExpectations{"gain", "no-regression"};
    return kExpectations;
}

Config gate_defaults() {
    Config config;
    ConfigSources nothing_given;
    apply_gate_defaults(config, nothing_given, std::nullopt);
    return config;
}

void apply_gate_defaults(Config& config, ConfigSources& sources, const std::optional<std::string>& expect) {
    const auto is_given = [&](const char* key, bool by_file) {
        return sources.in_flags.contains(key) || (by_file && sources.in_file.contains(key));
    };
    if (const auto problem =
            expect ? referee::problem_among(expectations(), *expect) : std::optional<std::string>()) {
        throw referee::UserError("--expect: " + *problem);
    }
    const bool files_bounds_stay = !expect;
    if (!is_given("elo0", files_bounds_stay) && !is_given("elo1", files_bounds_stay)) {
        constexpr double kMargin = 10;
        config.test.elo0 = expect == "no-regression" ? -kMargin : 0;
        config.test.elo1 = config.test.elo0 + kMargin;
    }
    if (!is_given("sandbox", true)) {
        config.play.sandbox = "auto";
    }
    if (!is_given("env", true)) {
        config.play.env = "clean";
    }
    if (expect) {
        sources.in_flags.insert({"elo0", "elo1"});
    }
}

referee::ExitStatus gate_status(GateOutcome outcome) noexcept {
    switch (outcome) {
    case GateOutcome::Passed:
        return referee::ExitStatus::Done;
    case GateOutcome::Rejected:
        return referee::ExitStatus::Rejected;
    case GateOutcome::Broken:
        return referee::ExitStatus::AgentBroken;
    case GateOutcome::Undecided:
    case GateOutcome::Interrupted: // here only when the signal is unknown
        break;
    }
    return referee::ExitStatus::Undecided;
}

std::string config_to_repeat(Config config) {
    config.out.clear();
    config.pgn.clear();
    config.pgn_comments.clear();
    config.pgn_line.clear();
    config.remote.via.reset();
    config.play.trace.clear();
    config.play.trace_faults.clear();
    for (AgentConfig& agent : config.agents) {
        for (auto& variable : agent.env) { // a summary is read by more people than the configuration
            variable.second = "(left out)";
        }
    }
    return to_json_text(config);
}

void check_output_file(const char* flag, const std::string& file) {
    const fs::path parent = fs::absolute(file).parent_path();
    std::error_code error;
    if (fs::is_directory(file, error)) {
        throw referee::UserError("{}: {} is a directory; name a file", flag, file);
    }
    if (referee::is_file_of_run(file)) {
        throw referee::UserError("{}: {} is a file of the run; name another one", flag, file);
    }
    const auto kind = referee::special_kind(file);
    if ((kind == "a pipe" && !file.starts_with("/dev/")) || kind == "a socket") { // nobody may read it
        throw referee::UserError("{}: {} is {}; name a file", flag, file, kind);
    }
    fs::create_directories(parent, error);
    if (!fs::is_directory(parent)) {
        referee::throw_unwritable(error, fmt::format("{}: there is no directory {}, and none can be made: {}",
                                                     flag, parent.string(), error.message()));
    }
}

bool is_same_file(const fs::path& one, const fs::path& other) {
    const auto whole = [](const fs::path& path) {
        const auto found = referee::followed(path);
        return found.has_filename() ? found : found.parent_path();
    };
    std::error_code error;
    return whole(one) == whole(other) || fs::equivalent(one, other, error);
}

void check_files_differ(const std::vector<std::pair<const char*, std::string>>& files) {
    for (auto file = files.begin(); file != files.end(); ++file) {
        for (auto other = files.begin(); other != file; ++other) {
            if (!file->second.empty() && !other->second.empty() &&
                is_same_file(file->second, other->second)) {
                throw referee::UserError("{}: {} is the file of {}; name another one", file->first,
                                         file->second, other->first);
            }
        }
    }
}

void check_report_files(const ReportFiles& files) {
    check_files_differ({{"--junit", files.junit}, {"--markdown", files.markdown}});
    for (const auto& [flag, file] :
         {std::pair("--junit", &files.junit), std::pair("--markdown", &files.markdown)}) {
        if (!file->empty()) {
            check_output_file(flag, *file);
        }
    }
}

Reports reports_of(const RunSnapshot& run) {
    return {.junit = junit_xml(run), .markdown = markdown_summary(run)};
}

Reports reports_of_error(const RunSnapshot& run, const std::string& what) {
    return {.junit = junit_xml_of_error(run, what), .markdown = markdown_of_error(run, what)};
}

std::vector<std::string> write_reports(const ReportFiles& files, const Reports& reports) {
    std::vector<std::string> missing;
    for (const auto& [flag, file, text] : {std::tuple("--junit", &files.junit, &reports.junit),
                                           std::tuple("--markdown", &files.markdown, &reports.markdown)}) {
        try {
            if (!file->empty()) {
                write_report(*file, *text);
            }
        } catch (const std::exception& error) {
            missing.push_back(fmt::format("the report of {} is missing: {}", flag, error.what()));
        }
    }
    return missing;
}

std::vector<std::string> write_all_reports(const ReportFiles& files, const Reports& reports) {
    std::vector<std::string> missing = write_reports(files, reports);
    try {
        if (const auto file = step_summary_path()) {
            append_to_step_summary(*file, reports.markdown);
        }
    } catch (const std::exception& error) {
        missing.push_back(fmt::format("the step summary is missing: {}", error.what()));
    }
    return missing;
}

void begin_report(const char* flag, const std::string& file, std::string_view text) {
    try {
        const fs::file_status status = fs::status(file);
        write_report(file, !fs::exists(status) || fs::is_regular_file(status) ? text : std::string_view());
    } catch (const std::system_error& error) {
        referee::throw_unwritable(error.code(), fmt::format("{}: {}", flag, error.what()));
    }
}

void begin_reports(const ReportFiles& files) {
    const RunPlan no_plan{};
    const RunState no_games;
    const Reports reports = reports_of_error({.plan = no_plan, .state = no_games, .started = utc_now()},
                                             "the gate has not ended");
    for (const auto& [flag, file, text] : {std::tuple("--junit", &files.junit, &reports.junit),
                                           std::tuple("--markdown", &files.markdown, &reports.markdown)}) {
        if (!file->empty()) {
            begin_report(flag, *file, *text);
        }
    }
    if (const auto file = step_summary_path()) {
        try {
            append_to_step_summary(*file, "");
        } catch (const std::system_error& error) {
            referee::throw_unwritable(error.code(), fmt::format("GITHUB_STEP_SUMMARY: {}", error.what()));
        }
    }
}

} // namespace sprt

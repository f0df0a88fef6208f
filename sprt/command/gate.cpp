#include "sprt/command/gate.hpp"

#include "referee/rules/user_error.hpp"
#include "sprt/report/junit.hpp"
#include "sprt/report/markdown.hpp"
#include "sprt/report/step_summary.hpp"

namespace sprt {

void apply_gate_defaults(Config& config, const ConfigSources& sources,
                         const std::optional<std::string>& expect) {
    const auto is_given = [&](const char* key, bool by_file) {
        return sources.in_flags.contains(key) || (by_file && sources.in_file.contains(key));
    };
    if (expect && *expect != "gain" && *expect != "no-regression") {
        throw ataxx::UserError("--expect: '" + *expect + "' must be gain or no-regression");
    }
    const bool files_bounds_stay = !expect;
    if (!is_given("elo0", files_bounds_stay) && !is_given("elo1", files_bounds_stay)) {
        constexpr double kMargin = 10;
        config.test.elo0 = expect == "no-regression" ? -kMargin : 0;
        config.test.elo1 = config.test.elo0 + kMargin;
    }
    if (!is_given("max_faults", true)) {
        constexpr std::int64_t kMostFaults = 3;
        config.max_faults = kMostFaults;
    }
}

ataxx::ExitStatus gate_status(const MatchResult& result) noexcept {
    switch (gate_outcome(result)) {
    case GateOutcome::Passed:
        return ataxx::ExitStatus::Done;
    case GateOutcome::Rejected:
        return ataxx::ExitStatus::Rejected;
    case GateOutcome::Broken:
        return ataxx::ExitStatus::AgentBroken;
    case GateOutcome::Undecided:
    case GateOutcome::Interrupted: // by a signal that nobody knows any more
        break;
    }
    return ataxx::ExitStatus::Undecided;
}

void write_reports(const ReportFiles& files, const GateReport& report) {
    if (!files.junit.empty()) {
        write_report(files.junit, junit_xml(report));
    }
    if (!files.markdown.empty()) {
        write_report(files.markdown, markdown_summary(report));
    }
}

void add_to_step_summary(const GateReport& report) {
    if (const auto file = step_summary_path()) {
        append_to_step_summary(*file, markdown_summary(report));
    }
}

} // namespace sprt

#include "sprt/report/run_report.hpp"

#include "referee/game/json.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/report/match_estimates.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/store/run_result.hpp"
#include "sprt/store/workers_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sprt {
namespace {

using referee::Json;

std::vector<std::string> notes_of(const LoadedRun& loaded) {
    std::vector<std::string> notes = loaded.notes;
    if (!loaded.rewritten.empty()) {
        notes.push_back(loaded.rewritten);
    }
    return notes;
}

/// The values of run.json that differ from those computed from the games. A missing result does not differ.
std::vector<ResultDifference> differences_of(const LoadedRun& loaded) {
    std::vector<ResultDifference> found = differences_of_files(loaded.run, loaded.digests);
    if (loaded.run.result.is_object()) {
        for (ResultDifference& difference :
             result_differences(loaded.run.result, loaded.result(), loaded.run.config.kind)) {
            found.push_back(std::move(difference));
        }
    }
    return found;
}

} // namespace

Json estimates_json(const RunPlan& plan, const RunState& state, const Calculation& now) {
    const auto& test = plan.counting.test;
    return test ? Json::parse(calculation_json(*test, now)) : match_json(match_counts(plan, state), now);
}

bool files_differ(const LoadedRun& loaded) {
    const bool is_cut_after_the_end = loaded.games.last_line_cut && loaded.run.result.is_object();
    return is_cut_after_the_end || !differences_of(loaded).empty();
}

std::string run_report_text(const LoadedRun& loaded) {
    const RunState state = loaded.result();
    std::string text = transcript_head(loaded.plan, "");
    for (const std::string& note : notes_of(loaded)) {
        text += "Note: " + note + "\n";
    }
    text += transcript_tail(
        {.plan = loaded.plan, .state = state, .session_changes = loaded.run.session_changes()});
    if (!loaded.is_over) {
        text += fmt::format("The {} has not ended; sprt resume goes on with it.\n",
                            loaded.plan.counting.test ? "run" : "match");
    }
    for (const auto& [pointer, stored, computed] : differences_of(loaded)) {
        text += fmt::format("run.json differs: {} is {}, and the games say {}\n", pointer, stored.dump(),
                            computed.dump());
    }
    return text;
}

Json run_report_values(const LoadedRun& loaded) {
    const RunState result = loaded.result();
    Json differences = Json::array();
    for (const auto& [pointer, stored, computed] : differences_of(loaded)) {
        differences.push_back({{"pointer", pointer}, {"stored", stored}, {"computed", computed}});
    }
    Json values{
        {"over", loaded.is_over},
        {"result", to_json(result, loaded.run.config.kind)},
        {"estimates", estimates_json(loaded.plan, result, estimates_of(loaded.plan, result))},
        {"differences", std::move(differences)},
        {"notes", notes_of(loaded)},
    };
    if (const auto& remote = loaded.run.remote) {
        values["workers"] = workers_json(remote->workers, result.workers);
    }
    return values;
}

std::string run_report_json(const LoadedRun& loaded, const std::filesystem::path& dir) {
    Json values = run_report_values(loaded);
    Json report{
        {"directory", dir.string()},
        {"over", std::move(values["over"])},
        {"result", std::move(values["result"])},
        {"estimates", std::move(values["estimates"])},
        {"stored", loaded.run.result},
        {"differences", std::move(values["differences"])},
        {"notes", std::move(values["notes"])},
    };
    if (const auto& title = loaded.run.config.title) {
        report["title"] = *title;
    }
    if (values.contains("workers")) {
        report["workers"] = std::move(values["workers"]);
    }
    return lines_of(report);
}

} // namespace sprt

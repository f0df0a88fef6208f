#include "sprt/report/run_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace sprt {

using referee::Json;

template<class File>
FilesReport files_of(const Loaded<File>& loaded) {
    FilesReport files{.is_over = loaded.is_over,
                      .is_cut = loaded.games.last_line_cut && loaded.run.result.is_object(),
                      .stored = loaded.run.result,
                      .differences = differences_of_files(loaded.run, loaded.digests),
                      .notes = loaded.notes};
    if (loaded.run.result.is_object()) { // a missing result does not differ
        std::ranges::move(result_differences(loaded.run.result, result_json(loaded.run, loaded.state())),
                          std::back_inserter(files.differences));
    }
    if (!loaded.rewritten.empty()) {
        files.notes.push_back(loaded.rewritten);
    }
    return files;
}
template FilesReport files_of(const LoadedRun& loaded);
template FilesReport files_of(const LoadedTournament& loaded);

std::string FilesReport::notes_text() const {
    std::string text;
    for (const std::string& note : notes) {
        text += "Note: " + note + "\n";
    }
    return text;
}

std::string FilesReport::ending_text(std::string_view kind, bool is_live) const {
    std::string text;
    if (!is_over) {
        text = fmt::format("The {} {}.\n", kind,
                           is_live ? "is being played" : "has not ended; sprt resume goes on with it");
    }
    for (const auto& [pointer, was, computed] : differences) {
        constexpr std::size_t kMostShown = 300;
        text += fmt::format("run.json differs: {} is {}, and the games say {}\n", pointer,
                            referee::to_printable(was.dump(), kMostShown),
                            referee::to_printable(computed.dump(), kMostShown));
    }
    return text;
}

void FilesReport::add_to(Json& report) const {
    report["stored"] = stored;
    report["differences"] = Json::array();
    for (const auto& [pointer, was, computed] : differences) {
        report["differences"].push_back({{"pointer", pointer}, {"stored", was}, {"computed", computed}});
    }
    report["notes"] = notes;
}

RunSnapshot snapshot_of(const LoadedRun& loaded, const RunState& state) {
    return {.plan = loaded.plan,
            .state = state,
            .started = loaded.run.started,
            .session_changes = changes_of(loaded.run)};
}

Json doubts_json(const std::vector<Doubt>& doubts) {
    Json list = Json::array();
    for (const Doubt& doubt : doubts) {
        Json numbers = Json::object();
        for (const auto& [key, number] : doubt.numbers) {
            const auto whole = static_cast<std::int64_t>(number); // counts have no fraction
            numbers[std::string(key)] =
                static_cast<double>(whole) == number ? Json(whole) : json_number(number);
        }
        list.push_back({{"kind", doubt.kind},
                        {"numbers", std::move(numbers)},
                        {"text", referee::capitalised(doubt.text)}});
    }
    return list;
}

Json values_of_games(const RunSnapshot& run, const Outcome& outcome, const Calculation& estimates) {
    const auto& test = run.plan.counting.test;
    return {{"result", to_json(run.state, test               ? RunKind::Test
                                          : run.state.tuning ? RunKind::Tune
                                                             : RunKind::Match)},
            {"estimates", test ? Json::parse(calculation_json(*test, estimates))
                               : match_json(match_counts(run.plan, run.state), estimates)},
            {"sentence", run.state.is_over() ? Json(outcome.sentence) : Json(nullptr)},
            {"doubts", doubts_json(outcome.doubts)}};
}

std::string run_report_text(const LoadedRun& loaded, bool is_live) {
    const RunState state = loaded.state();
    const FilesReport files = files_of(loaded);
    return transcript_head(loaded.plan, "") + files.notes_text() +
           transcript_tail(snapshot_of(loaded, state)) +
           files.ending_text(loaded.plan.counting.test   ? "run"
                             : loaded.plan.counting.tune ? "tuning"
                                                         : "match",
                             is_live);
}

Json run_report_values(const LoadedRun& loaded, const RunSnapshot& run, const Outcome& outcome) {
    Json values{{"over", loaded.is_over}};
    values.update(values_of_games(run, outcome, estimates_of(run)));
    files_of(loaded).add_to(values);
    if (const auto& remote = loaded.run.remote) {
        values["workers"] = workers_json(remote->workers, run.state.workers);
    }
    return values;
}

std::string run_report_json(const LoadedRun& loaded, const std::filesystem::path& dir) {
    const RunState state = loaded.state();
    const RunSnapshot run = snapshot_of(loaded, state);
    Json report{{"directory", dir.string()}};
    report.update(run_report_values(loaded, run, outcome_of(run)));
    if (const auto& title = loaded.run.config.title) {
        report["title"] = *title;
    }
    return lines_of(report);
}

} // namespace sprt

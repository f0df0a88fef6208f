#include "sprt/report/run_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace sprt {
namespace {

using referee::Json;

/// The values of run.json that differ from those computed from the games. A missing result does not differ.
template<class File>
std::vector<ResultDifference> differences_of(const Loaded<File>& loaded) {
    std::vector<ResultDifference> found = differences_of_files(loaded.run, loaded.digests);
    if (loaded.run.result.is_object()) {
        std::ranges::move(result_differences(loaded.run.result, result_json(loaded.run, loaded.state())),
                          std::back_inserter(found));
    }
    return found;
}

template<class File>
std::vector<std::string> notes_of(const Loaded<File>& loaded) {
    std::vector<std::string> notes = loaded.notes;
    if (!loaded.rewritten.empty()) {
        notes.push_back(loaded.rewritten);
    }
    return notes;
}

} // namespace

template<class File>
bool files_differ(const Loaded<File>& loaded) {
    const bool is_cut_after_the_end = loaded.games.last_line_cut && loaded.run.result.is_object();
    return is_cut_after_the_end || !differences_of(loaded).empty();
}

template<class File>
std::string notes_text(const Loaded<File>& loaded) {
    std::string text;
    for (const std::string& note : notes_of(loaded)) {
        text += "Note: " + note + "\n";
    }
    return text;
}

template<class File>
std::string ending_text(const Loaded<File>& loaded, std::string_view kind, bool is_live) {
    std::string text;
    if (!loaded.is_over) {
        text = fmt::format("The {} {}.\n", kind,
                           is_live ? "is being played" : "has not ended; sprt resume goes on with it");
    }
    for (const auto& [pointer, stored, computed] : differences_of(loaded)) {
        constexpr std::size_t kMostShown = 300;
        text += fmt::format("run.json differs: {} is {}, and the games say {}\n", pointer,
                            referee::to_printable(stored.dump(), kMostShown),
                            referee::to_printable(computed.dump(), kMostShown));
    }
    return text;
}

template<class File>
void add_files(Json& report, const Loaded<File>& loaded) {
    Json differences = Json::array();
    for (const auto& [pointer, stored, computed] : differences_of(loaded)) {
        differences.push_back({{"pointer", pointer}, {"stored", stored}, {"computed", computed}});
    }
    report["stored"] = loaded.run.result;
    report["differences"] = std::move(differences);
    report["notes"] = notes_of(loaded);
}

template bool files_differ(const LoadedRun&);
template bool files_differ(const LoadedTournament&);
template std::string notes_text(const LoadedRun&);
template std::string notes_text(const LoadedTournament&);
template std::string ending_text(const LoadedRun&, std::string_view, bool);
template std::string ending_text(const LoadedTournament&, std::string_view, bool);
template void add_files(Json&, const LoadedRun&);
template void add_files(Json&, const LoadedTournament&);

RunSnapshot snapshot_of(const LoadedRun& loaded, const RunState& state) {
    return {.plan = loaded.plan,
            .state = state,
            .started = loaded.run.started,
            .session_changes = loaded.run.session_changes()};
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
        list.push_back({{"kind", name(doubt.kind)},
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
    return transcript_head(loaded.plan, "") + notes_text(loaded) +
           transcript_tail(snapshot_of(loaded, state)) +
           ending_text(loaded,
                       loaded.plan.counting.test   ? "run"
                       : loaded.plan.counting.tune ? "tuning"
                                                   : "match",
                       is_live);
}

Json run_report_values(const LoadedRun& loaded, const RunSnapshot& run, const Outcome& outcome) {
    Json values{{"over", loaded.is_over}};
    values.update(values_of_games(run, outcome, estimates_of(run)));
    add_files(values, loaded);
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

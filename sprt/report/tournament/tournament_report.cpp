#include "sprt/report/tournament/tournament_report.hpp"

#include "sprt/config/config_json.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/store/tournament_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sprt {
namespace {

using referee::Json;

std::vector<std::string> tournament_notes(const LoadedTournament& loaded) {
    std::vector<std::string> notes = loaded.notes;
    if (!loaded.rewritten.empty()) {
        notes.push_back(loaded.rewritten);
    }
    return notes;
}

std::vector<ResultDifference> tournament_differences(const LoadedTournament& loaded) {
    std::vector<ResultDifference> found = differences_of_files(loaded.run, loaded.digests);
    if (loaded.run.result.is_object()) {
        for (ResultDifference& difference :
             result_differences(loaded.run.result, loaded.state(), loaded.plan.anchor)) {
            found.push_back(std::move(difference));
        }
    }
    return found;
}

} // namespace

bool files_differ(const LoadedTournament& loaded) {
    const bool is_cut_after_the_end = loaded.games.last_line_cut && loaded.run.result.is_object();
    return is_cut_after_the_end || !tournament_differences(loaded).empty();
}

std::string tournament_report_text(const LoadedTournament& loaded) {
    std::string text;
    for (const std::string& note : tournament_notes(loaded)) {
        text += "Note: " + note + "\n";
    }
    text += tournament_tail(loaded.plan, loaded.state(), {}, loaded.run.session_changes());
    if (!loaded.is_over) {
        text += "The tournament has not ended; sprt resume goes on with it.\n";
    }
    for (const auto& [pointer, stored, computed] : tournament_differences(loaded)) {
        text += fmt::format("run.json differs: {} is {}, and the games say {}\n", pointer, stored.dump(),
                            computed.dump());
    }
    return text;
}

std::string tournament_report_json(const LoadedTournament& loaded, const std::filesystem::path& dir) {
    Json differences = Json::array();
    for (const auto& [pointer, stored, computed] : tournament_differences(loaded)) {
        differences.push_back({{"pointer", pointer}, {"stored", stored}, {"computed", computed}});
    }
    const Json report{{"directory", dir.string()},
                      {"over", loaded.is_over},
                      {"result", to_json(loaded.state(), loaded.plan.anchor)},
                      {"stored", loaded.run.result},
                      {"differences", std::move(differences)},
                      {"notes", tournament_notes(loaded)}};
    return lines_of(report);
}

} // namespace sprt

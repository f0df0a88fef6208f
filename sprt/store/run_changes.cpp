#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/config/config.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/store/load_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;

/// The line for a file that has changed; empty when it has not. `what` names the file.
std::optional<std::string> file_change(const std::string& what, const FilePrint& then, const FilePrint& now) {
    if (then.sha256 && now.sha256 && *then.sha256 == *now.sha256) {
        return std::nullopt;
    }
    if (then == now) { // unreadable then and now
        return std::nullopt;
    }
    const auto digits = [](const FilePrint& file) {
        constexpr std::size_t kShown = 12;
        return file.sha256 ? "SHA-256 " + file.sha256->substr(0, kShown) + "..." : std::string("unreadable");
    };
    return fmt::format("{} changed: {} ({}) is now {}({})", what, then.path, digits(then),
                       now.path == then.path ? "" : now.path + " ", digits(now));
}

/// The file that is now in place of file `i` of `then`: of the same path, or, when the run was moved, the
/// file of the same name that the same word names.
FilePrint file_now(const AgentPrint& then, std::size_t i, const AgentPrint& now) {
    const std::string& path = then.files[i].path;
    if (const auto here = std::ranges::find(now.files, path, &FilePrint::path); here != now.files.end()) {
        return *here;
    }
    const auto name_of = [](const std::string& file) { return std::filesystem::path(file).filename(); };
    if (now.files.size() == then.files.size() && name_of(now.files[i].path) == name_of(path)) {
        return now.files[i];
    }
    return {path, referee::sha256_of_file(path)};
}

void add_agent_changes(const std::string& agent, const AgentPrint& then, const AgentPrint& now,
                       std::vector<std::string>& changes) {
    if (auto change = file_change(agent + "'s executable", then.executable, now.executable)) {
        changes.push_back(std::move(*change));
    }
    if (then.in_sandbox != now.in_sandbox) {
        changes.push_back(agent + (now.in_sandbox ? " plays in a sandbox now, and did not"
                                                  : " played in a sandbox, and does not now"));
    }
    for (std::size_t i = 0; i < then.files.size(); ++i) {
        if (auto change = file_change(agent + "'s file", then.files[i], file_now(then, i, now))) {
            changes.push_back(std::move(*change));
        }
    }
}

/// Of the file of openings, whose SHA-256 is `book` now, and of the configuration in run.json.
void add_common_changes(const RunFacts& run, const std::optional<std::string>& book,
                        std::vector<std::string>& changes) {
    if (run.book_sha256) {
        const FilePrint then{run.config.openings, run.book_sha256};
        if (auto change = file_change("the file of openings", then, {then.path, book})) {
            changes.push_back(std::move(*change));
        }
    }
    if (run.config_is_edited()) {
        changes.emplace_back(kConfigIsEdited);
    }
}

/// Whether the user's configuration file is another one now; not when it is gone: run.json holds all its
/// settings.
bool has_other_config_file(const RunFacts& run) {
    const auto& file = run.config_file;
    return file && file->sha256 &&
           referee::sha256_of_file(file->path, referee::kMostPlainBytes).value_or(*file->sha256) !=
               *file->sha256;
}

/// Whether `now` is an odd number of games that fill_in() lowers to that of the run, `then`.
bool is_lowered(std::optional<std::int64_t> now, std::optional<std::int64_t> then) {
    return now && then && *now != *then && referee::in_whole_pairs(*now) == *then;
}

/// The same of a setting of the user's file.
bool is_lowered(std::string_view key, const Config& now, const Config& run) {
    const bool by_pairs = is_pairwise(model_named(run.model).value());
    return (key == "games" && is_lowered(now.games, run.games)) ||
           (key == "max_games" && by_pairs && is_lowered(now.max_games, run.max_games));
}

/// Whether fill_in(), or the command, sets this setting when the user does not.
bool is_left_open(std::string_view key) {
    return key == "repeats" || key == "verify" || key == "lag" || key == "seed" || key == "concurrency" ||
           key == "rules" || key == "turns" || key == "sandbox" || key == "env" || key == "threads_per_agent";
}

/// The openings of the user's file `now`, with the flags of the run: `random:auto` as what it becomes.
std::string settled_openings(const RunFacts& run, Json now, const Json& then) {
    for (const std::string& key : run.overrides) {
        now[key] = then[key];
    }
    Config config(run.config.kind);
    read_config(JsonNode(now, ""), config);
    settle_openings(config);
    return config.openings;
}

/// Adds a line for each setting of the user's file, as it is now, that differs from the run's.
void add_config_changes(const RunFacts& run, std::vector<std::string>& changes) {
    const FilePrint& file = *run.config_file;
    Config now(run.config.kind); // a setting that is no longer in the file has its default
    try {
        Json json = referee::read_json_file(file.path, "a configuration file");
        for (const std::string& key : run.overrides) { // flags replaced these settings
            if (json.is_object()) {
                json.erase(key);
            }
        }
        read_config(JsonNode(json, file.path + ": "), now);
        name_agents(now, {.file = file.path, .in_file = {"agent1", "agent2"}, .in_flags = {}});
    } catch (const referee::UserError& error) {
        changes.push_back(fmt::format("the configuration file changed: {}", error.what()));
        return;
    }
    const Json then_json = to_json(run.config);
    Json now_json = to_json(now);
    now_json["openings"] = settled_openings(run, now_json, then_json);
    for (const auto& [key, value] : now_json.items()) {
        const bool is_filled_in = (value.is_null() && is_left_open(key)) || is_lowered(key, now, run.config);
        if (!run.overrides.contains(key) && !is_filled_in && value != then_json[key]) {
            changes.push_back(
                fmt::format("{} of the configuration changed: {} was {}, is now {}; the run keeps {}", key,
                            file.path, then_json[key].dump(), value.dump(), then_json[key].dump()));
        }
    }
}

} // namespace

std::vector<std::string> changes_of(const RunFacts& run) {
    std::vector<std::string> changes = run.session_changes();
    if (run.is_gate && run.config_is_edited()) {
        changes.emplace_back(kConfigIsEdited);
    }
    return changes;
}

template<class File>
std::vector<std::string> changes_since(const File& run, const std::vector<AgentPrint>& agents,
                                       const std::vector<std::size_t>& playing,
                                       const std::optional<std::string>& book) {
    std::vector<std::string> changes;
    const std::vector<std::string> names = run.shown_names();
    for (const std::size_t agent : playing) {
        add_agent_changes(names[agent], run.agents[agent], agents[agent], changes);
    }
    add_common_changes(run, book, changes);
    if (!has_other_config_file(run)) {
        return changes;
    }
    if (run.config.kind == RunKind::Tournament) {
        changes.push_back(fmt::format("the configuration file changed: {}; the tournament keeps its settings",
                                      run.config_file->path));
    } else {
        add_config_changes(run, changes);
    }
    return changes;
}

template std::vector<std::string> changes_since(const RunFile&, const std::vector<AgentPrint>&,
                                                const std::vector<std::size_t>&,
                                                const std::optional<std::string>&);
template std::vector<std::string> changes_since(const TournamentFile&, const std::vector<AgentPrint>&,
                                                const std::vector<std::size_t>&,
                                                const std::optional<std::string>&);

} // namespace sprt

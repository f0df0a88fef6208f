#include "sprt/store/run_file.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Json;
using referee::JsonNode;
using referee::UserError;

/// Those that run.json tells of: a tuning has one agent, which plays itself.
std::span<const referee::Player> players_of(RunKind kind) {
    return std::span(referee::kPlayers).first(kind == RunKind::Tune ? 1 : referee::kPlayers.size());
}

} // namespace

std::optional<std::uint64_t> RunFile::changed_games() const {
    std::optional<std::uint64_t> games;
    for (const SessionFacts& session : resumed) {
        games = session.games ? session.games : games;
    }
    return games;
}

std::string digest_of(const Config& config) {
    return digest_of(to_json(config));
}

Json to_json(const RunFile& run) {
    Json agents = Json::array();
    for (const referee::Player player : players_of(run.config.kind)) {
        agents.push_back(agent_json(run.config.agents[player], run.agents[player]));
    }
    return facts_json(run, run.config.kind, to_json(run.config), std::move(agents), run.config.seed.value());
}

Json result_json(const RunFile& run, const RunState& state) {
    return to_json(state, run.config.kind);
}

std::optional<std::uint64_t> openings_used_up(const RunState& state) noexcept {
    return state.reason == EndReason::OpeningsUsedUp
               ? std::optional(state.standing.whole_pairs + state.standing.dropped_pairs)
               : std::nullopt;
}

ConfigSources sources_in_run_file(const fs::path& file, RunKind kind) {
    ConfigSources sources{.file = file.string(),
                          .in_file = {"agent", "agent1", "agent2", "params"},
                          .in_flags = {},
                          .pointer = "/config"};
    for (const RunSetting& setting : settings(kind)) {
        sources.in_file.emplace(setting.key);
    }
    return sources;
}

RunFile read_run_file(const fs::path& file) {
    const Json json = read_run_json(file);
    const JsonNode root(json, file.string() + ": ");
    RunFile run;
    run.config.kind = kind_in(file);
    if (run.config.kind == RunKind::Tournament) {
        throw UserError(fmt::format("{} is that of a tournament: take sprt report, "
                                    "resume, export, page or serve",
                                    file.string()));
    }
    if (root.has("ledger")) {
        throw UserError(
            fmt::format("{}: /ledger: gates have no ledger any more; version 0.1.0 is the last one "
                        "that reads this run",
                        file.string()));
    }
    root.expect_known(run_keys({}));
    const JsonNode config = root.at("config");
    read_config(config, run.config);
    if (run.config.kind == RunKind::Tune) {
        run.config.repeats = name(RepeatRule::Count);
    }
    validate(run.config, sources_in_run_file(file, run.config.kind));
    for (const char* key :
         {"repeats", "seed", "concurrency", "verify", "lag"}) { // filled in before the run began
        const bool is_its = std::ranges::any_of(
            settings(run.config.kind), [&](const RunSetting& setting) { return setting.key == key; });
        if (is_its) {
            config.at(key).expect(!config.at(key).is_null(), "the value that the run was played with");
        }
    }
    read_facts(root, run);
    run.places = places_of(run.directory, run.config.out, file.parent_path());
    const auto agents = root.at("agents").items(players_of(run.config.kind).size());
    run.agents = {agent_of(agents.front()), agent_of(agents.back())};
    if (!run.result.is_null()) {
        root.at("result").expect_known(result_keys());
    }
    return run;
}

} // namespace sprt

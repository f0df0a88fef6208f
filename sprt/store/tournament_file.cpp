#include "sprt/store/tournament_file.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/agent_json.hpp"
#include "sprt/config/agent_names.hpp"
#include "sprt/config/config_validation.hpp"
#include "sprt/store/tournament_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Json;
using referee::JsonNode;

constexpr std::int64_t kMostNumber = std::int64_t{1} << 53;
constexpr auto kTournamentKeys =
    std::to_array<std::string_view>({"stages", "later", "time_losses", "skipped"});
constexpr auto kSkippedKeys = std::to_array<std::string_view>({"name", "command", "why"});
constexpr auto kStageKeys = std::to_array<std::string_view>({"game", "agents", "rounds"});
constexpr auto kWithdrawnKeys = std::to_array<std::string_view>({"withdrawn", "withdrawn_for"});

constexpr auto kReasons = std::to_array({Flaw::Faults, Flaw::Tampering, Flaw::TimeLosses});

const AgentConfig& agent_at(const TournamentFile& run, std::size_t i) {
    const std::size_t first = run.config.agents.size();
    return i < first ? run.config.agents[i] : run.later[i - first];
}

/// The first stage has the first `at_begin` of `agents` agents.
std::vector<RoundStage> stages_of(const JsonNode& node, std::size_t at_begin, std::size_t agents) {
    std::vector<RoundStage> stages;
    for (const JsonNode& item : node.items()) {
        expect_known(item, kStageKeys);
        const std::int64_t least = stages.empty() ? 0 : static_cast<std::int64_t>(stages.back().game);
        const std::int64_t most = stages.empty() ? 0 : kMostNumber;
        RoundStage stage{.game = static_cast<std::uint64_t>(item.at("game").integer(least, most)),
                         .agents = {},
                         .rounds = static_cast<std::uint64_t>(item.at("rounds").integer(1, kMostNumber))};
        for (const JsonNode& agent : item.at("agents").items()) {
            const std::int64_t after =
                stage.agents.empty() ? 0 : static_cast<std::int64_t>(stage.agents.back()) + 1;
            stage.agents.push_back(
                static_cast<std::size_t>(agent.integer(after, static_cast<std::int64_t>(agents) - 1)));
        }
        item.expect(!stages.empty() ||
                        (stage.agents.size() == at_begin && stage.agents.back() + 1 == at_begin),
                    "a stage with all agents of the configuration, because it is the first one");
        stages.push_back(std::move(stage));
    }
    node.expect(!stages.empty(), "an array with at least one stage");
    return stages;
}

std::vector<SkippedAgent> skipped_of(const JsonNode& node) {
    std::vector<SkippedAgent> skipped;
    for (const JsonNode& item : node.items()) {
        expect_known(item, kSkippedKeys);
        SkippedAgent agent{.name = item.at("name").text(), .command = {}, .why = item.at("why").text()};
        for (const JsonNode& word : item.at("command").items()) {
            agent.command.push_back(word.text());
        }
        skipped.push_back(std::move(agent));
    }
    return skipped;
}

std::optional<NotedWithdrawal> withdrawal_of(const JsonNode& agent) {
    const JsonNode round = agent.at("withdrawn");
    if (round.is_null()) {
        return std::nullopt;
    }
    NotedWithdrawal noted{.round = static_cast<std::uint64_t>(round.integer(0, kMostNumber)), .why = {}};
    if (agent.has("withdrawn_for")) {
        const JsonNode why = agent.at("withdrawn_for");
        const auto named = std::ranges::find(kReasons, why.text(), [](Flaw one) { return name(one); });
        why.expect(named != kReasons.end(), "faults, tampering or time_losses");
        noted.why = *named;
    }
    return noted;
}

} // namespace

std::vector<std::string> TournamentFile::names() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < agents.size(); ++i) {
        all.push_back(agent_at(*this, i).name);
    }
    return all;
}

bool TournamentFile::plays(std::size_t agent) const {
    return std::ranges::binary_search(stages.back().agents, agent);
}

std::string digest_of(const TournamentConfig& config) {
    return digest_of(to_json(config));
}

Json skipped_json(const std::vector<SkippedAgent>& skipped) {
    Json json = Json::array();
    for (const auto& [name, command, why] : skipped) {
        json.push_back({{"name", name}, {"command", command}, {"why", why}});
    }
    return json;
}

Json to_json(const TournamentFile& run) {
    Json agents = Json::array();
    for (std::size_t i = 0; i < run.agents.size(); ++i) {
        Json agent = agent_json(agent_at(run, i), run.agents[i]);
        const std::optional<NotedWithdrawal>& withdrawn = run.withdrawn[i];
        agent["withdrawn"] = withdrawn ? Json(withdrawn->round) : Json(nullptr);
        if (withdrawn && withdrawn->why) {
            agent["withdrawn_for"] = name(*withdrawn->why);
        }
        agents.push_back(std::move(agent));
    }
    Json json = facts_json(run, RunKind::Tournament, to_json(run.config), std::move(agents),
                           run.config.run.seed.value());
    Json stages = Json::array();
    for (const auto& [game, playing, rounds] : run.stages) {
        stages.push_back({{"game", game}, {"agents", playing}, {"rounds", rounds}});
    }
    json["stages"] = std::move(stages);
    if (!run.skipped.empty()) {
        json["skipped"] = skipped_json(run.skipped);
    }
    if (run.time_losses) {
        json["time_losses"] = *run.time_losses;
    }
    if (!run.later.empty()) {
        json["later"] = Json::array();
        for (const AgentConfig& agent : run.later) {
            json["later"].push_back(referee::to_json(agent));
        }
    }
    return json;
}

Json result_json(TournamentFile& run, const TournamentState& state) {
    for (std::size_t i = 0; i < run.withdrawn.size(); ++i) {
        const std::optional<Withdrawal>& withdrawn = state.agents[i].withdrawn;
        run.withdrawn[i] =
            withdrawn ? std::optional(NotedWithdrawal{withdrawn->round, withdrawn->why}) : std::nullopt;
    }
    return to_json(state, plan_of(run).anchor);
}

std::optional<std::uint64_t> openings_used_up(const TournamentState& state) noexcept {
    return state.reason == TournamentEnd::OpeningsUsedUp ? std::optional(state.rounds) : std::nullopt;
}

ConfigSources tournament_sources_in(const fs::path& file) {
    ConfigSources sources{.file = file.string(), .in_file = {"agents"}, .in_flags = {}, .pointer = "/config"};
    for (const auto& setting : tournament_settings()) {
        sources.in_file.emplace(setting.key);
    }
    return sources;
}

TournamentPlan plan_of(const TournamentFile& run) {
    TournamentPlan plan = plan_of(run.config, run.later, run.stages);
    plan.schedule.base.seed_rule = run.seed_rule;
    plan.counting.time_losses = run.time_losses;
    plan.skipped = run.skipped;
    plan.rounds_changed = std::ranges::any_of(
        run.stages, [&](const RoundStage& stage) { return stage.rounds != run.stages.front().rounds; });
    for (std::size_t k = 1; k < run.stages.size(); ++k) {
        plan.has_removed =
            plan.has_removed || !std::ranges::includes(run.stages[k].agents, run.stages[k - 1].agents);
    }
    return plan;
}

TournamentFile read_tournament_file(const fs::path& file) {
    const Json json = read_run_json(file);
    const JsonNode root(json, file.string() + ": ");
    if (kind_in(file) != RunKind::Tournament) {
        throw referee::UserError(fmt::format("{} is not that of a tournament", file.string()));
    }
    expect_known(root, run_keys(kTournamentKeys));
    TournamentFile run;
    const JsonNode config = root.at("config");
    read_config(config, run.config);
    validate(run.config, tournament_sources_in(file));
    for (const char* key : {"seed", "concurrency"}) { // filled in before the first game
        config.at(key).expect(!config.at(key).is_null(), "the value that the tournament was played with");
    }
    read_facts(root, run);
    if (root.has("skipped")) {
        run.skipped = skipped_of(root.at("skipped"));
    }
    if (root.has("time_losses")) {
        run.time_losses = static_cast<std::uint64_t>(root.at("time_losses").integer(1, kMostNumber));
    }
    run.places = places_of(run.directory, run.config.run.out, file.parent_path());
    if (root.has("later")) {
        for (const JsonNode& agent : root.at("later").items()) {
            run.later.push_back(referee::read_agent(agent));
            if (const auto problem = problem_of(run.later.back(), run.config.run.play)) {
                throw referee::UserError(agent.place() + ": " + *problem);
            }
        }
    }
    for (const JsonNode& agent : root.at("agents").items(run.config.agents.size() + run.later.size())) {
        run.agents.push_back(agent_of(agent, kWithdrawnKeys));
        run.withdrawn.push_back(withdrawal_of(agent));
    }
    const std::vector<std::string> names = run.names();
    const std::vector<JsonNode> agents = root.at("agents").items();
    for (std::size_t i = 0; i < names.size() && !run.config_is_edited(); ++i) {
        const JsonNode name = agents[i].at("name");
        name.expect(name.text() == names[i],
                    fmt::format("'{}', as its configuration says", referee::to_printable(names[i])));
    }
    if (const auto alike = first_alike(names)) {
        throw referee::UserError(fmt::format("{}: two agents are named '{}'", file.string(),
                                             referee::to_printable(names[*alike])));
    }
    run.stages = stages_of(root.at("stages"), run.config.agents.size(), run.agents.size());
    if (!run.result.is_null()) {
        expect_known(root.at("result"), kTournamentResultKeys);
    }
    return run;
}

} // namespace sprt

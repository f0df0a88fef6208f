#include "sprt/store/run_file.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "sprt/config/config.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sprt {

namespace fs = std::filesystem;
using referee::Json;
using referee::JsonNode;
using referee::UserError;

std::optional<std::uint64_t> RunFile::changed_games() const {
    std::optional<std::uint64_t> games;
    for (const SessionFacts& session : resumed) {
        games = session.games ? session.games : games;
    }
    return games;
}

Json to_json(const RunFile& run) {
    Json agents = Json::array({agent_json(run.config.agents[0], run.agents[0])});
    if (run.config.kind != RunKind::Tune) { // the agent of a tuning plays itself
        agents.push_back(agent_json(run.config.agents[1], run.agents[1]));
    }
    return facts_json(run, std::move(agents));
}

Json result_json(const RunFile& run, const RunState& state) {
    return to_json(state, run.config.kind);
}

std::optional<std::uint64_t> openings_used_up(const RunState& state) noexcept {
    return state.reason == EndReason::OpeningsUsedUp
               ? std::optional(state.standing.whole_pairs + state.standing.dropped_pairs)
               : std::nullopt;
}

RunFile read_run_file(const fs::path& file) {
    const Json json = read_run_json(file);
    const JsonNode root(json, file.string() + ": ");
    RunFile run;
    run.config = Config(kind_in(file));
    if (run.config.kind == RunKind::Tournament) {
        throw UserError("{} is that of a tournament: take sprt report, resume, export, page or serve",
                        file.string());
    }
    if (root.has("ledger")) {
        throw UserError(
            "{}: /ledger: gates have no ledger any more; version 0.1.0 is the last one that reads this run",
            file.string());
    }
    root.expect_known(run_keys({}));
    read_facts(file, root, run);
    const auto agents = root.at("agents").items(run.config.kind == RunKind::Tune ? 1 : 2);
    run.agents = {agent_of(agents.front()), agent_of(agents.back())};
    if (!run.result.is_null()) {
        root.at("result").expect_known(result_keys());
    }
    return run;
}

namespace {

using referee::closed_fields;
using referee::field;
using referee::fields;
using referee::told;

constexpr auto kReasons = std::to_array({Flaw::Faults, Flaw::Tampering, Flaw::TimeLosses});

constexpr referee::Whole kFromOne{1, referee::kMostCount};
constexpr auto kStageFields =
    closed_fields<RoundStage>(field("game", &RoundStage::game), field("agents", &RoundStage::agents),
                              field("rounds", &RoundStage::rounds, kFromOne));
constexpr auto kSkippedFields =
    closed_fields<SkippedAgent>(field("name", &SkippedAgent::name), field("command", &SkippedAgent::command),
                                field("why", &SkippedAgent::why));
constexpr referee::Code kAgent{[](const AgentConfig& agent) { return referee::to_json(agent); },
                               referee::read_agent};

/// Beside the facts of all kinds of run.
constexpr auto kTournamentFields =
    fields<TournamentFile>(field("stages", &TournamentFile::stages, kStageFields),
                           told("skipped", &TournamentFile::skipped, kSkippedFields),
                           told("time_losses", &TournamentFile::time_losses, kFromOne),
                           told("later", &TournamentFile::later, kAgent));

/// Throws UserError unless the first stage has the first `at_begin` of `agents` agents, games do not fall,
/// and agents rise.
void expect_right_stages(const JsonNode& node, std::size_t at_begin, std::size_t agents) {
    const auto most = static_cast<std::int64_t>(agents) - 1;
    std::optional<std::int64_t> game;
    for (const JsonNode& item : node.items()) {
        const std::int64_t begin = item.at("game").integer(game.value_or(0), game ? referee::kMostCount : 0);
        std::int64_t next = 0;
        for (const JsonNode& agent : item.at("agents").items()) {
            next = 1 + agent.integer(next, most);
        }
        const std::size_t count = item.at("agents").items().size();
        item.expect(game || (count == at_begin && static_cast<std::size_t>(next) == at_begin),
                    "a stage with all agents of the configuration, because it is the first one");
        game = begin;
    }
    node.expect(game.has_value(), "an array with at least one stage");
}

std::optional<NotedWithdrawal> withdrawal_of(const JsonNode& agent) {
    const JsonNode round = agent.at("withdrawn");
    if (round.is_null()) {
        return std::nullopt;
    }
    NotedWithdrawal noted{.round = static_cast<std::uint64_t>(round.integer(0, referee::kMostCount)),
                          .why = {}};
    if (agent.has("withdrawn_for")) {
        const JsonNode why = agent.at("withdrawn_for");
        const auto named = std::ranges::find(kReasons, why.text(), [](Flaw one) { return name(one); });
        why.expect(named != kReasons.end(), "faults, tampering or time_losses");
        noted.why = *named;
    }
    return noted;
}

} // namespace

std::vector<AgentConfig> TournamentFile::all_agents() const {
    std::vector<AgentConfig> all = config.agents;
    all.insert(all.end(), later.begin(), later.end());
    return all;
}

std::vector<std::string> TournamentFile::shown_names() const {
    std::vector<std::string> shown = names();
    for (std::string& name : shown) {
        name = referee::to_printable(name);
    }
    return shown;
}

Json skipped_json(const std::vector<SkippedAgent>& skipped) {
    return referee::written(kSkippedFields, skipped);
}

Json to_json(const TournamentFile& run) {
    Json agents = Json::array();
    const std::vector<AgentConfig> configs = run.all_agents();
    for (std::size_t i = 0; i < run.agents.size(); ++i) {
        Json agent = agent_json(configs[i], run.agents[i]);
        const std::optional<NotedWithdrawal>& withdrawn = run.withdrawn[i];
        agent["withdrawn"] = withdrawn ? Json(withdrawn->round) : Json(nullptr);
        if (withdrawn && withdrawn->why) {
            agent["withdrawn_for"] = name(*withdrawn->why);
        }
        agents.push_back(std::move(agent));
    }
    Json json = facts_json(run, std::move(agents));
    kTournamentFields.add(json, run);
    return json;
}

void note_withdrawals(TournamentFile& run, const TournamentState& state) {
    for (std::size_t i = 0; i < run.withdrawn.size(); ++i) {
        const std::optional<Withdrawal>& withdrawn = state.agents[i].withdrawn;
        run.withdrawn[i] =
            withdrawn ? std::optional(NotedWithdrawal{withdrawn->round, withdrawn->why}) : std::nullopt;
    }
}

Json result_json(const TournamentFile& run, const TournamentState& state) {
    return to_json(state, plan_of(run).anchor);
}

std::optional<std::uint64_t> openings_used_up(const TournamentState& state) noexcept {
    return state.reason == TournamentEnd::OpeningsUsedUp ? std::optional(state.rounds) : std::nullopt;
}

TournamentPlan plan_of(const TournamentFile& run) {
    TournamentPlan plan = tournament_plan_of(run.config, run.later, run.stages);
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
        throw referee::UserError("{} is not that of a tournament", file.string());
    }
    root.expect_known(run_keys(kTournamentFields.keys()));
    TournamentFile run;
    run.config = Config(RunKind::Tournament);
    read_facts(file, root, run);
    kTournamentFields.read(root, run);
    for (std::size_t i = 0; i < run.later.size(); ++i) {
        if (const auto problem = problem_of(run.later[i], run.config.play)) {
            throw referee::UserError("{}/{}: {}", root.at("later").place(), i, *problem);
        }
    }
    for (const JsonNode& agent : root.at("agents").items(run.config.agents.size() + run.later.size())) {
        run.agents.push_back(agent_of(agent, std::array<std::string_view, 2>{"withdrawn", "withdrawn_for"}));
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
        throw referee::UserError("{}: two agents are named '{}'", file.string(),
                                 referee::to_printable(names[*alike]));
    }
    expect_right_stages(root.at("stages"), run.config.agents.size(), run.agents.size());
    if (!run.result.is_null()) {
        root.at("result").expect_known(tournament_result_keys());
    }
    return run;
}

} // namespace sprt

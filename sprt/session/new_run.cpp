#include "sprt/session/new_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/run_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

/// Takes the secret of `--via` out of `config`, which is kept, and adds its invitation to the plan. Throws
/// UserError, naming the place, for what is no server of a coordinator.
template<class Plan>
void keep_secret(Config& config, const ConfigSources& sources, Plan& plan) {
    if (!config.remote.via) {
        return;
    }
    const auto address = remote::read_coordinator_address(*config.remote.via, sources.place("via"));
    config.remote.via = address.kept();
    if (!address.invitation.empty()) {
        plan.remote.via = address.invitation;
        plan.hidden.push_back(address.invitation);
    }
}

std::vector<AgentConfig> agents_in(const Config& config) {
    return {config.agents.agent1, config.agents.agent2};
}

const std::vector<AgentConfig>& agents_in(const TournamentConfig& config) {
    return config.agents;
}

/// `common`: the part of `config` that runs of all kinds have.
template<class ItsConfig>
auto settled(ItsConfig& config, Config& common, ConfigSources& sources) {
    if (common.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    settle_cores(common.play, agents_in(config));
    referee::Placement placement = place_games(common, sources, referee::this_machine());
    fill_in(config, placement);
    auto plan = plan_of(config);
    keep_secret(common, sources, plan);
    return Settled<ItsConfig, decltype(plan)>{std::move(config), std::move(sources), std::move(placement),
                                              std::move(plan)};
}

void add_agents(RunFile& run, const RunPlan& /*plan*/, const Stage& stage) {
    run.agents = stage.kit.roster.prints_of_both();
}

void add_agents(TournamentFile& run, const TournamentPlan& plan, const Stage& stage) {
    run.agents = stage.kit.roster.prints();
    run.withdrawn.resize(run.agents.size());
    run.stages = plan.counting.rules.stages;
    run.time_losses = plan.counting.time_losses;
    run.skipped = plan.skipped;
}

/// What run.json holds of a new run.
template<class File, class ItsConfig>
File described(const ItsConfig& config, const typename PartsOf<File>::Plan& plan,
               const ConfigSources& sources, const Stage& stage) {
    File run;
    run.version = REFEREE_VERSION;
    run.config = config;
    run.directory = std::filesystem::current_path();
    if (!sources.file.empty()) {
        const auto path = std::filesystem::absolute(sources.file);
        run.config_file = FilePrint{path.string(), referee::sha256_of_file(path)};
    }
    run.overrides = sources.in_flags;
    add_agents(run, plan, stage);
    run.book_size = stage.openings->facts().size;
    run.book_duplicates = stage.openings->facts().duplicates;
    run.book_sha256 = book_print(PartsOf<File>::schedule(plan).openings);
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    if (plan.remote.is_remote()) {
        run.remote = new_remote_facts(plan.remote.via);
    }
    run.started = utc_now();
    return run;
}

/// Why the tournament cannot begin without the agents at `skipped`; empty: it can.
std::string need_of_skipped(const TournamentConfig& config, const TournamentPlan& plan,
                            const std::set<std::size_t>& skipped) {
    const auto named = [&](std::size_t agent) { return referee::to_printable(config.agents[agent].name); };
    const std::size_t left = config.agents.size() - skipped.size();
    const bool is_gauntlet = plan.counting.rules.format == TournamentFormat::Gauntlet;
    if (left < 2) {
        return fmt::format("of {} fewer than two are left", referee::counted(config.agents.size(), "agent"));
    }
    if (is_gauntlet && *skipped.begin() < plan.counting.rules.reach) {
        return fmt::format("'{}' is a seed of the gauntlet", named(*skipped.begin()));
    }
    if (plan.anchor && skipped.contains(plan.anchor->agent)) {
        return fmt::format("'{}' is the anchor", named(plan.anchor->agent));
    }
    if (plan.counting.rules.format != TournamentFormat::RoundRobin && plan.counting.rules.reach >= left) {
        return fmt::format("of {} only {} are left, which must be above --{}",
                           referee::counted(config.agents.size(), "agent"), left,
                           is_gauntlet ? "seeds" : "span");
    }
    return {};
}

/// What a tournament that has not begun consists of.
struct NewTournament {
    TournamentConfig config;
    TournamentPlan plan;
    std::vector<std::size_t> lacking; ///< see tournament_head()
};

/// `whole` without the agents in `failed`. Throws CheckGameFailed when it cannot begin without them.
NewTournament without_failed(const NewTournament& whole, const std::vector<FailedAgent>& failed) {
    std::set<std::size_t> skipped;
    std::vector<SkippedAgent> notes;
    for (const auto& [agent, why] : failed) {
        const AgentConfig& config = whole.config.agents[agent];
        skipped.insert(agent);
        notes.push_back({.name = config.name, .command = config.command, .why = why});
    }
    if (const std::string need = need_of_skipped(whole.config, whole.plan, skipped); !need.empty()) {
        throw CheckGameFailed(fmt::format("--skip-failed: the check games failed: {}; {}",
                                          failures_text(whole.plan, failed), need));
    }
    for (const SkippedAgent& agent : notes) {
        referee::complain(kProgram, fmt::format("warning: {} is skipped, because its check game failed: {}",
                                                referee::to_printable(agent.name), agent.why));
    }
    NewTournament rest{.config = whole.config, .plan = {}, .lacking = {}};
    rest.config.agents.clear();
    for (std::size_t i = 0; i < whole.config.agents.size(); ++i) {
        if (skipped.contains(i)) {
            continue;
        }
        if (std::ranges::count(whole.lacking, i) > 0) {
            rest.lacking.push_back(rest.config.agents.size());
        }
        rest.config.agents.push_back(whole.config.agents[i]);
    }
    rest.plan = plan_of(rest.config);
    rest.plan.counting.time_losses = whole.plan.counting.time_losses;
    rest.plan.play.replaces_traces = whole.plan.play.replaces_traces;
    rest.plan.skipped = std::move(notes);
    return rest;
}

} // namespace

SettledRun settle(Config config, ConfigSources sources) {
    return settled(config, config, sources);
}

SettledTournament settle(TournamentConfig config, ConfigSources sources) {
    SettledTournament run = settled(config, config.run, sources);
    run.plan.counting.time_losses = kMostTimeLosses;
    return run;
}

PlayedRun play_run(const SettledRun& run, Narrator* narrator) {
    Stage stage({run.plan, run.sources}, run.placement);
    SessionOfTwo session(run.plan, stage, Tally(run.plan.counting));
    session.narrator = narrator;
    std::optional<RunDirectory> directory;
    if (!run.plan.out.empty()) {
        session.keep_in(
            directory.emplace(run.plan.out, described<RunFile>(run.config, run.plan, run.sources, stage)));
    }
    SessionEnd end = play_session(session);
    return {session.state(), std::move(end)};
}

PlayedTournament play_tournament(SettledTournament settled, bool skips_failed, Narrator* narrator) {
    const ConfigSources& sources = settled.sources;
    if (skips_failed && (settled.config.run.no_check || settled.plan.remote.is_remote())) {
        throw referee::UserError(settled.config.run.no_check
                                     ? "--skip-failed: without check games (no_check) no agent fails one"
                                     : "--skip-failed: with --via workers check the agents, each for itself");
    }
    NewTournament begun{.config = std::move(settled.config), .plan = std::move(settled.plan), .lacking = {}};
    Stage stage({begun.plan, sources}, std::move(settled.placement));
    std::optional<TournamentDirectory> directory;
    const auto make_directory = [&] {
        if (!begun.plan.out.empty()) {
            directory.emplace(begun.plan.out,
                              described<TournamentFile>(begun.config, begun.plan, sources, stage));
        }
    };
    make_directory();
    try {
        std::vector<FailedAgent> failed;
        if (begun.plan.play.has_check_game && !begun.plan.remote.is_remote()) { // workers check the agents
            begun.lacking =
                check_agents(begun.plan, stage, playing_in(begun.plan, TournamentTally(begun.plan.counting)),
                             "--skip-failed leaves these agents out, --no-check plays no check games",
                             skips_failed ? &failed : nullptr);
        }
        if (!failed.empty()) {
            begun = without_failed(begun, failed);
            stage.kit = find_kit({begun.plan, sources});
            if (directory) { // it names them as agents
                directory->discard_if_empty();
                directory.reset();
                make_directory();
            }
        }
    } catch (const std::exception&) {
        if (directory) {
            directory->discard_if_empty();
        }
        throw;
    }
    TournamentSession session(begun.plan, stage, TournamentTally(begun.plan.counting), begun.lacking);
    session.narrator = narrator;
    if (directory) {
        session.keep_in(*directory);
    }
    SessionEnd end = play_session(session);
    return {session.state(), std::move(end)};
}

} // namespace sprt

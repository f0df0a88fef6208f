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
#include "sprt/store/run_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sprt {
namespace {

/// Takes the secret of `--via` out of `config`, which is kept, and adds its invitation to the plan. Throws
/// UserError, naming the place, for what is no server of a coordinator.
void keep_secret(Config& config, const ConfigSources& sources, SharedPlan& plan) {
    if (!config.remote.via) {
        return;
    }
    const auto address =
        remote::read_address(*config.remote.via, sources.place("via"), remote::Role::Coordinator);
    config.remote.via = address.kept();
    if (!address.invitation.empty()) {
        plan.remote.via = address.invitation;
        plan.hidden.push_back(address.invitation);
    }
}

/// `plan_for`: makes the plan of a configuration.
template<class Plan>
Settled<Plan> settled(Config config, ConfigSources sources, Plan (*plan_for)(const Config&)) {
    if (config.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    settle_cores(config.play, config.agents);
    referee::Placement placement = place_games(config, sources, referee::this_machine());
    fill_in(config, placement);
    Plan plan = plan_for(config);
    keep_secret(config, sources, plan);
    return {std::move(config), std::move(sources), std::move(placement), std::move(plan)};
}

/// What run.json holds of a new run.
template<class File>
File described(const Settled<typename PartsOf<File>::Plan>& settled, const Stage& stage) {
    const auto& plan = settled.plan;
    File run;
    run.version = REFEREE_VERSION;
    run.config = settled.config;
    run.directory = std::filesystem::current_path();
    if (!settled.sources.file.empty()) {
        const auto path = std::filesystem::absolute(settled.sources.file);
        run.config_file = FilePrint{path.string(), referee::sha256_of_file(path)};
    }
    run.overrides = settled.sources.in_flags;
    run.is_gate = plan.watch.is_gate;
    run.agents = stage.kit.roster.prints();
    if constexpr (std::is_same_v<File, TournamentFile>) {
        run.withdrawn.resize(run.agents.size());
        run.stages = plan.counting.rules.stages;
        run.time_losses = plan.counting.time_losses;
        run.skipped = plan.skipped;
    }
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
std::string need_of_skipped(const Config& config, const TournamentPlan& plan,
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

/// Takes the agents in `failed` out of `run`, and out of `lacking`, see tournament_head(). Throws
/// CheckGameFailed when it cannot begin without them.
void leave_out(const std::vector<FailedAgent>& failed, SettledTournament& run,
               std::vector<std::size_t>& lacking) {
    std::set<std::size_t> skipped;
    std::vector<SkippedAgent> notes;
    for (const auto& [agent, why] : failed) {
        const AgentConfig& config = run.config.agents[agent];
        skipped.insert(agent);
        notes.push_back({.name = config.name, .command = config.command, .why = why});
    }
    if (const std::string need = need_of_skipped(run.config, run.plan, skipped); !need.empty()) {
        throw CheckGameFailed("--skip-failed: the check games failed: {}; {}",
                              failures_text(run.plan, failed), need);
    }
    for (const SkippedAgent& agent : notes) {
        referee::complain(kProgram, fmt::format("warning: {} is skipped, because its check game failed: {}",
                                                referee::to_printable(agent.name), agent.why));
    }
    const std::vector<AgentConfig> agents = std::exchange(run.config.agents, {});
    const std::vector<std::size_t> lacked = std::exchange(lacking, {});
    for (std::size_t i = 0; i < agents.size(); ++i) {
        if (skipped.contains(i)) {
            continue;
        }
        if (std::ranges::count(lacked, i) > 0) {
            lacking.push_back(run.config.agents.size());
        }
        run.config.agents.push_back(agents[i]);
    }
    const TournamentPlan whole = std::exchange(run.plan, tournament_plan_of(run.config));
    run.plan.counting.time_losses = whole.counting.time_losses;
    run.plan.play.replaces_traces = whole.play.replaces_traces;
    run.plan.skipped = std::move(notes);
}

} // namespace

SettledRun settle(Config config, ConfigSources sources) {
    return settled<RunPlan>(std::move(config), std::move(sources), plan_of);
}

SettledTournament settle_tournament(Config config, ConfigSources sources) {
    return settled<TournamentPlan>(std::move(config), std::move(sources), [](const Config& its) {
        TournamentPlan plan = tournament_plan_of(its);
        plan.counting.time_losses = kMostTimeLosses;
        return plan;
    });
}

PlayedRun play_run(const SettledRun& run, Narrator* narrator) {
    Stage stage({run.plan, run.sources}, run.placement);
    SessionOfTwo session(run.plan, stage, Tally(run.plan.counting));
    session.narrator = narrator;
    std::optional<RunDirectory> directory;
    if (!run.plan.out.empty()) {
        session.keep_in(directory.emplace(run.plan.out, described<RunFile>(run, stage)));
    }
    SessionEnd end = play_session(session);
    return {session.state(), std::move(end)};
}

PlayedTournament play_tournament(SettledTournament run, bool skips_failed, Narrator* narrator) {
    if (skips_failed && (run.config.no_check || run.plan.remote.is_remote())) {
        throw referee::UserError(run.config.no_check
                                     ? "--skip-failed: without check games (no_check) no agent fails one"
                                     : "--skip-failed: with --via workers check the agents, each for itself");
    }
    Stage stage({run.plan, run.sources}, run.placement);
    std::optional<TournamentDirectory> directory;
    const auto make_directory = [&] {
        if (!run.plan.out.empty()) {
            directory.emplace(run.plan.out, described<TournamentFile>(run, stage));
        }
    };
    make_directory();
    std::vector<std::size_t> lacking;
    try {
        std::vector<FailedAgent> failed;
        if (run.plan.play.has_check_game && !run.plan.remote.is_remote()) { // workers check the agents
            lacking = check_agents(run.plan, stage, playing_in(run.plan, TournamentTally(run.plan.counting)),
                                   "--skip-failed leaves these agents out, --no-check plays no check games",
                                   skips_failed ? &failed : nullptr);
        }
        if (!failed.empty()) {
            leave_out(failed, run, lacking);
            stage.kit = find_kit({run.plan, run.sources});
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
    TournamentSession session(run.plan, stage, TournamentTally(run.plan.counting), lacking);
    session.narrator = narrator;
    if (directory) {
        session.keep_in(*directory);
    }
    SessionEnd end = play_session(session);
    return {session.state(), std::move(end)};
}

} // namespace sprt

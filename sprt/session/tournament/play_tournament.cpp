#include "sprt/session/tournament/play_tournament.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/remote/remote_run.hpp"
#include "sprt/session/tournament/session.hpp"
#include "sprt/store/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::ExitStatus;

TournamentFile describe_tournament(const TournamentConfig& config, const TournamentPlan& plan,
                                   const ConfigSources& sources, const Stage& stage) {
    TournamentFile run;
    run.version = REFEREE_VERSION;
    run.config = config;
    run.directory = std::filesystem::current_path();
    if (!sources.file.empty()) {
        const auto path = std::filesystem::absolute(sources.file);
        run.config_file = FilePrint{path.string(), referee::sha256_of_file(path)};
    }
    run.overrides = sources.in_flags;
    run.agents = stage.kit.roster.prints();
    run.withdrawn.resize(run.agents.size());
    run.stages = plan.counting.rules.stages;
    run.time_losses = plan.counting.time_losses;
    run.skipped = plan.skipped;
    run.book_size = stage.openings->facts().size;
    run.book_duplicates = stage.openings->facts().duplicates;
    run.book_sha256 = book_print(plan.schedule.base.openings);
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
        referee::complain(kProgram, fmt::format("warning: {} is skipped, because its check game failed: {}",
                                                referee::to_printable(config.name), why));
    }
    if (const std::string need = need_of_skipped(whole.config, whole.plan, skipped); !need.empty()) {
        throw CheckGameFailed(fmt::format("--skip-failed: the check games failed: {}; {}",
                                          failures_text(whole.plan, failed), need));
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

ExitStatus play_tournament(SettledTournament settled, bool skips_failed) {
    auto& [config, sources, placement, plan] = settled;
    if (skips_failed && (config.run.no_check || plan.remote.is_remote())) {
        throw referee::UserError(config.run.no_check
                                     ? "--skip-failed: without check games (no_check) no agent fails one"
                                     : "--skip-failed: with --via workers check the agents, each for itself");
    }
    NewTournament begun{.config = std::move(config), .plan = std::move(plan), .lacking = {}};
    Stage stage({begun.plan, sources}, std::move(placement));
    std::optional<TournamentDirectory> directory;
    const auto make_directory = [&] {
        if (!begun.plan.out.empty()) {
            directory.emplace(begun.plan.out, describe_tournament(begun.config, begun.plan, sources, stage));
        }
    };
    make_directory();
    try {
        std::vector<FailedAgent> failed;
        if (begun.plan.play.has_check_game && !begun.plan.remote.is_remote()) { // workers check the agents
            begun.lacking =
                check_agents(begun.plan, stage, playing_in(begun.plan, TournamentTally(begun.plan.counting)),
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
    return play_on(begun.plan, stage, TournamentTally(begun.plan.counting), begun.lacking,
                   directory ? &*directory : nullptr);
}

} // namespace sprt

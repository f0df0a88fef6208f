#include "sprt/command/tournament/play_tournament.hpp"

#include "referee/process/sha256.hpp"
#include "referee/process/topology.hpp"
#include "sprt/command/remote/remote_run.hpp"
#include "sprt/command/settled_run.hpp"
#include "sprt/command/tournament/session.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/store/machine.hpp"

#include <filesystem>
#include <optional>
#include <utility>

namespace sprt {
namespace {

using referee::ExitStatus;

TournamentConfig read_tournament_config(const TournamentFlags& flags, ConfigSources& sources) {
    TournamentConfig config;
    sources.in_flags = flags.keys;
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& set : flags.overrides) {
        set(config);
    }
    name_agents(config, sources);
    tell_apart(config.agents);
    return config;
}

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

} // namespace

ExitStatus run_tournament(const TournamentFlags& flags) {
    ConfigSources sources;
    TournamentConfig config = read_tournament_config(flags, sources);
    if (config.run.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    referee::Placement placement = place_games(config.run, sources, referee::this_machine());
    fill_in(config, placement);
    TournamentPlan plan = plan_of(config);
    keep_secret(config.run, sources, plan.remote, plan.hidden);
    if (flags.print_config) {
        referee::say_json(to_json_text(config));
        return ExitStatus::Done;
    }
    plan.play.replaces_traces = flags.overwrite;
    Stage stage({plan, sources}, std::move(placement));
    std::optional<TournamentDirectory> directory;
    if (!plan.out.empty()) {
        directory.emplace(plan.out, describe_tournament(config, plan, sources, stage));
    }
    const auto lacking = [&] {
        const bool are_checked =
            plan.play.has_check_game && !plan.remote.is_remote(); // workers try the agents
        return are_checked ? check_agents(plan, stage, playing_in(plan, TournamentTally(plan.counting)))
                           : std::vector<std::size_t>();
    };
    return play_on(plan, stage, TournamentTally(plan.counting), lacking, directory ? &*directory : nullptr);
}

} // namespace sprt

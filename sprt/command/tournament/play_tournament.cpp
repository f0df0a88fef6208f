#include "sprt/command/tournament/play_tournament.hpp"

#include "referee/process/sha256.hpp"
#include "referee/process/topology.hpp"
#include "sprt/command/tournament/session.hpp"
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
    run.time_losses = plan.counting.time_losses;
    run.book_size = stage.openings->facts().size;
    run.book_duplicates = stage.openings->facts().duplicates;
    run.book_sha256 = book_print(plan.schedule.base.openings);
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    run.started = utc_now();
    return run;
}

} // namespace

ExitStatus run_tournament(const TournamentFlags& flags) {
    ConfigSources sources;
    TournamentConfig config = read_tournament_config(flags, sources);
    validate(config, sources);
    referee::Placement placement = place_games(config.run, sources, referee::this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        referee::say_json(to_json_text(config));
        return ExitStatus::Done;
    }
    TournamentPlan plan = plan_of(config);
    plan.counting.time_losses = kMostTimeLosses;
    plan.play.replaces_traces = flags.overwrite;
    Stage stage({plan, sources}, std::move(placement));
    std::optional<TournamentDirectory> directory;
    if (!plan.out.empty()) {
        directory.emplace(plan.out, describe_tournament(config, plan, sources, stage));
    }
    TournamentTally tally(plan.counting);
    std::vector<std::size_t> lacking;
    try {
        if (plan.play.has_check_game) {
            lacking = check_agents(plan, stage, playing_in(plan, tally));
        }
        referee::make_trace_dirs(plan.play.settings, plan.play.replaces_traces ? referee::OldTraces::Remove
                                                                               : referee::OldTraces::Refuse);
    } catch (const std::exception&) {
        if (directory) {
            directory->discard_if_empty();
        }
        throw;
    }
    return play_session(plan, stage, lacking, std::move(tally), directory ? &*directory : nullptr);
}

} // namespace sprt

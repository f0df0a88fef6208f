#include "sprt/command/commands.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "sprt/command/play_run.hpp"
#include "sprt/command/resume_run.hpp"
#include "sprt/config/test_validation.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/counts_flags.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/simulation_text.hpp"
#include "sprt/store/load_run.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace sprt {
namespace {

using referee::ExitStatus;
using referee::Placement;
using referee::say;

/// What `sprt` says of a run that it played, whatever the verdict.
ExitStatus status_of(const PlayedRun& played) {
    if (played.signal) {
        return referee::status_of_signal(*played.signal);
    }
    return played.result.broken ? ExitStatus::AgentBroken : ExitStatus::Done;
}

/// Settles `config`, and prints it when that is all that is wanted; otherwise calls `play(placement)`.
template<class Play>
ExitStatus settle_and_play(const RunFlags& flags, const ConfigSources& sources, Config& config, Play&& play) {
    validate(config, sources);
    const Placement placement = place_games(config, sources, referee::this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    return play(placement);
}

/// Throws UserError, naming the flag, for what makes no test.
SequentialTest make_test(const TestFlags& flags) {
    const Model model = read_model(flags.model, "--model");
    const TestKind kind = read_test_kind(flags.test, "--test");
    if (const auto problem = problem_of(flags.hypotheses, kind)) {
        throw referee::UserError(fmt::format("--{}: {}", problem->keys.front(), problem->what));
    }
    return {model, kind, flags.hypotheses};
}

} // namespace

referee::ExitStatus run(const RunFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags, sources);
    return settle_and_play(flags, sources, config, [&](const Placement& placement) {
        return status_of(play_run(config, sources, placement));
    });
}

referee::ExitStatus run(const GateFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    apply_gate_defaults(config, sources, flags.expect);
    check_report_files(flags.files);
    return settle_and_play(flags.run, sources, config, [&](const Placement& placement) {
        const PlayedRun played = play_run(config, sources, placement);
        const GateReport report{
            .config = config, .result = played.result, .started = played.started, .directory = config.out};
        write_reports(flags.files, report);
        add_to_step_summary(report);
        return played.signal ? referee::status_of_signal(*played.signal) : gate_status(played.result);
    });
}

referee::ExitStatus run(const ResumeFlags& flags) {
    return status_of(resume_run(flags.dir, flags.force));
}

referee::ExitStatus run(const ReportFlags& flags) {
    check_report_files(flags.files);
    const LoadedRun loaded = load_run(flags.dir);
    say(flags.json ? run_report_json(loaded, flags.dir) : run_report_text(loaded));
    const MatchResult result = loaded.result();
    write_reports(flags.files, {.config = loaded.run.config,
                                .result = result,
                                .started = loaded.run.started,
                                .directory = flags.dir});
    return ExitStatus::Done;
}

referee::ExitStatus run(const CalcFlags& flags) {
    const SequentialTest test = make_test(flags.test);
    const Counts counts = read_counts(test.model(), flags.wld, flags.ptnml);
    say(flags.json ? calculation_json(test, counts) : calculation_text(test, counts));
    return ExitStatus::Done;
}

referee::ExitStatus run(const PlanFlags& flags) {
    const SequentialTest test = make_test(flags.test);
    PlanRequest request = flags.request;
    request.hypotheses = test.hypotheses();
    request.model = test.model();
    request.test = test.kind();
    validate(request);
    say(flags.json ? plan_json(request) : plan_text(request));
    return ExitStatus::Done;
}

referee::ExitStatus run(const SimulateFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    for (AgentConfig& agent : config.agents) {
        if (agent.command.empty()) {
            agent = agent_from_command("simulated");
        }
    }
    validate(config, sources);
    fill_in(config, place_games(config, sources, referee::this_machine()));
    SimulationRequest request{
        .match = {.test = test_of(config),
                  .repeats = repeats_of(config),
                  .concurrency = static_cast<std::uint64_t>(*config.concurrency),
                  .order = flags.completion_order ? CountingOrder::Completion : CountingOrder::Schedule},
        .model = flags.model,
        .runs = flags.runs,
        .seed = *config.seed};
    if (config.max_games) {
        request.match.max_games = static_cast<std::uint64_t>(*config.max_games);
    }
    validate(request);
    const SimulatedRuns runs =
        simulate(request.match, request.model, static_cast<std::uint64_t>(request.runs), request.seed);
    say(flags.json ? simulation_json(request, runs) : simulation_text(request, runs));
    return ExitStatus::Done;
}

} // namespace sprt

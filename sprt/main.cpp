// The program `sprt`: plays until a sequential test decides, computes what counts mean, and tries tests out.

#include "referee/agent/cores.hpp"
#include "referee/agent/descriptor.hpp"
#include "referee/game/console.hpp"
#include "referee/game/value_forms.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/command/play_run.hpp"
#include "sprt/command/report_flags.hpp"
#include "sprt/command/resume_run.hpp"
#include "sprt/command/run_flags.hpp"
#include "sprt/command/simulate_flags.hpp"
#include "sprt/command/test_flags.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/load_run.hpp"
#include "sprt/match/test_validation.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/counts_flags.hpp"
#include "sprt/report/plan.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/simulation_text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace {

using namespace ataxx;
using namespace sprt;

constexpr const char* kProgram = "sprt";

/// What `sprt` says of a run that it played, whatever the verdict.
ExitStatus status_of(const PlayedRun& played) {
    if (played.signal) {
        return status_of_signal(*played.signal);
    }
    return played.result.broken ? ExitStatus::AgentBroken : ExitStatus::Done;
}

/// Settles `config`, and prints it when that is all that is wanted; otherwise calls `play(placement)`.
template<class Play>
ExitStatus settle_and_play(const RunFlags& flags, const ConfigSources& sources, Config& config, Play&& play) {
    validate(config, sources);
    const Placement placement = place_games(config, sources, this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    return play(placement);
}

ExitStatus run(const RunFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags, sources);
    return settle_and_play(flags, sources, config, [&](const Placement& placement) {
        return status_of(play_run(config, sources, placement));
    });
}

ExitStatus run_gate(const GateFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    apply_gate_defaults(config, sources, flags.expect);
    check_report_files(flags.files);
    return settle_and_play(flags.run, sources, config, [&](const Placement& placement) {
        const PlayedRun played = play_run(config, sources, placement);
        const GateReport report{.config = config,
                                .result = played.result,
                                .elapsed = played.result.elapsed,
                                .started = played.started,
                                .directory = config.out};
        write_reports(flags.files, report);
        add_to_step_summary(report);
        return played.signal ? status_of_signal(*played.signal) : gate_status(played.result);
    });
}

ExitStatus run_report(const ReportFlags& flags) {
    check_report_files(flags.files);
    const LoadedRun loaded = load_run(flags.dir);
    say(flags.json ? run_report_json(loaded, flags.dir) : run_report_text(loaded));
    const MatchResult result = loaded.result();
    write_reports(flags.files, {.config = loaded.run.config,
                                .result = result,
                                .elapsed = result.elapsed,
                                .started = loaded.run.started,
                                .directory = flags.dir});
    return ExitStatus::Done;
}

/// Throws UserError, naming the flag, for what makes no test.
SequentialTest make_test(const TestFlags& flags) {
    const Model model = read_model(flags.model, "--model");
    const TestKind kind = read_test_kind(flags.test, "--test");
    if (const auto problem = problem_of(flags.hypotheses, kind)) {
        throw UserError(fmt::format("--{}: {}", problem->keys.front(), problem->what));
    }
    return {model, kind, flags.hypotheses};
}

ExitStatus run_calc(const CalcFlags& flags) {
    const SequentialTest test = make_test(flags.test);
    const Counts counts = read_counts(test.model(), flags.wld, flags.ptnml);
    say(flags.json ? calculation_json(test, counts) : calculation_text(test, counts));
    return ExitStatus::Done;
}

ExitStatus run_plan(const PlanFlags& flags) {
    const SequentialTest test = make_test(flags.test);
    PlanRequest request = flags.request;
    request.hypotheses = test.hypotheses();
    request.model = test.model();
    request.test = test.kind();
    validate(request);
    say(flags.json ? plan_json(request) : plan_text(request));
    return ExitStatus::Done;
}

ExitStatus run_simulate(const SimulateFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    for (AgentConfig& agent : config.agents) {
        if (agent.command.empty()) {
            agent = agent_from_command("simulated");
        }
    }
    validate(config, sources);
    fill_in(config, place_games(config, sources, this_machine()));
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

constexpr ValueForm kValueForms[] = {
    {"CONFIG.json", "FILE"},       {"--agent1", "COMMAND"},
    {"--agent2", "COMMAND"},       {"--model", "{pentanomial,normalized,trinomial,wald,bayeselo}"},
    {"--test", "{sprt,2sprt}"},    {"--wld", "W,L,D"},
    {"--ptnml", "LL,LD,DD,DW,WW"}, {"DIR", "DIR"},
    {"--junit", "FILE"},           {"--markdown", "FILE"},
};

} // namespace

int main(int argc, char** argv) {
    ataxx::open_standard_descriptors();
    CLI::App app{"Decides by playing games whether one Ataxx program is stronger than another."};
    app.set_version_flag("--version", std::string("sprt ") + REFEREE_VERSION);
    app.require_subcommand(0, 1); // a wrong word is named by its error, not by the lack of another

    RunFlags flags;
    auto* run_command = app.add_subcommand("run", "Play until the test decides");
    add_run_flags(*run_command, flags);

    CalcFlags calc;
    auto* calc_command = app.add_subcommand("calc", "What counts mean, with no game played");
    add_calc_flags(*calc_command, calc);

    PlanFlags plan;
    auto* plan_command = app.add_subcommand("plan", "What a test will cost, with no game played");
    add_plan_flags(*plan_command, plan);

    GateFlags gate;
    auto* gate_command = app.add_subcommand("gate", "Like run, for CI: the exit status is the verdict");
    add_gate_flags(*gate_command, gate);

    ResumeFlags resume;
    auto* resume_command = app.add_subcommand("resume", "Go on with a run that was stopped");
    add_resume_flags(*resume_command, resume);

    ReportFlags report;
    auto* report_command =
        app.add_subcommand("report", "What a run came to, computed anew from its directory");
    add_report_flags(*report_command, report);

    SimulateFlags simulate_flags;
    auto* simulate_command = app.add_subcommand("simulate", "Whole runs against a model of the game");
    add_simulate_flags(*simulate_command, simulate_flags);
    show_value_forms(app, kValueForms);

    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            throw CLI::RequiredError("A subcommand, run, resume, gate, report, calc, plan or simulate,");
        }
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(kProgram, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    }
    return guarded(kProgram, [&] {
        return run_command->parsed()        ? run(flags)
               : gate_command->parsed()     ? run_gate(gate)
               : resume_command->parsed()   ? status_of(resume_run(resume.dir, resume.force))
               : report_command->parsed()   ? run_report(report)
               : calc_command->parsed()     ? run_calc(calc)
               : simulate_command->parsed() ? run_simulate(simulate_flags)
                                            : run_plan(plan);
    });
}

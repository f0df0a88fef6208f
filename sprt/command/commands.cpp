#include "referee/base/seed.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/session/new_run.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/session/session.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "sprt/store/load_run.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>

namespace sprt {
namespace {

using referee::ExitStatus;
using referee::say;

/// The exit status of `sprt run`, and of `sprt resume` when the run is no gate. The verdict does not change
/// it.
ExitStatus status_of(const PlayedRun& played) {
    if (played.end.signal) {
        return referee::status_of_signal(*played.end.signal);
    }
    if (played.result.reason == EndReason::NoEffect) { // its parameters are wrong, or the agent's command is
        referee::complain(kProgram, no_effect_text(*played.result.tuning));
        return ExitStatus::UserError;
    }
    return played.result.broken ? ExitStatus::AgentBroken : ExitStatus::Done;
}

/// 4 when an agent was withdrawn, two were kept apart, or too few are left.
ExitStatus status_of(const PlayedTournament& played) {
    if (played.end.signal) {
        return referee::status_of_signal(*played.end.signal);
    }
    const TournamentState& state = played.result;
    const bool is_broken = has_withdrawn(state) || state.reason == TournamentEnd::MaxFaults;
    return is_broken && state.is_over() ? ExitStatus::AgentBroken : ExitStatus::Done;
}

ExitStatus print_config(const Config& config) {
    referee::say_json(to_json_text(config));
    return ExitStatus::Done;
}

/// What is missing changes no status.
void complain_of(const std::vector<std::string>& missing) {
    for (const std::string& line : missing) {
        referee::complain(kProgram, line);
    }
}

void write_page(const GateFlags& flags, const std::string& out) {
    try {
        write_gate_page(flags.page, out);
    } catch (const std::exception& error) {
        complain_of({fmt::format("the report of --page is missing: {}", error.what())});
    }
}

/// Writes into the reports of a gate that `error` ended it.
void report_error(const GateFlags& flags, const RunSnapshot& run, const std::exception& error) {
    complain_of(write_all_reports(flags.files, reports_of_error(run, error.what())));
}

/// Plays the gate. When an error ends it, the reports say so, and once games were played the page too.
PlayedRun play_reported(const SettledRun& run, const GateFlags& flags) {
    const std::string started = utc_now();
    const auto report = [&](const std::exception& error) {
        const RunState no_games;
        report_error(flags,
                     {.plan = run.plan,
                      .state = no_games,
                      .started = started,
                      .config_json = config_to_repeat(run.config)},
                     error);
    };
    try {
        return play_run(run);
    } catch (const referee::UserError& error) {
        report(error);
        throw;
    } catch (const std::exception& error) {
        report(error);
        write_page(flags, run.plan.out);
        throw;
    }
}

/// Throws UserError, naming the flag, when the flags describe no valid test.
SequentialTest make_test(const TestFlags& flags) {
    const Model model = read_model(flags.model, "--model");
    if (const auto problem = problem_of(flags.hypotheses)) {
        throw referee::UserError("--{}: {}", problem->keys.front(), problem->what);
    }
    return {model, flags.hypotheses};
}

/// Throws UserError when one file of a gate would take the place of another one.
void check_output_files(const GateFlags& flags, const std::string& out) {
    const auto in_run = [&](const char* name) {
        return out.empty() ? "" : (std::filesystem::path(out) / name).string();
    };
    check_files_differ({{"--out", out},
                        {"--out", in_run(kRunFile)},
                        {"--out", in_run(kGamesFile)},
                        {"--junit", flags.files.junit},
                        {"--markdown", flags.files.markdown},
                        {"--page", flags.page}});
}

/// `may_report` becomes false when a report would take the place of another file, or cannot be written.
SettledRun settle_gate(const GateFlags& flags, bool& may_report) {
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    apply_gate_defaults(config, sources, flags.expect);
    may_report = false;
    check_output_files(flags, config.out);
    if (!flags.run.print_config) {
        begin_reports(flags.files);
    }
    may_report = true;
    check_gate_page(flags.page, config.out);
    if (!flags.run.print_config && !flags.page.empty()) {
        begin_report("--page", flags.page, "The gate has not ended, or no game was played.\n");
    }
    return settle(std::move(config), std::move(sources));
}

/// The gate that `flags` describe. When they describe none, the reports say so.
SettledRun settle_reported(const GateFlags& flags) {
    bool may_report = true;
    try {
        return settle_gate(flags, may_report);
    } catch (const std::exception& error) {
        if (!flags.run.print_config && may_report) {
            const RunPlan no_plan{};
            const RunState no_games;
            report_error(flags, {.plan = no_plan, .state = no_games, .started = utc_now()}, error);
        }
        throw;
    }
}

/// Throws UserError for the first flag that is given and that only tournaments have.
void expect_no_tournament_flags(const std::string& dir,
                                const std::vector<std::pair<const char*, bool>>& are_given) {
    for (const auto& [flag, is_given] : are_given) {
        if (is_given) {
            throw referee::UserError("{}: it is for a tournament, and {} is none", flag, dir);
        }
    }
}

ExitStatus simulate_tunings(const SimulateFlags& flags) {
    ConfigSources sources;
    TuningSimulationRequest request = flags.tuning;
    request.draws = flags.draws.value_or(request.draws);
    request.runs = flags.runs;
    request.seed = read_config(flags.run, sources).seed.value_or(referee::random_seed());
    validate(request);
    std::vector<SimulatedTunings> rows;
    if (!flags.json) {
        say(tuning_simulation_head(request));
    }
    for (const TuningModel& model : models_of(request)) {
        rows.push_back(simulate(model, static_cast<std::uint64_t>(request.runs), request.seed));
        if (!flags.json) {
            say(tuning_simulation_row(model, rows.back()));
        }
    }
    if (flags.json) {
        say(tuning_simulation_json(request, rows));
    }
    return ExitStatus::Done;
}

} // namespace

referee::ExitStatus run(const RunFlags& flags) {
    ConfigSources sources;
    Config config = read_config(flags, sources);
    if (flags.kind == RunKind::Tournament) {
        SettledTournament run = settle_tournament(std::move(config), std::move(sources));
        run.plan.play.replaces_traces = flags.overwrite;
        return flags.print_config ? print_config(run.config)
                                  : status_of(play_tournament(std::move(run), flags.skip_failed));
    }
    const auto asked = config.games;
    SettledRun run = settle(std::move(config), std::move(sources));
    if (const auto& tune = run.plan.counting.tune; tune && !flags.print_config) {
        for (const std::string& line : tune_warnings(*tune, run.plan.play.concurrency)) {
            referee::complain(kProgram, "warning: " + line);
        }
    }
    if (asked != run.config.games) {
        referee::complain(kProgram, odd_games_text("--games", *asked));
    }
    run.plan.play.replaces_traces = flags.overwrite;
    return flags.print_config ? print_config(run.config) : status_of(play_run(run));
}

referee::ExitStatus run(const GateFlags& flags) {
    check_output_files(flags, ""); // before an error is written to one of them
    check_report_files(flags.files);
    SettledRun run = settle_reported(flags);
    run.plan.play.replaces_traces = flags.run.overwrite;
    if (flags.run.print_config) {
        return print_config(run.config);
    }
    if (run.plan.counting.test->model() != Model::Wald) { // whose transcript is that of the articles
        run.plan.watch.note.insert(0, "Candidate: agent 1\n");
    }
    run.plan.watch.repeat_with = flags.repeat_with;
    run.plan.watch.is_gate = true;
    run.plan.hidden.insert(run.plan.hidden.end(), {flags.files.junit, flags.files.markdown, flags.page});
    const PlayedRun played = play_reported(run, flags);
    write_page(flags, run.plan.out);
    const RunSnapshot snapshot{.plan = run.plan,
                               .state = played.result,
                               .started = played.end.started,
                               .directory = run.plan.out,
                               .interrupted_by =
                                   played.end.signal ? referee::signal_name(*played.end.signal) : "",
                               .session_changes = played.end.session_changes,
                               .config_json = config_to_repeat(run.config)};
    const ExitStatus verdict = played.end.signal ? referee::status_of_signal(*played.end.signal)
                                                 : gate_status(outcome_of(snapshot).gate);
    // Output that cannot be written changes the status. From here on nothing does: the reports agree with it.
    referee::block_stop_signals();
    const ExitStatus status = referee::end_output(kProgram, verdict);
    complain_of(write_all_reports(
        flags.files,
        status == verdict
            ? reports_of(snapshot)
            : reports_of_error(snapshot,
                               fmt::format("the transcript could not be written; the exit status is {}",
                                           static_cast<int>(status)))));
    return status;
}

referee::ExitStatus run(const ResumeRequest& request) {
    if (request.local && !request.via.empty()) {
        throw referee::UserError("--local and --via cannot be given together");
    }
    if (!request.via.empty()) {
        remote::expect_nats();
    }
    if (is_tournament(request.dir)) {
        return status_of(resume_run<TournamentFile>(request));
    }
    expect_no_tournament_flags(request.dir, {{"--rounds", request.rounds.has_value()},
                                             {"--add", !request.add.empty()},
                                             {"--remove", !request.remove.empty()}});
    const std::filesystem::path dir =
        std::filesystem::absolute(request.dir); // resuming enters that of the run
    const PlayedRun played = resume_run<RunFile>(request);
    if (!played.end.is_gate || played.end.signal) {
        return status_of(played);
    }
    const LoadedRun loaded = load_run(dir);
    return gate_status(outcome_of(snapshot_of(loaded, loaded.state())).gate);
}

referee::ExitStatus run(const ReportFlags& flags) {
    expect_run(flags.dir);
    check_files_differ({{"DIR", (std::filesystem::path(flags.dir) / kRunFile).string()},
                        {"DIR", (std::filesystem::path(flags.dir) / kGamesFile).string()},
                        {"--junit", flags.files.junit},
                        {"--markdown", flags.files.markdown}});
    check_report_files(flags.files);
    if (is_tournament(flags.dir)) {
        return report_tournament(flags);
    }
    expect_no_tournament_flags(flags.dir, {{"--csv", !flags.csv.empty()},
                                           {"--pgn", !flags.pgn.empty()},
                                           {"--anchor", !flags.anchor.empty()},
                                           {"--without", !flags.without.empty()},
                                           {"--cross", !flags.cross.empty()}});
    const LoadedRun loaded = load_run(flags.dir);
    if (!loaded.plan.counting.test && !flags.files.junit.empty()) {
        throw referee::UserError("--junit: {} is a {}, which has no verdict to report", flags.dir,
                                 loaded.plan.counting.tune ? "tuning" : "match");
    }
    flags.json ? referee::say_json(run_report_json(loaded, flags.dir))
               : say(run_report_text(loaded, is_locked(flags.dir)));
    const RunState result = loaded.state();
    Config repeated = loaded.run.config;
    if (const auto changed = loaded.run.changed_games(); changed && loaded.plan.counting.test) {
        repeated.max_games = static_cast<std::int64_t>(*changed);
    }
    RunSnapshot snapshot = snapshot_of(loaded, result);
    snapshot.directory = flags.dir;
    snapshot.config_json = config_to_repeat(std::move(repeated));
    const bool differ = files_of(loaded).differ();
    const auto missing = write_reports(
        flags.files, differ ? reports_of_error(snapshot, "run.json and the games differ, see sprt report")
                     : loaded.plan.counting.test
                         ? reports_of(snapshot)
                         : Reports{.junit = {}, .markdown = markdown_of_match(snapshot)});
    if (!missing.empty()) {
        throw std::runtime_error(missing.front());
    }
    return differ ? ExitStatus::Differences : ExitStatus::Done;
}

ExitStatus run(const AdjudicateFlags& flags) {
    say(adjudicated_run_text(flags));
    return ExitStatus::Done;
}

referee::ExitStatus run(const CalcFlags& flags) {
    TestFlags chosen = flags.test;
    if (chosen.model.empty()) {
        chosen.model = name(fitting_model(flags.wld, flags.ptnml));
    }
    const SequentialTest test = make_test(chosen);
    const Counts counts = read_counts(test.model(), flags.wld, flags.ptnml);
    say(flags.json ? calculation_json(test, counts) : calculation_text(test, counts));
    return ExitStatus::Done;
}

referee::ExitStatus run(const PlanFlags& flags) {
    const SequentialTest test = make_test(flags.test);
    PlanRequest request = flags.request;
    request.hypotheses = test.hypotheses();
    request.model = test.model();
    validate(request);
    say(flags.json ? plan_json(request) : plan_text(request));
    return ExitStatus::Done;
}

referee::ExitStatus run(const RateFlags& flags) {
    say(rated_counts(flags));
    return ExitStatus::Done;
}

referee::ExitStatus run(const SimulateFlags& flags) {
    if (!flags.tuning.params.empty()) {
        return simulate_tunings(flags);
    }
    ConfigSources sources;
    Config config = read_config(flags.run, sources);
    for (AgentConfig& agent : config.agents) {
        if (agent.command.empty()) {
            agent = referee::parse_agent("simulated");
        }
    }
    const RunPlan plan = settle(std::move(config), std::move(sources)).plan;
    SimulationRequest request{
        .match = {.test = plan.counting.test.value(),
                  .repeats = plan.counting.repeats,
                  .max_games = plan.counting.max_games,
                  .concurrency = static_cast<std::uint64_t>(plan.play.concurrency),
                  .order = flags.completion_order ? CountingOrder::Completion : CountingOrder::Schedule},
        .model = flags.model,
        .runs = flags.runs,
        .seed = plan.schedule.seed};
    request.model.draws = flags.draws.value_or(request.model.draws);
    validate(request);
    const SimulatedRuns runs =
        simulate(request.match, request.model, static_cast<std::uint64_t>(request.runs), request.seed);
    say(flags.json ? simulation_json(request, runs) : simulation_text(request, runs));
    return ExitStatus::Done;
}

} // namespace sprt

// The program `sprt`: plays until a sequential test decides, computes what counts mean, and tries tests out.

#include "referee/agent/limits.hpp"
#include "referee/agent/orphans.hpp"
#include "referee/agent/signal_stop.hpp"
#include "referee/agent/trace.hpp"
#include "referee/game/console.hpp"
#include "referee/game/seed.hpp"
#include "referee/game/value_forms.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/match.hpp"
#include "sprt/match/openings.hpp"
#include "sprt/match/players.hpp"
#include "sprt/match/run_directory.hpp"
#include "sprt/match/test_validation.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/counts_flags.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/report/plan.hpp"
#include "sprt/report/simulation_text.hpp"
#include "sprt/report/transcript.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace ataxx;
using namespace sprt;

constexpr const char* kProgram = "sprt";

struct RunFlags {
    std::string config_file;
    std::vector<std::function<void(Config&)>> overrides; ///< what flags lay over the file
    std::set<std::string> keys;                          ///< of the configuration, that flags set
    bool print_config = false;
};

/// A test that is given by flags alone.
struct TestFlags {
    std::string model{name(Model::Pentanomial)};
    std::string test{name(TestKind::Sprt)};
    Hypotheses hypotheses; ///< elo0 and elo1 are required
};

struct CalcFlags {
    TestFlags test;
    std::optional<std::string> wld;
    std::optional<std::string> ptnml;
    bool json = false;
};

struct PlanFlags {
    TestFlags test;
    PlanRequest request; ///< all but the test
    bool json = false;
};

struct SimulateFlags {
    RunFlags run;
    GameModel model;
    std::int64_t runs = 0;
    bool completion_order = false;
    bool json = false;
};

template<class T>
struct ValueOf {
    using type = T;
};
template<class T>
struct ValueOf<std::optional<T>> {
    using type = T;
};

/// A flag whose value is laid over the configuration, at `place(Config&)`, once that is read.
template<class Place>
void add_flag(CLI::App& command, RunFlags& flags, const std::string& key, Place place,
              const std::string& help) {
    using Target = std::decay_t<decltype(std::invoke(place, std::declval<Config&>()))>;
    using Value = typename ValueOf<Target>::type;
    std::string flag = "--" + key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    const auto remember = [&flags, key, place](const Value& value) {
        flags.keys.insert(key);
        flags.overrides.push_back([place, value](Config& config) { std::invoke(place, config) = value; });
    };
    CLI::Option* const option = command.add_option_function<Value>(flag, remember, help);
    Config defaults;
    if constexpr (std::is_arithmetic_v<Target>) {
        option->default_str(fmt::format("{}", std::invoke(place, defaults)));
    } else if constexpr (std::is_same_v<Target, std::string>) {
        if (!std::invoke(place, defaults).empty()) {
            option->default_str(std::invoke(place, defaults));
        }
    }
}

void add_agent_flag(CLI::App& command, RunFlags& flags, std::size_t i) {
    const std::string key = fmt::format("agent{}", i + 1);
    const auto remember = [&flags, i, key](const std::string& text) {
        flags.keys.insert(key);
        flags.overrides.push_back([i, key, text](Config& config) {
            try {
                config.agents[i] = agent_from_command(text);
            } catch (const UserError& error) {
                throw UserError("--" + key + ": " + error.what());
            }
        });
    };
    command.add_option_function<std::string>(
        "--" + key, remember, fmt::format("Command of agent {}, split as a shell splits words", i + 1));
}

void add_seed_flag(CLI::App& command, RunFlags& flags) {
    const auto remember = [&flags](const std::string& digits) {
        const auto seed = parse_seed(digits);
        if (!seed) {
            throw CLI::ValidationError("--seed", "'" + digits + "' is not " + std::string(kSeedForm));
        }
        flags.keys.insert("seed");
        flags.overrides.push_back([seed](Config& config) { config.seed = seed; });
    };
    command.add_option_function<std::string>("--seed", remember,
                                             "Seed of the run; by default a random one, printed at the end");
}

/// What a run counts and when it ends: for real runs and simulated ones.
void add_match_flags(CLI::App& command, RunFlags& flags) {
    const auto add = [&](const char* key, auto place, const char* help) {
        add_flag(command, flags, key, place, help);
    };
    const auto test = [&](const char* key, double Hypotheses::*place, const char* help) {
        add(
            key, [place](Config& config) -> double& { return config.test.*place; }, help);
    };
    test("elo0", &Hypotheses::elo0, "H0: agent 1 is this much stronger");
    test("elo1", &Hypotheses::elo1, "H1: agent 1 is this much stronger");
    test("alpha", &Hypotheses::alpha, "Rate of accepting H1 wrongly");
    test("beta", &Hypotheses::beta, "Rate of accepting H0 wrongly");
    add("model", &Config::model,
        "What a result counts: pentanomial, normalized, trinomial, wald or bayeselo");
    add(
        "test", [](Config& config) -> std::string& { return config.test_kind; }, "sprt or 2sprt");
    add("openings", &Config::openings,
        "Where pairs of games begin: start, random:PLIES, or a file of openings");
    add("repeats", &Config::repeats,
        "What a repeated pair counts: collapse, nothing, or count; by default collapse for models of pairs");
    add("max_games", &Config::max_games, "Games after which there is no decision; by default no limit");
    add_seed_flag(command, flags);
    add("concurrency", &Config::concurrency,
        "Games at once; by default as many as fit on the cores to play on");
}

void add_run_flags(CLI::App& command, RunFlags& flags) {
    command.add_option("CONFIG.json", flags.config_file, "Configuration; flags override it");
    add_agent_flag(command, flags, 0);
    add_agent_flag(command, flags, 1);
    const auto add = [&](const char* key, auto place, const char* help) {
        add_flag(command, flags, key, place, help);
    };
    using Limit = std::optional<std::int64_t>;
    const auto limit = [&](const char* key, Limit AgentLimits::*place, const char* help) {
        add(
            key, [place](Config& config) -> Limit& { return config.limits.*place; }, help);
    };
    add_match_flags(command, flags);
    add("max_faults", &Config::max_faults,
        "Faults of an agent (time losses are none) after which it is broken; by default off");
    add("cores", &Config::cores, "Cores to play on, e.g. 0,2,4-7; by default all that are allowed");
    add("pin", &Config::pin,
        "game: a game's cores are for both its agents; split: each has its own; off: the scheduler decides");
    add("threads_per_agent", &Config::threads_per_agent, "How many cores an agent gets");
    add("report_every", &Config::report_every, "Games between estimates (models of pairs)");
    add("out", &Config::out, "Keep the run in this new directory");
    const auto be_quiet = [&flags](std::int64_t) {
        flags.overrides.push_back([](Config& config) { config.quiet = true; });
    };
    command.add_flag_function("--quiet", be_quiet, "No lines for each game");
    add("time_ms", &Config::time_ms, "Each agent's time for a game");
    add("ready_ms", &Config::ready_ms, "Time to say OK");
    add("finish_ms", &Config::finish_ms, "Time to exit after FINISH");
    add("turns", &Config::turns, "Turns of both sides after which a game ends");
    limit("memory_mb", &AgentLimits::memory_mb,
          "Address space of each agent's process; breaks what reserves much and uses little (Java, Go)");
    limit("cpu_s", &AgentLimits::cpu_s, "Processor time of each agent's process");
    limit("file_mb", &AgentLimits::file_mb, "Size of any file an agent writes");
    add("stderr_kb", &Config::stderr_kb, "How much of the end of an agent's standard error is kept");
    add("clock", &Config::clock,
        "What of a turn is charged: wall, or fair, which leaves out waits for a core");
    add("trace", &Config::trace, "Write what is said in each game to a file in this new directory");
    add("trace_faults", &Config::trace_faults, "The same, for games with a fault only");
    command.add_flag("--print-config", flags.print_config,
                     "Print the configuration that would run, and run nothing");
}

/// The openings of a run, all of them shorter than its games may be.
std::unique_ptr<Openings> find_openings(const Config& config, const ConfigSources& sources) {
    try {
        auto openings = make_openings(parse_openings(config.openings), *config.seed);
        if (openings->facts().most_plies >= static_cast<std::size_t>(config.turns)) {
            throw UserError(fmt::format("'{}' has openings of {} moves, and games end after {} turns",
                                        config.openings, openings->facts().most_plies, config.turns));
        }
        return openings;
    } catch (const UserError& error) {
        throw UserError(sources.place("openings") + ": " + error.what());
    }
}

ExitStatus play_run(const Config& config, const ConfigSources& sources, const Placement& placement) {
    Orphans orphans;
    SignalStop signals(orphans);
    const auto programs = find_programs(config, sources);
    const rlimit descriptors =
        raise_descriptor_limit(descriptors_for(static_cast<std::size_t>(*config.concurrency)));
    const auto openings = find_openings(config, sources);
    std::optional<RunDirectory> directory;
    if (!config.out.empty()) {
        directory.emplace(config.out, config, programs, placement);
    }
    MachineWarnings warnings;
    const SequentialTest test = test_of(config);
    const bool plays_openings = openings->facts().most_plies > 0;
    bool told_of_opening = false;
    const auto on_game = [&](const GameRecord& record, const MatchResult& so_far) {
        if (directory) {
            directory->add(record);
        }
        if (!config.quiet) {
            const bool is_due = (record.game + 1) % static_cast<std::uint64_t>(config.report_every) == 0;
            say(transcript_game(record) + transcript_total(so_far.standing, test) +
                (is_due ? transcript_estimates(so_far.standing, test) : std::string()));
        }
        for (const Player player : {Player::Agent1, Player::Agent2}) {
            if (record.lacks_opening[index(player)] && plays_openings &&
                !std::exchange(told_of_opening, true)) {
                complain(
                    kProgram,
                    fmt::format("agent {} does not offer OPENING: such games begin at the starting position",
                                number(player)));
            }
        }
        for (const std::string& warning : warnings.after(record, so_far.machine)) {
            complain(kProgram, "warning: " + warning);
        }
    };
    MatchResult result;
    try {
        for (const std::string& dir : {config.trace, config.trace_faults}) {
            if (!dir.empty()) {
                make_trace_dir(dir);
            }
        }
        if (const auto warning = placement.warning(*config.concurrency)) {
            complain(kProgram, "warning: " + *warning);
        }
        say(transcript_head(config, start_notes(config, openings->facts())));
        result = run_match(config, *openings,
                           process_player(config, programs, placement, *openings, descriptors, orphans),
                           signals.token(), on_game);
    } catch (const std::exception&) {
        if (directory) {
            directory->discard_if_empty();
        }
        throw;
    }
    if (directory) {
        directory->end(result);
    }
    const auto signal = result.reason == EndReason::Interrupted ? signals.received() : std::nullopt;
    say(transcript_tail(config, result,
                        !signal             ? ""
                        : *signal == SIGINT ? "SIGINT"
                                            : "SIGTERM",
                        end_notes(config, openings->facts())));
    for (const std::string& ignored : signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
    if (signal) {
        return status_of_signal(*signal);
    }
    return result.broken ? ExitStatus::AgentBroken : ExitStatus::Done;
}

/// What the file says, and over it what the flags say.
Config read_config(const RunFlags& flags, ConfigSources& sources) {
    Config config;
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& override_setting : flags.overrides) {
        override_setting(config);
    }
    return config;
}

ExitStatus run(const RunFlags& flags) {
    ConfigSources sources{.file = {}, .in_file = {}, .in_flags = flags.keys};
    Config config = read_config(flags, sources);
    validate(config, sources);
    const Placement placement = place_games(config, sources, this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    return play_run(config, sources, placement);
}

void add_test_flags(CLI::App& command, TestFlags& flags) {
    command.add_option("--elo0", flags.hypotheses.elo0, "H0: agent 1 is this much stronger")->required();
    command.add_option("--elo1", flags.hypotheses.elo1, "H1: agent 1 is this much stronger")->required();
    command.add_option("--alpha", flags.hypotheses.alpha, "Rate of accepting H1 wrongly")
        ->capture_default_str();
    command.add_option("--beta", flags.hypotheses.beta, "Rate of accepting H0 wrongly")
        ->capture_default_str();
    command
        .add_option("--test", flags.test, "sprt, or 2sprt, which is shorter when the truth lies in between")
        ->capture_default_str();
}

void add_calc_flags(CLI::App& command, CalcFlags& flags) {
    command.add_option("--model", flags.test.model, "pentanomial, normalized, trinomial, wald or bayeselo")
        ->required();
    add_test_flags(command, flags.test);
    command.add_option("--wld", flags.wld, "Wins, losses and draws of agent 1: W,L,D");
    command.add_option("--ptnml", flags.ptnml,
                       "Pairs of games by agent 1's points, 0 to 2: LL,LD,DD,DW,WW; DD holds WL too");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_plan_flags(CLI::App& command, PlanFlags& flags) {
    command.add_option("--model", flags.test.model, "pentanomial, normalized, trinomial, wald or bayeselo")
        ->capture_default_str();
    add_test_flags(command, flags.test);
    command.add_option("--draws", flags.request.draws, "Share of draws between equals, 0 to 1")
        ->capture_default_str();
    command.add_option("--bias", flags.request.bias_elo, "Elo that the opening gives to one side")
        ->capture_default_str();
    command.add_option("--max-games", flags.request.max_games,
                       "Also say how often there is no decision after so many games");
    command.add_flag("--json", flags.json, "One line of JSON");
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

void add_simulate_flags(CLI::App& command, SimulateFlags& flags) {
    command.add_option("CONFIG.json", flags.run.config_file,
                       "Configuration of the run, of which the agents do not matter; flags override it");
    command
        .add_option("--true-elo", flags.model.true_elo, "What agent 1 is stronger by, in the score of pairs")
        ->required();
    command.add_option("--runs", flags.runs, "How often the run is simulated")->required();
    command.add_option("--draws", flags.model.draws, "Share of draws between equals, 0 to 1")
        ->capture_default_str();
    command.add_option("--bias", flags.model.bias_elo, "Elo that an opening gives to one side, at random")
        ->capture_default_str();
    command.add_option("--wins-last", flags.model.wins_last, "Mean duration of agent 1's wins; draws last 1")
        ->capture_default_str();
    command.add_option("--losses-last", flags.model.losses_last, "Mean duration of agent 1's losses")
        ->capture_default_str();
    command.add_option("--book", flags.model.book,
                       "Number of openings; by default none ever comes twice, whatever --openings says");
    command.add_flag("--deterministic", flags.model.deterministic,
                     "The same opening and seats are the same game again");
    add_match_flags(command, flags.run);
    command.add_flag("--completion-order", flags.completion_order)->group(""); // see docs/simulations.md
    command.add_flag("--json", flags.json, "One line of JSON");
}

ExitStatus run_simulate(const SimulateFlags& flags) {
    ConfigSources sources{.file = {}, .in_file = {}, .in_flags = flags.run.keys};
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
    {"CONFIG.json", "FILE"},
    {"--agent1", "COMMAND"},
    {"--agent2", "COMMAND"},
    {"--model", "{pentanomial,normalized,trinomial,wald,bayeselo}"},
    {"--test", "{sprt,2sprt}"},
    {"--openings", "{start,random:PLIES,FILE}"},
    {"--repeats", "{collapse,count}"},
    {"--seed", "SEED"},
    {"--cores", "LIST"},
    {"--pin", "{game,split,off}"},
    {"--clock", "{wall,fair}"},
    {"--out", "DIR"},
    {"--trace", "DIR"},
    {"--trace-faults", "DIR"},
    {"--wld", "W,L,D"},
    {"--ptnml", "LL,LD,DD,DW,WW"},
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

    SimulateFlags simulate_flags;
    auto* simulate_command = app.add_subcommand("simulate", "Whole runs against a model of the game");
    add_simulate_flags(*simulate_command, simulate_flags);
    show_value_forms(app, kValueForms);

    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            throw CLI::RequiredError("A subcommand, run, calc, plan or simulate,");
        }
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(kProgram, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    }
    return guarded(kProgram, [&] {
        return run_command->parsed()        ? run(flags)
               : calc_command->parsed()     ? run_calc(calc)
               : simulate_command->parsed() ? run_simulate(simulate_flags)
                                            : run_plan(plan);
    });
}

// The program `sprt`: plays until a sequential test decides, and computes what counts mean.

#include "referee/agent/limits.hpp"
#include "referee/agent/orphans.hpp"
#include "referee/agent/signal_stop.hpp"
#include "referee/agent/trace.hpp"
#include "referee/game/console.hpp"
#include "referee/game/seed.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/match.hpp"
#include "sprt/match/openings.hpp"
#include "sprt/match/players.hpp"
#include "sprt/match/run_directory.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/report/transcript.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

struct CalcFlags {
    std::string model;
    Hypotheses test{.elo0 = NAN, .elo1 = NAN};
    std::string wld;
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

void add_run_flags(CLI::App& command, RunFlags& flags) {
    command.add_option("CONFIG.json", flags.config_file, "Configuration; flags override it");
    add_agent_flag(command, flags, 0);
    add_agent_flag(command, flags, 1);
    const auto add = [&](const char* key, auto place, const char* help) {
        add_flag(command, flags, key, place, help);
    };
    const auto test = [&](const char* key, double Hypotheses::*place, const char* help) {
        add(
            key, [place](Config& config) -> double& { return config.test.*place; }, help);
    };
    using Limit = std::optional<std::int64_t>;
    const auto limit = [&](const char* key, Limit AgentLimits::*place, const char* help) {
        add(
            key, [place](Config& config) -> Limit& { return config.limits.*place; }, help);
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
    add("max_faults", &Config::max_faults,
        "Faults of an agent (time losses are none) after which it is broken; by default off");
    add_seed_flag(command, flags);
    add("concurrency", &Config::concurrency,
        "Games at once; by default as many as fit on the cores to play on");
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
                complain(kProgram,
                         fmt::format("agent {} does not offer OPENING: games begin at the starting position",
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

ExitStatus run(const RunFlags& flags) {
    Config config;
    ConfigSources sources{.file = {}, .in_file = {}, .in_flags = flags.keys};
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& override_setting : flags.overrides) {
        override_setting(config);
    }
    validate(config, sources);
    const Placement placement = place_games(config, sources, this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    return play_run(config, sources, placement);
}

ExitStatus run_calc(const CalcFlags& flags) {
    Config config;
    config.test = flags.test;
    config.model = flags.model;
    config.agents[0] = config.agents[1] = agent_from_command("none"); // a calculation has none to check
    validate(config, {});
    const Wld games = parse_wld(flags.wld);
    say(flags.json ? calculation_json(games, config.test) : calculation_text(games, config.test));
    return ExitStatus::Done;
}

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
    calc_command->add_option("--model", calc.model, "wald")->required();
    calc_command->add_option("--elo0", calc.test.elo0, "H0: agent 1 is this much stronger")->required();
    calc_command->add_option("--elo1", calc.test.elo1, "H1: agent 1 is this much stronger")->required();
    calc_command->add_option("--alpha", calc.test.alpha, "Rate of accepting H1 wrongly")
        ->capture_default_str();
    calc_command->add_option("--beta", calc.test.beta, "Rate of accepting H0 wrongly")->capture_default_str();
    calc_command->add_option("--wld", calc.wld, "Wins, losses and draws of agent 1: W,L,D")->required();
    calc_command->add_flag("--json", calc.json, "One line of JSON");

    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            throw CLI::RequiredError("A subcommand, run or calc,");
        }
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(kProgram, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    }
    return guarded(kProgram, [&] { return run_command->parsed() ? run(flags) : run_calc(calc); });
}

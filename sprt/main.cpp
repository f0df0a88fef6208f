// The program `sprt`: plays until a sequential test decides, and computes what counts mean.

#include "referee/agent/signal_stop.hpp"
#include "referee/game/console.hpp"
#include "referee/game/seed.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/match.hpp"
#include "sprt/match/run_directory.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/transcript.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
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

/// A flag whose value is laid over the configuration, at `place(Config&)`, once that is read.
template<class Value, class Place>
void add_override(CLI::App& command, RunFlags& flags, const std::string& key, Place place,
                  const std::string& help) {
    std::string flag = key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    const auto remember = [&flags, key, place](const Value& value) {
        flags.keys.insert(key);
        flags.overrides.push_back([place, value](Config& config) { place(config) = value; });
    };
    CLI::Option* const option = command.add_option_function<Value>("--" + flag, remember, help);
    Config defaults;
    if constexpr (std::is_same_v<std::decay_t<decltype(place(defaults))>, Value>) {
        if constexpr (std::is_arithmetic_v<Value>) {
            option->default_str(fmt::format("{}", place(defaults)));
        } else if (!place(defaults).empty()) {
            option->default_str(place(defaults));
        }
    }
}

void add_run_flags(CLI::App& command, RunFlags& flags) {
    using Text = std::string;
    using Whole = std::int64_t;
    command.add_option("CONFIG.json", flags.config_file, "Configuration; flags override it");
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const std::string key = fmt::format("agent{}", i + 1);
        const auto remember = [&flags, i, key](const Text& agent_command) {
            flags.keys.insert(key);
            flags.overrides.push_back(
                [i, agent_command](Config& config) { config.agents[i] = agent_from_command(agent_command); });
        };
        command.add_option_function<Text>(
            "--" + key, remember, fmt::format("Command of agent {}, split as a shell splits words", i + 1));
    }
    const auto add = [&]<class Value>(Value, const char* key, auto place, const char* help) {
        add_override<Value>(command, flags, key, place, help);
    };
    add(
        double(), "elo0", [](Config & c) -> auto& { return c.test.elo0; },
        "H0: agent 1 is this much stronger");
    add(
        double(), "elo1", [](Config & c) -> auto& { return c.test.elo1; },
        "H1: agent 1 is this much stronger");
    add(
        double(), "alpha", [](Config & c) -> auto& { return c.test.alpha; }, "Rate of accepting H1 wrongly");
    add(
        double(), "beta", [](Config & c) -> auto& { return c.test.beta; }, "Rate of accepting H0 wrongly");
    add(
        Text(), "model", [](Config & c) -> auto& { return c.model; }, "What a game counts: wald");
    add(
        Text(), "openings", [](Config & c) -> auto& { return c.openings; }, "Where games begin: start");
    add(
        Text(), "repeats", [](Config & c) -> auto& { return c.repeats; },
        "What a repeated game counts: count");
    add(
        Whole(), "max_games", [](Config & c) -> auto& { return c.max_games; },
        "Games after which there is no decision; by default no limit");
    const auto remember_seed = [&flags](const Text& digits) {
        const auto seed = parse_seed(digits);
        if (!seed) {
            throw CLI::ValidationError("--seed", "'" + digits + "' is not " + std::string(kSeedForm));
        }
        flags.keys.insert("seed");
        flags.overrides.push_back([seed](Config& config) { config.seed = seed; });
    };
    command.add_option_function<Text>("--seed", remember_seed,
                                      "Seed of the run; by default a random one, printed at the end");
    add(
        Whole(), "concurrency", [](Config & c) -> auto& { return c.concurrency; },
        "Games at once; by default as many as there are cores to play on");
    add(
        Text(), "out", [](Config & c) -> auto& { return c.out; }, "Keep the run in this new directory");
    add(
        Whole(), "time_ms", [](Config & c) -> auto& { return c.time_ms; }, "Each agent's time for a game");
    add(
        Whole(), "ready_ms", [](Config & c) -> auto& { return c.ready_ms; }, "Time to say OK");
    add(
        Whole(), "finish_ms", [](Config & c) -> auto& { return c.finish_ms; }, "Time to exit after FINISH");
    add(
        Whole(), "turns", [](Config & c) -> auto& { return c.turns; },
        "Turns of both sides after which a game ends");
    const auto be_quiet = [&flags](std::int64_t) {
        flags.overrides.push_back([](Config& config) { config.quiet = true; });
    };
    command.add_flag_function("--quiet", be_quiet, "No lines for each game");
    command.add_flag("--print-config", flags.print_config,
                     "Print the configuration that would run, and run nothing");
}

void print_warnings(const Config& config) {
    const int cores = cores_to_play_on();
    if (*config.concurrency > cores) {
        complain(
            kProgram,
            fmt::format("warning: {} games at once on {} cores: agents wait for a core while their clocks "
                        "run; --concurrency {} avoids it",
                        *config.concurrency, cores, cores));
    }
}

ExitStatus play_run(const Config& config, const ConfigSources& sources) {
    SignalStop signals;
    const auto programs = find_programs(config, sources);
    const rlimit descriptors =
        raise_descriptor_limit(descriptors_for(static_cast<std::size_t>(*config.concurrency)));
    std::optional<RunDirectory> directory;
    if (!config.out.empty()) {
        directory.emplace(config.out, config, programs);
    }
    print_warnings(config);
    say(transcript_head(config));
    const auto on_game = [&](const GameRecord& record, const Standing& standing) {
        if (directory) {
            directory->add(record);
        }
        if (!config.quiet) {
            say(transcript_game(record) + transcript_total(standing, config.test));
        }
    };
    MatchResult result;
    try {
        result = run_match(config, process_player(config, programs, descriptors), signals.token(), on_game);
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
    say(transcript_tail(config, result, !signal ? "" : *signal == SIGINT ? "SIGINT" : "SIGTERM"));
    return signal ? status_of_signal(*signal) : ExitStatus::Done;
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
    fill_in(config);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    return play_run(config, sources);
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
    CLI::App app{"Decides by playing games whether one Ataxx program is stronger than another."};
    app.set_version_flag("--version", std::string("sprt ") + REFEREE_VERSION);
    app.require_subcommand(1);

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
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(kProgram, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    }
    return guarded(kProgram, [&] { return run_command->parsed() ? run(flags) : run_calc(calc); });
}

#include "referee/base/user_error.hpp"
#include "referee/command/parser.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/settings.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::expect_in;
using referee::UserError;

/// Notes that a flag sets `key`. `set` is called after the configuration is read. `Flags`: RunFlags or
/// ResumeRequest.
template<class Flags>
void override_key(Flags& flags, std::string_view key, std::function<void(Config&)> set) {
    flags.keys.emplace(key);
    flags.overrides.push_back(std::move(set));
}

/// `defaults` is what --help shows.
template<class Flags>
void add_run_setting(CLI::App& command, Flags& flags, const RunSetting& setting, Config defaults = Config()) {
    referee::add_setting_flag(command, setting, setting.place(defaults),
                              [&](const referee::GivenValue& value) {
                                  override_key(flags, setting.key, [&setting, value](Config& config) {
                                      referee::store_flag(setting, setting.place(config), value);
                                  });
                              });
}

/// The value of `option` must be one of `words`.
CLI::Option* expect_among(const referee::Words& words, CLI::Option* option) {
    const auto problem = [words](const std::string& text) {
        return referee::problem_among(words, text).value_or("");
    };
    return option->type_name(referee::form_of(words))->check(problem, "");
}

/// An option whose value help calls `form`.
template<class Value>
CLI::Option* add_value(CLI::App& command, const char* flag, Value& value, const std::string& form,
                       const std::string& help) {
    return command.add_option(flag, value, help)->type_name(form);
}

/// One that may be given again, with one value each time.
template<class Value>
CLI::Option* add_list(CLI::App& command, const char* flag, Value& values, const std::string& form,
                      const std::string& help) {
    return add_value(command, flag, values, form, help)->allow_extra_args(false);
}

/// One whose default help shows.
template<class Value>
CLI::Option* add_number(CLI::App& command, const char* flag, Value& value, const std::string& help) {
    return command.add_option(flag, value, help)->capture_default_str();
}

/// Of `--FLAG COMMAND`.
AgentConfig agent_of(const std::string& flag, const std::string& command) {
    return referee::at_place("--" + flag, [&] { return referee::parse_agent(command); });
}

void add_agent_flag(CLI::App& command, RunFlags& flags, std::size_t i) {
    const std::string key = agent_key(flags.kind, i);
    const auto set = [&flags, i, key](const std::string& text) {
        override_key(flags, key, [i, key, text](Config& config) { config.agents[i] = agent_of(key, text); });
    };
    command
        .add_option_function<std::string>(
            "--" + key, set, fmt::format("Command of agent {}, split as a shell splits words", i + 1))
        ->type_name("COMMAND")
        ->group("Agents");
}

void add_config_file(CLI::App& command, RunFlags& flags) {
    add_value(command, "CONFIG.json", flags.config_file, "FILE", "Configuration; flags override it");
}

/// The agent of a tuning and its parameters.
void add_tune_flags(CLI::App& command, RunFlags& flags) {
    add_config_file(command, flags);
    const auto set_both = [&flags](const std::string& text) {
        override_key(flags, "agent",
                     [text](Config& config) { config.agents.assign(2, agent_of("agent", text)); });
    };
    command
        .add_option_function<std::string>(
            "--agent", set_both, "Command of the agent, which plays itself: {NAME} in it becomes a value")
        ->type_name("COMMAND");
    const auto set_params = [&flags](const std::vector<std::string>& texts) {
        override_key(flags, "params", [texts](Config& config) {
            config.params.clear();
            for (const std::string& text : texts) {
                config.params.push_back(referee::at_place("--param", [&] { return parse_tune_param(text); }));
            }
        });
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--param", set_params,
            "A parameter, once for each. Words: int, float, step=S, log, reach=C. An engine gets one that "
            "its command does not name as its option NAME")
        ->type_name(std::string(kTuneParamForm))
        ->allow_extra_args(false);
}

void add_pair_of_agents(CLI::App& command, RunFlags& flags) {
    flags.takes_agents = true;
    add_value(command, "CONFIG.json|AGENT1", flags.config_file, "COMMAND",
              "Configuration, which flags override; or, with AGENT2, the command of agent 1");
    add_value(command, "AGENT2", flags.agent2, "COMMAND",
              "Command of agent 2, split as a shell splits words");
    add_agent_flag(command, flags, 0);
    add_agent_flag(command, flags, 1);
}

void add_list_of_agents(CLI::App& command, RunFlags& flags) {
    add_config_file(command, flags);
    const auto set = [&flags](const std::vector<std::string>& commands) {
        override_key(flags, "agents", [commands](Config& config) {
            config.agents.clear();
            for (std::size_t i = 0; i < commands.size(); ++i) {
                config.agents.push_back(agent_of(fmt::format("agent {}", i + 1), commands[i]));
            }
        });
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--agent", set, "Command of an agent; for each one, in place of the configuration's list")
        ->type_name("COMMAND")
        ->allow_extra_args(false);
}

void add_run_flags(CLI::App& command, RunFlags& flags, const Config& defaults) {
    if (flags.kind == RunKind::Tune) {
        add_tune_flags(command, flags);
    } else if (flags.kind == RunKind::Tournament) {
        add_list_of_agents(command, flags);
    } else {
        add_pair_of_agents(command, flags);
    }
    for (const RunSetting& setting : settings(flags.kind)) {
        if (setting.use != SettingUse::Kept) {
            add_run_setting(command, flags, setting, defaults);
        }
    }
    if (flags.kind == RunKind::Tournament) {
        command
            .add_flag("--skip-failed", flags.skip_failed,
                      "Begin without the agents that fail the check game, and name them below the table")
            ->group("Agents");
    }
    command
        .add_flag("--overwrite", flags.overwrite,
                  "Replace the traces in --trace and --trace-faults; what is in --out is never replaced")
        ->group("Output");
    command
        .add_flag("--print-config", flags.print_config,
                  "Print the configuration that would be played, and play nothing")
        ->group("Output");
}

void add_report_file_flags(CLI::App& command, ReportFiles& files) {
    add_value(command, "--junit", files.junit, "FILE", "Write JUnit XML to this file");
    add_value(command, "--markdown", files.markdown, "FILE", "Write a summary in Markdown to this file");
}

/// The flags of a test but --model.
void add_test_flags(CLI::App& command, TestFlags& flags) {
    add_number(command, "--elo0", flags.hypotheses.elo0, "H0: agent 1 is this much stronger");
    add_number(command, "--elo1", flags.hypotheses.elo1, "H1: agent 1 is this much stronger");
    add_number(command, "--alpha", flags.hypotheses.alpha, "Rate of accepting H1 wrongly");
    add_number(command, "--beta", flags.hypotheses.beta, "Rate of accepting H0 wrongly");
}

/// Simulated tunings.
void add_tuning_simulation(CLI::App& command, TuningSimulationRequest& request) {
    add_value(command, "--tune", request.params, "INT[,INT...]",
              "Simulate tunings of so many parameters in place of a test; 2,5,10 for a row each")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_value(command, "--games", request.games, "INT[,INT...]",
              "Games of a tuning, even; 2000,10000 for a row each")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_number(command, "--win", request.win_elo,
               "Of a tuning: Elo by which the best values are stronger than the start");
    command.add_option("--lag", request.lag,
                       "Of a tuning: pairs after which a result changes the values; by default as sprt tune");
}

/// Throws UserError for flags of a test beside those of a tuning, and RequiredError for one that is missing.
void check_simulation(CLI::App& command) {
    const std::set<std::string> of_tuning{"tune", "games", "win", "lag"};
    const std::set<std::string> of_both{"runs", "draws", "seed", "json"};
    const bool is_tuning = command.get_option("--tune")->count() > 0;
    for (const CLI::Option* const option : command.get_options()) {
        const std::string name = option->get_single_name();
        if (option->count() == 0 || of_both.contains(name) || of_tuning.contains(name) == is_tuning) {
            continue;
        }
        throw UserError("{}{}: {}", option->get_lnames().empty() ? "" : "--", name,
                        is_tuning ? "--tune simulates no test; leave it out: with --tune go "
                                    "--games, --win, --lag, --draws, --runs, --seed and --json"
                        : name == "games"
                            ? "a test is simulated; give --max-games in its place, or add --tune"
                            : "a test is simulated; leave it out, or add --tune");
    }
    const std::string required = is_tuning ? "--games" : "--true-elo";
    if (command.get_option(required)->count() == 0) {
        command.get_option(required)->required(); // the text of the error asks for this
        throw CLI::RequiredError(required);
    }
}

} // namespace

void add_flags(CLI::App& command, RunFlags& flags) {
    add_run_flags(command, flags, Config(flags.kind));
}

void add_flags(CLI::App& command, GateFlags& flags) {
    add_run_flags(command, flags.run, gate_defaults());
    expect_among(expectations(),
                 command.add_option("--expect", flags.expect,
                                    "gain: agent 1 is stronger, [0, 10]; no-regression: it is not weaker, "
                                    "[-10, 0]; other bounds by --elo0 and --elo1"))
        ->default_str("gain");
    add_report_file_flags(command, flags.files);
    add_value(command, "--page", flags.page, "FILE",
              "Write the run in --out as one HTML file, as sprt page does");
    add_value(command, "--repeat-with", flags.repeat_with, "COMMAND",
              "Command that repeats this gate, for the reports: the agents are removed after it")
        ->group("Output");
}

void add_flags(CLI::App& command, ResumeRequest& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of the run")->required();
    command.add_option(
        "--games", flags.games,
        "Of a match: play until it has so many games; its interval is then the one that holds at any time");
    command.add_option("--max-games", flags.max_games,
                       "Of a run that a test ends: a greater limit of games than it had");
    command.add_option("--rounds", flags.rounds, "Of a tournament: play until it has so many rounds");
    add_list(command, "--add", flags.add, "COMMAND",
             "Of a tournament: an agent that joins; it first plays the rounds that others have played");
    add_list(command, "--remove", flags.remove, "NAME",
             "Of a tournament: an agent that plays no more; its results stay");
    command.add_flag("--force", flags.force,
                     "Go on although an agent or the configuration has changed, and note it");
    command.add_flag("--no-check", flags.no_check,
                     "Go on without the check game, in which each agent makes one move");
    add_value(command, "--via", flags.via, "FILE",
              "Workers play from now on, through the server of this invitation or URL");
    command.add_flag("--local", flags.local, "This machine plays from now on, and no workers");
    add_value(command, "--dir", flags.place, "DIR",
              "Where relative paths of agents and openings begin from now on; by default where the run "
              "began, or beside DIR when that is gone");
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (setting.key == "cores" || setting.key == "concurrency" || setting.key == "quiet") {
            add_run_setting(command, flags, setting);
        }
    }
}

void add_flags(CLI::App& command, WorkerFlags& flags) {
    add_value(command, "VIA", flags.via, "FILE",
              "Invitation, or URL of a server: nats://HOST:PORT or tls://HOST:PORT")
        ->required();
    add_value(command, "--cores", flags.cores, "LIST", "Cores to play on; by default all that are allowed");
    add_value(command, "--pin", flags.pin, "{game,split,off}",
              "Cores of a game: for both its agents (game), divided between them (split), or as the "
              "scheduler decides (off); by default as the run says");
    add_value(command, "--cache", flags.cache, "DIR",
              "Directory for the files of agents that coordinators send");
    expect_in(
        *add_number(command, "--cache-mb", flags.cache_mb, "Most that is kept there between runs, in MiB"),
        {0, std::int64_t{1} << 40});
    add_list(command, "--only", flags.only, "COORDINATOR", "Serve only the runs of this coordinator");
    command.add_flag("--measure", flags.measure,
                     "Print the speed of this machine, for reference_speed, and end");
    command.add_flag("--once", flags.once, "End when the first run that was served has ended");
    command.add_flag("--allow-root", flags.allow_root,
                     "Run as root: agents that play in no sandbox could then do anything");
}

void add_flags(CLI::App& command, HubFlags& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of the hub; it is made when it is missing")
        ->required();
    add_value(command, "--listen", flags.listen, "HOST:PORT",
              "Where the server of a new hub listens; one that others can reach is encrypted")
        ->default_str("127.0.0.1:4322");
    add_value(command, "--public", flags.public_host, "HOST[:PORT]",
              "How workers reach the server of a new hub: for invitations and the certificate; by "
              "default where it listens");
    add_list(command, "--invite", flags.invite, "NAME[:worker|:volunteer|:coordinator|:viewer]",
             "Write an invitation, for a worker unless a role is named");
    add_list(command, "--revoke", flags.revoke, "NAME", "Let this person in no more");
}

void add_flags(CLI::App& command, StatusFlags& flags) {
    add_value(command, "VIA", flags.via, "FILE",
              "An invitation's file, or a URL: nats://HOST:PORT or tls://HOST:PORT")
        ->required();
    command.add_flag("--follow", flags.follow, "Go on, with what changes and a line for each worker");
    command.add_flag("--json", flags.json, "A JSON object a line");
}

void add_flags(CLI::App& command, AdjudicateFlags& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of the run, in which all games were played out")
        ->required();
    const referee::SettingRow& rule = referee::play_setting("adjudicate");
    referee::add_setting_flag(command, rule, &flags.rules, [&flags, &rule](const referee::GivenValue& value) {
        referee::store_flag(rule, &flags.rules, value);
    });
}

void add_flags(CLI::App& command, ReportFlags& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of the run")->required();
    command.add_flag("--json", flags.json, "JSON, with where run.json says otherwise");
    add_report_file_flags(command, flags.files);
    add_value(command, "--csv", flags.csv, "FILE", "Of a tournament: write a line a pairing to this file");
    add_value(command, "--pgn", flags.pgn, "FILE",
              "Of a tournament: write players and results to this file, for rating programs");
    add_value(command, "--anchor", flags.anchor, "NAME[=ELO]",
              "Of a tournament: this agent has the rating ELO (0), others follow from it");
    add_list(command, "--without", flags.without, "NAME", "Of a tournament: the table without this agent");
    expect_among({"points", "wdl"},
                 command.add_option("--cross", flags.cross, "Of a tournament: what the cross table shows"));
}

void add_flags(CLI::App& command, PageFlags& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of the run")->required();
    add_value(command, "--out", flags.out, "FILE",
              "Write the page to this file, not to page.html in DIR; -: standard output");
    expect_in(*add_number(command, "--stderr-kb", flags.stderr_kb,
                          "How much of the end of each fault's standard error the page has"),
              {0, 1 << 20});
    command.add_flag("--no-games", flags.no_games, "Leave the games out: what the run came to, alone");
}

void add_flags(CLI::App& command, ServeFlags& flags) {
    add_value(command, "DIR", flags.dir, "DIR", "Directory of a run, or of several")->required();
    expect_in(*add_number(command, "--port", flags.port, "Port; 0: a free one"), {0, 65535});
    add_number(command, "--bind", flags.bind, "Address to listen on; one that others can reach needs --host");
    add_list(command, "--host", flags.hosts, "NAME", "Name that the server may be called by");
    command.add_flag("--open", flags.opens, "Show the page by xdg-open");
}

void add_flags(CLI::App& command, ExportFlags& flags) {
    add_value(command, "DIR", flags.source, "DIR", "Directory of the run, or a log of referee play")
        ->required();
    expect_among(
        export_formats(),
        command.add_option("--format", flags.format,
                           "pgn: all moves, with times; csv: a line a game, with its result; epd: the "
                           "position at its end. Without it the ending of the output's name, otherwise pgn"));
    expect_among(notations(),
                 command.add_option("--notation", flags.notation,
                                    "Moves, where there are several ways: san: Nf3; lan: Ng1f3; uci: g1f3"))
        ->capture_default_str();
    add_value(command, "--comments", flags.comments, std::string(kPgnCommentsForm),
              std::string(kPgnCommentsHelp));
    add_value(command, "--output", flags.output, "FILE", "Write to this new file, not to standard output");
    command.add_flag("--overwrite", flags.overwrite, "Replace the file of --output");
}

void add_flags(CLI::App& command, CalcFlags& flags) {
    add_value(command, "--model", flags.test.model, referee::form_of(model_words()),
              "What a result counts; by default pentanomial for --ptnml, trinomial for --wld");
    add_test_flags(command, flags.test);
    add_value(command, "--wld", flags.wld, "W,L,D", "Wins, losses and draws of agent 1: W,L,D");
    add_value(command, "--ptnml", flags.ptnml, "LL,LD,DD,DW,WW",
              "Pairs of games by agent 1's points, 0 to 2: LL,LD,DD,DW,WW; DD holds WL too");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_flags(CLI::App& command, PlanFlags& flags) {
    add_value(command, "--model", flags.test.model, referee::form_of(model_words()), "What a result counts")
        ->capture_default_str();
    add_test_flags(command, flags.test);
    add_number(command, "--draws", flags.request.draws, "Share of draws between equals, 0 to 1");
    add_number(command, "--bias", flags.request.bias_elo, "Elo that the opening gives to one side");
    command.add_option("--max-games", flags.request.max_games,
                       "Also say how often there is no decision after so many games");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_flags(CLI::App& command, RateFlags& flags) {
    add_value(command, "FILE.json", flags.file, "FILE",
              "Agents, and for each two the pairs of games by points (ptnml), or each pair by opening")
        ->required();
    add_value(command, "--anchor", flags.anchor, "NAME[=ELO]",
              "This agent has the rating ELO (0), others follow from it");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_flags(CLI::App& command, SimulateFlags& flags) {
    GameModel& model = flags.model;
    add_value(command, "CONFIG.json", flags.run.config_file, "FILE",
              "Configuration of the run, of which the agents do not matter; flags override it");
    command.add_option("--true-elo", model.true_elo,
                       "What agent 1 is stronger by, in the score of pairs; required without --tune");
    command.add_option("--runs", flags.runs, "How often the run is simulated")->required();
    add_value(command, "--draws", flags.draws, "FLOAT",
              "Share of draws between equals, 0 to 1; by default 0, with --tune 0.5");
    add_tuning_simulation(command, flags.tuning);
    add_number(command, "--bias", model.bias_elo, "Elo that an opening gives to one side, at random");
    add_number(command, "--wins-last", model.wins_last, "Mean duration of agent 1's wins; draws last 1");
    add_number(command, "--losses-last", model.losses_last, "Mean duration of agent 1's losses");
    command.add_option("--book", model.book,
                       "Number of openings; by default none ever comes twice, whatever --openings says");
    command.add_flag("--deterministic", model.deterministic,
                     "The same opening and seats are the same game again");
    add_number(command, "--repeat-share", model.repeat_share,
               "Share of games, 0 to below 1, that are one and the same for each seat; all games begin "
               "at the same opening");
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (setting.use == SettingUse::Test || setting.use == SettingUse::Simulation) {
            add_run_setting(command, flags.run, setting);
        }
    }
    command.add_flag("--completion-order", flags.completion_order,
                     "Count games as they end, not in their order: it shows how much that distorts a test");
    command.add_flag("--json", flags.json, "One line of JSON");
    command.final_callback([&command] { check_simulation(command); });
}

} // namespace sprt

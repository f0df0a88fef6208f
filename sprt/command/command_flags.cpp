#include "referee/base/user_error.hpp"
#include "referee/command/parser.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/commands.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/stats/model.hpp"

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

/// Of `--FLAG COMMAND`.
AgentConfig agent_of(const std::string& flag, const std::string& command) {
    try {
        return referee::parse_agent(command);
    } catch (const UserError& error) {
        throw UserError(fmt::format("--{}: {}", flag, error.what()));
    }
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
    command.add_option("CONFIG.json", flags.config_file, "Configuration; flags override it")
        ->type_name("FILE");
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
                try {
                    config.params.push_back(parse_tune_param(text));
                } catch (const UserError& error) {
                    throw UserError(std::string("--param: ") + error.what());
                }
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
    command
        .add_option("CONFIG.json|AGENT1", flags.config_file,
                    "Configuration, which flags override; or, with AGENT2, the command of agent 1")
        ->type_name("COMMAND");
    command.add_option("AGENT2", flags.agent2, "Command of agent 2, split as a shell splits words")
        ->type_name("COMMAND");
    add_agent_flag(command, flags, 0);
    add_agent_flag(command, flags, 1);
}

/// The agents of a tournament.
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
    command.add_option("--junit", files.junit, "Write JUnit XML to this file")->type_name("FILE");
    command.add_option("--markdown", files.markdown, "Write a summary in Markdown to this file")
        ->type_name("FILE");
}

/// The flags of a test but --model.
void add_test_flags(CLI::App& command, TestFlags& flags) {
    command.add_option("--elo0", flags.hypotheses.elo0, "H0: agent 1 is this much stronger")
        ->capture_default_str();
    command.add_option("--elo1", flags.hypotheses.elo1, "H1: agent 1 is this much stronger")
        ->capture_default_str();
    command.add_option("--alpha", flags.hypotheses.alpha, "Rate of accepting H1 wrongly")
        ->capture_default_str();
    command.add_option("--beta", flags.hypotheses.beta, "Rate of accepting H0 wrongly")
        ->capture_default_str();
}

/// Simulated tunings.
void add_tuning_simulation(CLI::App& command, TuningSimulationRequest& request) {
    command
        .add_option("--tune", request.params,
                    "Simulate tunings of so many parameters in place of a test; 2,5,10 for a row each")
        ->type_name("INT[,INT...]")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--games", request.games, "Games of a tuning, even; 2000,10000 for a row each")
        ->type_name("INT[,INT...]")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        .add_option("--win", request.win_elo,
                    "Of a tuning: Elo by which the best values are stronger than the start")
        ->capture_default_str();
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
        throw UserError(fmt::format("{}{}: {}", option->get_lnames().empty() ? "" : "--", name,
                                    is_tuning ? "--tune simulates no test; leave it out: with --tune go "
                                                "--games, --win, --lag, --draws, --runs, --seed and --json"
                                    : name == "games"
                                        ? "a test is simulated; give --max-games in its place, or add --tune"
                                        : "a test is simulated; leave it out, or add --tune"));
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
    command.add_option("--page", flags.page, "Write the run in --out as one HTML file, as sprt page does")
        ->type_name("FILE");
    command
        .add_option("--repeat-with", flags.repeat_with,
                    "Command that repeats this gate, for the reports: the agents are removed after it")
        ->type_name("COMMAND")
        ->group("Output");
}

void add_flags(CLI::App& command, ResumeRequest& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run")->type_name("DIR")->required();
    command.add_option(
        "--games", flags.games,
        "Of a match: play until it has so many games; its interval is then the one that holds at any time");
    command.add_option("--max-games", flags.max_games,
                       "Of a run that a test ends: a greater limit of games than it had");
    command.add_option("--rounds", flags.rounds, "Of a tournament: play until it has so many rounds");
    command
        .add_option("--add", flags.add,
                    "Of a tournament: an agent that joins; it first plays the rounds that others have played")
        ->type_name("COMMAND")
        ->allow_extra_args(false);
    command
        .add_option("--remove", flags.remove,
                    "Of a tournament: an agent that plays no more; its results stay")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command.add_flag("--force", flags.force,
                     "Go on although an agent or the configuration has changed, and note it");
    command.add_flag("--no-check", flags.no_check,
                     "Go on without the check game, in which each agent makes one move");
    command
        .add_option("--via", flags.via,
                    "Workers play from now on, through the server of this invitation or URL")
        ->type_name("FILE");
    command.add_flag("--local", flags.local, "This machine plays from now on, and no workers");
    command
        .add_option("--dir", flags.place,
                    "Where relative paths of agents and openings begin from now on; by default where the run "
                    "began, or beside DIR when that is gone")
        ->type_name("DIR");
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (setting.key == "cores" || setting.key == "concurrency" || setting.key == "quiet") {
            add_run_setting(command, flags, setting);
        }
    }
}

void add_flags(CLI::App& command, WorkerFlags& flags) {
    command
        .add_option("VIA", flags.via, "Invitation, or URL of a server: nats://HOST:PORT or tls://HOST:PORT")
        ->type_name("FILE")
        ->required();
    command.add_option("--cores", flags.cores, "Cores to play on; by default all that are allowed")
        ->type_name("LIST");
    command
        .add_option("--pin", flags.pin,
                    "Cores of a game: for both its agents (game), divided between them (split), or as the "
                    "scheduler decides (off); by default as the run says")
        ->type_name("{game,split,off}");
    command.add_option("--cache", flags.cache, "Directory for the files of agents that coordinators send")
        ->type_name("DIR");
    expect_in(
        *command.add_option("--cache-mb", flags.cache_mb, "Most that is kept there between runs, in MiB")
             ->capture_default_str(),
        {0, std::int64_t{1} << 40});
    command.add_option("--only", flags.only, "Serve only the runs of this coordinator")
        ->type_name("COORDINATOR")
        ->allow_extra_args(false);
    command.add_flag("--measure", flags.measure,
                     "Print the speed of this machine, for reference_speed, and end");
    command.add_flag("--once", flags.once, "End when the first run that was served has ended");
    command.add_flag("--allow-root", flags.allow_root,
                     "Run as root: agents that play in no sandbox could then do anything");
}

void add_flags(CLI::App& command, HubFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the hub; it is made when it is missing")
        ->type_name("DIR")
        ->required();
    command
        .add_option("--listen", flags.listen,
                    "Where the server of a new hub listens; one that others can reach is encrypted")
        ->type_name("HOST:PORT")
        ->default_str("127.0.0.1:4322");
    command
        .add_option("--public", flags.public_host,
                    "How workers reach the server of a new hub: for invitations and the certificate; by "
                    "default where it listens")
        ->type_name("HOST[:PORT]");
    command.add_option("--invite", flags.invite, "Write an invitation, for a worker unless a role is named")
        ->type_name("NAME[:worker|:volunteer|:coordinator|:viewer]")
        ->allow_extra_args(false);
    command.add_option("--revoke", flags.revoke, "Let this person in no more")
        ->type_name("NAME")
        ->allow_extra_args(false);
}

void add_flags(CLI::App& command, StatusFlags& flags) {
    command
        .add_option("VIA", flags.via, "An invitation's file, or a URL: nats://HOST:PORT or tls://HOST:PORT")
        ->type_name("FILE")
        ->required();
    command.add_flag("--follow", flags.follow, "Go on, with what changes and a line for each worker");
    command.add_flag("--json", flags.json, "A JSON object a line");
}

void add_flags(CLI::App& command, AdjudicateFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run, in which all games were played out")
        ->type_name("DIR")
        ->required();
    const referee::SettingRow& rule = referee::play_setting("adjudicate");
    referee::add_setting_flag(command, rule, &flags.rules, [&flags, &rule](const referee::GivenValue& value) {
        referee::store_flag(rule, &flags.rules, value);
    });
}

void add_flags(CLI::App& command, ReportFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run")->type_name("DIR")->required();
    command.add_flag("--json", flags.json, "JSON, with where run.json says otherwise");
    add_report_file_flags(command, flags.files);
    command.add_option("--csv", flags.csv, "Of a tournament: write a line a pairing to this file")
        ->type_name("FILE");
    command
        .add_option("--pgn", flags.pgn,
                    "Of a tournament: write players and results to this file, for rating programs")
        ->type_name("FILE");
    command
        .add_option("--anchor", flags.anchor,
                    "Of a tournament: this agent has the rating ELO (0), others follow from it")
        ->type_name("NAME[=ELO]");
    command.add_option("--without", flags.without, "Of a tournament: the table without this agent")
        ->type_name("NAME")
        ->allow_extra_args(false);
    expect_among({"points", "wdl"},
                 command.add_option("--cross", flags.cross, "Of a tournament: what the cross table shows"));
}

void add_flags(CLI::App& command, PageFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of the run")->type_name("DIR")->required();
    command
        .add_option("--out", flags.out,
                    "Write the page to this file, not to page.html in DIR; -: standard output")
        ->type_name("FILE");
    expect_in(*command
                   .add_option("--stderr-kb", flags.stderr_kb,
                               "How much of the end of each fault's standard error the page has")
                   ->capture_default_str(),
              {0, 1 << 20});
    command.add_flag("--no-games", flags.no_games, "Leave the games out: what the run came to, alone");
}

void add_flags(CLI::App& command, ServeFlags& flags) {
    command.add_option("DIR", flags.dir, "Directory of a run, or of several")->type_name("DIR")->required();
    command.add_option("--port", flags.port, "Port; 0: a free one")->capture_default_str();
    command.add_option("--bind", flags.bind, "Address to listen on; one that others can reach needs --host")
        ->capture_default_str();
    command.add_option("--host", flags.hosts, "Name that the server may be called by")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command.add_flag("--open", flags.opens, "Show the page by xdg-open");
}

void add_flags(CLI::App& command, ExportFlags& flags) {
    command.add_option("DIR", flags.source, "Directory of the run, or a log of referee play")
        ->type_name("DIR")
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
    command.add_option("--comments", flags.comments, std::string(kPgnCommentsHelp))
        ->type_name(std::string(kPgnCommentsForm));
    command.add_option("--output", flags.output, "Write to this new file, not to standard output")
        ->type_name("FILE");
    command.add_flag("--overwrite", flags.overwrite, "Replace the file of --output");
}

void add_flags(CLI::App& command, CalcFlags& flags) {
    command
        .add_option("--model", flags.test.model,
                    "What a result counts; by default pentanomial for --ptnml, trinomial for --wld")
        ->type_name(referee::form_of(model_words()));
    add_test_flags(command, flags.test);
    command.add_option("--wld", flags.wld, "Wins, losses and draws of agent 1: W,L,D")->type_name("W,L,D");
    command
        .add_option("--ptnml", flags.ptnml,
                    "Pairs of games by agent 1's points, 0 to 2: LL,LD,DD,DW,WW; DD holds WL too")
        ->type_name("LL,LD,DD,DW,WW");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_flags(CLI::App& command, PlanFlags& flags) {
    command.add_option("--model", flags.test.model, "What a result counts")
        ->type_name(referee::form_of(model_words()))
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

void add_flags(CLI::App& command, RateFlags& flags) {
    command
        .add_option("FILE.json", flags.file,
                    "Agents, and for each two the pairs of games by points (ptnml), or each pair by opening")
        ->type_name("FILE")
        ->required();
    command.add_option("--anchor", flags.anchor, "This agent has the rating ELO (0), others follow from it")
        ->type_name("NAME[=ELO]");
    command.add_flag("--json", flags.json, "One line of JSON");
}

void add_flags(CLI::App& command, SimulateFlags& flags) {
    GameModel& model = flags.model;
    command
        .add_option("CONFIG.json", flags.run.config_file,
                    "Configuration of the run, of which the agents do not matter; flags override it")
        ->type_name("FILE");
    command.add_option("--true-elo", model.true_elo,
                       "What agent 1 is stronger by, in the score of pairs; required without --tune");
    command.add_option("--runs", flags.runs, "How often the run is simulated")->required();
    command
        .add_option("--draws", flags.draws,
                    "Share of draws between equals, 0 to 1; by default 0, with --tune 0.5")
        ->type_name("FLOAT");
    add_tuning_simulation(command, flags.tuning);
    command.add_option("--bias", model.bias_elo, "Elo that an opening gives to one side, at random")
        ->capture_default_str();
    command.add_option("--wins-last", model.wins_last, "Mean duration of agent 1's wins; draws last 1")
        ->capture_default_str();
    command.add_option("--losses-last", model.losses_last, "Mean duration of agent 1's losses")
        ->capture_default_str();
    command.add_option("--book", model.book,
                       "Number of openings; by default none ever comes twice, whatever --openings says");
    command.add_flag("--deterministic", model.deterministic,
                     "The same opening and seats are the same game again");
    command
        .add_option("--repeat-share", model.repeat_share,
                    "Share of games, 0 to below 1, that are one and the same for each seat; all games begin "
                    "at the same opening")
        ->capture_default_str();
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (setting.use == SettingUse::Test || setting.use == SettingUse::Simulation) {
            add_run_setting(command, flags.run, setting);
        }
    }
    command.add_flag("--completion-order", flags.completion_order)->group(""); // see docs/evidence.md
    command.add_flag("--json", flags.json, "One line of JSON");
    command.final_callback([&command] { check_simulation(command); });
}

} // namespace sprt

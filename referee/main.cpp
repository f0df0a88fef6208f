// The program `referee`: plays single games, checks logs, counts moves.

#include "referee/base/console.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/base/terminal.hpp"
#include "referee/command/decimal_numbers.hpp"
#include "referee/command/value_forms.hpp"
#include "referee/game/alternation.hpp"
#include "referee/game/game_line.hpp"
#include "referee/game/log_file.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/review.hpp"
#include "referee/game/show.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "referee/process/signal_stop.hpp"
#include "referee/rules/ataxx/fen.hpp"
#include "referee/rules/ataxx/perft.hpp"
#include "referee/talk/agent_processes.hpp"
#include "referee/talk/trace_files.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

namespace {

using namespace referee;
using std::chrono::milliseconds;

constexpr const char* kProgram = "referee";

struct PlayFlags {
    std::array<std::string, 2> commands;
    std::uint64_t games = 1;
    std::string log;
    std::optional<std::uint64_t> seed;
    std::int64_t time_ms = 10000;
    std::int64_t ready_ms = 3000;
    std::int64_t finish_ms = 500;
    int turns = 400;
    std::size_t stderr_kb = 64;
    ClockRule clock = ClockRule::Wall;
    PlacementSettings placement;
    AgentLimits limits;
    std::string trace;
    std::string trace_faults;
};

struct ReviewFlags {
    std::string file;
    std::optional<std::uint64_t> game;
    bool show = false;
    std::optional<std::uint64_t> turn;
};

struct PerftFlags {
    int depth = 0;
    std::string fen{ataxx::kStartFen};
    bool messages = false;
};

/// Plays the games; what is finished is printed and logged. Returns how they came out, by Winner.
std::array<std::uint64_t, 3> play_games(const PlayFlags& flags, std::uint64_t seed,
                                        const std::array<Program, 2>& programs, const GameCores* cores,
                                        Orphans& orphans, const StopToken& stop, std::optional<LogFile>& log,
                                        MachineReport& machine) {
    if (cores != nullptr) {
        pin_this_thread(cores->worker);
    }
    const AgentSettings settings{
        .finish_wait = milliseconds(flags.finish_ms),
        .stderr_bytes = flags.stderr_kb * 1024,
        .limits = resource_limits(flags.limits, raise_descriptor_limit(descriptors_for(1))),
        .clock = flags.clock,
        .trace = !flags.trace.empty() || !flags.trace_faults.empty()};
    AgentProcesses agents(settings, stop, orphans);
    const GameLimits limits{.time = {milliseconds(flags.time_ms), milliseconds(flags.time_ms)},
                            .ready = milliseconds(flags.ready_ms),
                            .turns = flags.turns};
    std::array<std::uint64_t, 3> results{};
    MachineWarnings warnings;
    for (std::uint64_t game = 0; game < flags.games && !stop.requested(); ++game) {
        const GameSetup setup = alternating_game(game, seed, limits);
        const auto launch = [&](Player player, Side side) {
            return Launch{&programs[index(player)], setup.seed[index(player)], number(player),
                          cores_of(side, cores)};
        };
        agents.start({launch(setup.first, Side::First), launch(other(setup.first), Side::Second)});
        const GameRecord record = play(setup, agents);
        if (!flags.trace.empty()) {
            write_trace(flags.trace, game, agents.last_trace());
        }
        if (!flags.trace_faults.empty() && record.fault) {
            write_trace(flags.trace_faults, game, agents.last_trace());
        }
        if (!record.winner) {
            break;
        }
        if (log) {
            log->append(to_json_line(record));
        }
        ++results[static_cast<std::size_t>(*record.winner)];
        say(game_line(record) + "\n");
        machine.add(record);
        for (const std::string& warning : warnings.after(record, machine)) {
            complain(kProgram, "warning: " + warning);
        }
    }
    return results;
}

/// Where the one game at a time is played.
Placement place_game(const PlacementSettings& settings) {
    try {
        return Placement(settings, this_machine());
    } catch (const UserError& error) {
        throw UserError(std::string("--cores: ") + error.what());
    }
}

ExitStatus run_play(const PlayFlags& flags) {
    Orphans orphans;
    SignalStop signals(orphans);
    const auto agents_dir = bundled_agents_dir();
    const std::array<Program, 2> programs{find_program(split_words(flags.commands[0]), {}, agents_dir),
                                          find_program(split_words(flags.commands[1]), {}, agents_dir)};
    const std::uint64_t seed = flags.seed ? *flags.seed : random_seed();
    const Placement placement = place_game(flags.placement);
    std::optional<LogFile> log;
    if (!flags.log.empty()) {
        log.emplace(flags.log, "name another file or move it away");
    }
    try {
        for (const std::string& dir : {flags.trace, flags.trace_faults}) {
            if (!dir.empty()) {
                make_trace_dir(dir);
            }
        }
        if (const auto warning = placement.warning(1)) {
            complain(kProgram, "warning: " + *warning);
        }
        MachineReport machine;
        const auto [draws, wins, losses] =
            play_games(flags, seed, programs, placement.game(0), orphans, signals.token(), log, machine);
        say(fmt::format("Total: {}, WLD: {}/{}/{}\n{}Seed: {}\n", draws + wins + losses, wins, losses, draws,
                        machine.text(), seed));
    } catch (const std::exception&) {
        if (log) {
            log->discard_if_empty();
        }
        throw;
    }
    for (const std::string& ignored : signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
    if (const auto signal = signals.received()) {
        complain(kProgram,
                 "interrupted; the games above are finished" + (log ? " and logged" : std::string()));
        return status_of_signal(*signal);
    }
    return ExitStatus::Done;
}

/// Reads the log and draws the boards that are asked for.
Review review_and_show(std::istream& log, const ReviewFlags& flags) {
    const TerminalTraits terminal = terminal_traits(STDOUT_FILENO);
    const BoardStyle style{.colour = terminal.has_colour, .unicode = terminal.has_unicode};
    const bool must_be_the_only_game = flags.turn && !flags.game;
    std::string kept; // the board of such a game, until the log turns out to hold no other
    const auto draw = [&](const GameRecord& record) {
        if (!flags.show) {
            return;
        }
        if (!must_be_the_only_game) {
            say(show(record, flags.turn, style));
        } else if (!kept.empty()) {
            throw UserError("--turn: " + flags.file + " has more than one game; name one with --game");
        } else {
            kept = show(record, flags.turn, style);
        }
    };
    const Review review = referee::review(log, flags.file, {.only = flags.game, .visit = draw});
    if (flags.turn && review.games == 0) {
        throw UserError("--turn: " + flags.file + " has no game");
    }
    say(kept);
    return review;
}

ExitStatus run_review(const ReviewFlags& flags) {
    const std::string& file = flags.file;
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        throw UserError(file + " is a directory; name a log, e.g. " + file + "/games.jsonl");
    }
    std::ifstream log(file, std::ios::binary);
    if (!log) {
        throw UserError("cannot read " + file + ": " + std::generic_category().message(errno));
    }
    const Review review = review_and_show(log, flags);
    for (const auto& difference : review.found) {
        say(fmt::format("{}:{}: game {}: {}\n", file, difference.line, difference.game, difference.what));
    }
    if (review.last_line_cut) {
        say(fmt::format("{}: the last line was cut short and is not counted\n", file));
    }
    std::string terminations;
    for (std::size_t i = 0; i < review.terminations.size(); ++i) {
        if (review.terminations[i] > 0) {
            terminations += fmt::format("{}{} {}", terminations.empty() ? "" : ", ", kTerminationNames[i],
                                        review.terminations[i]);
        }
    }
    const auto [draws, wins, losses] = review.results;
    say(fmt::format("Games: {}{}\n", review.games, terminations.empty() ? "" : " (" + terminations + ")"));
    say(fmt::format("Total: {}, WLD: {}/{}/{}\n", draws + wins + losses, wins, losses, draws));
    if (review.unscored > 0) {
        say(fmt::format("Unscored: {}\n", review.unscored));
    }
    say(review.found.empty() ? "No differences.\n" : fmt::format("Differences: {}\n", review.found.size()));
    return review.found.empty() ? ExitStatus::Done : ExitStatus::Differences;
}

ExitStatus run_perft(const PerftFlags& flags) {
    const ataxx::Position position = ataxx::parse_fen(flags.fen).position;
    say(fmt::format(
        "{}\n", perft(position, flags.depth, flags.messages ? ataxx::PerftCount::Messages : ataxx::PerftCount::Positions)));
    return ExitStatus::Done;
}

constexpr ValueForm kValueForms[] = {
    {"AGENT1", "COMMAND"},      {"AGENT2", "COMMAND"},
    {"FILE", "FILE"},           {"--log", "FILE"},
    {"--seed", "SEED"},         {"--cores", "LIST"},
    {"--trace", "DIR"},         {"--trace-faults", "DIR"},
    {"--fen", "FEN"},           {"--pin", "{game,split,off}"},
    {"--clock", "{wall,fair}"},
};

} // namespace

int main(int argc, char** argv) {
    referee::open_standard_descriptors();
    CLI::App app{"Referees games of Ataxx between two programs."};
    app.set_version_flag("--version", std::string("referee ") + REFEREE_VERSION);
    app.require_subcommand(0, 1); // a wrong word is named by its error, not by the lack of another

    PlayFlags play;
    auto* play_command =
        app.add_subcommand("play", "Play games, one at a time; agent 1 plays first in games 1, 3, 5, ...");
    play_command->add_option("AGENT1", play.commands[0], "Command of agent 1, split as a shell splits words")
        ->required();
    play_command->add_option("AGENT2", play.commands[1], "Command of agent 2")->required();
    play_command->add_option("--games", play.games, "How many games")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    play_command->add_option("--log", play.log, "Write each game as a JSON line to this new file");
    const auto remember_seed = [&play](const std::string& digits) {
        play.seed = parse_seed(digits);
        if (!play.seed) {
            throw CLI::ValidationError("--seed", "'" + digits + "' is not " + std::string(kSeedForm));
        }
    };
    play_command->add_option_function<std::string>(
        "--seed", remember_seed, "Seed of the run; by default a random one, printed at the end");
    play_command->add_option("--time-ms", play.time_ms, "Each agent's time for a game")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    play_command->add_option("--ready-ms", play.ready_ms, "Time to say OK")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    play_command->add_option("--finish-ms", play.finish_ms, "Time to exit after FINISH")
        ->check(CLI::Range(0, 1'000'000'000))
        ->capture_default_str();
    play_command->add_option("--turns", play.turns, "Turns of both sides after which the game ends")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    const auto read_cores = [&play](const std::string& text) {
        try {
            play.placement.cores = parse_cores(text);
        } catch (const UserError& error) {
            throw CLI::ValidationError("--cores", error.what());
        }
    };
    play_command->add_option_function<std::string>(
        "--cores", read_cores, "Cores to play on, e.g. 0,2,4-7; by default all that are allowed");
    const auto read_pin = [&play](const std::string& text) {
        const auto pin = parse_pin(text);
        if (!pin) {
            throw CLI::ValidationError("--pin", "'" + text + "' is unknown; use game, split or off");
        }
        play.placement.pin = *pin;
    };
    play_command
        ->add_option_function<std::string>("--pin", read_pin,
                                           "game: the cores are for both agents; split: each has its own; "
                                           "off: the scheduler decides")
        ->default_str("game");
    play_command
        ->add_option("--threads-per-agent", play.placement.threads_per_agent, "How many cores an agent gets")
        ->check(CLI::Range(1, kMostThreadsPerAgent))
        ->capture_default_str();

    const auto limit = [&](const char* flag, std::optional<std::int64_t>& place, const char* help) {
        play_command->add_option(flag, place, help)->check(CLI::Range(1, 1'000'000'000));
    };
    limit("--memory-mb", play.limits.memory_mb,
          "Address space of each agent's process; breaks what reserves much and uses little (Java, Go)");
    limit("--cpu-s", play.limits.cpu_s, "Processor time of each agent's process");
    limit("--file-mb", play.limits.file_mb, "Size of any file an agent writes");
    play_command
        ->add_option("--stderr-kb", play.stderr_kb,
                     "How much of the end of an agent's standard error is kept")
        ->check(CLI::Range(0, 65536))
        ->capture_default_str();
    const auto read_clock = [&play](const std::string& text) {
        if (text != "wall" && text != "fair") {
            throw CLI::ValidationError("--clock", "'" + text + "' is unknown; use wall or fair");
        }
        play.clock = text == "fair" ? ClockRule::Fair : ClockRule::Wall;
    };
    play_command
        ->add_option_function<std::string>(
            "--clock", read_clock,
            "What of a turn is charged: wall, or fair, which leaves out waits for a core")
        ->default_str("wall");
    play_command->add_option("--trace", play.trace,
                             "Write what is said in each game to a file in this new directory");
    play_command->add_option("--trace-faults", play.trace_faults, "The same, for games with a fault only");

    ReviewFlags review;
    auto* review_command =
        app.add_subcommand("review", "Play a log over again by the rules, recount, list differences");
    review_command->add_option("FILE", review.file, "A log, one JSON line a game")->required();
    review_command->add_option("--game", review.game, "Only the game of this number in the log, from 0")
        ->check(CLI::NonNegativeNumber);
    auto* show_flag = review_command->add_flag("--show", review.show, "Draw the boards");
    review_command->add_option("--turn", review.turn, "Draw only the board after this turn; 0 is the start")
        ->check(CLI::NonNegativeNumber)
        ->needs(show_flag);

    PerftFlags perft_flags;
    auto* perft_command = app.add_subcommand("perft", "Count the leaves of the tree of moves");
    perft_command->add_option("--depth", perft_flags.depth, "Plies")->required()->check(CLI::Range(0, 64));
    perft_command->add_option("--fen", perft_flags.fen, "Position to start from")->capture_default_str();
    perft_command->add_flag("--messages", perft_flags.messages, "Count MOVE lines instead of positions");

    expect_decimals(app);
    show_value_forms(app, kValueForms);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            throw CLI::RequiredError("A subcommand, play, review or perft,");
        }
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(kProgram, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    }
    return guarded(kProgram, [&] {
        if (play_command->parsed()) {
            return run_play(play);
        }
        return review_command->parsed() ? run_review(review) : run_perft(perft_flags);
    });
}

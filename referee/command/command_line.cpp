#include "referee/command/command_line.hpp"

#include "referee/base/call.hpp"
#include "referee/command/commands.hpp"
#include "referee/command/parser.hpp"
#include "referee/game/settings/setting.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace referee {
namespace {

constexpr Example kExamples[] = {
    {"", "referee play greedy random", "a game between two of the agents that come with it"},
    {"", "referee review games.jsonl --show", "draw the games of a log, and check them by the rules"},
    {"", "referee help play", "the flags of a subcommand, as referee play --help"},
    {"play", "referee play 'minimax --depth 3' 'mcts --nodes 200' --games 4 --log games.jsonl --overwrite",
     "four games; their log replaces the one before"},
    {"play", "referee play ttco greedy --time-ms 1000 --trace said --overwrite",
     "a second for each agent; all that they say is in said/game-000000.txt"},
    {"review", "referee review games.jsonl", "what differs from the rules, for each line of the log"},
    {"review", "referee review games.jsonl --show --game 2", "draw one game"},
    {"review", "referee review games.jsonl --show --game 2 --turn 5", "draw one position"},
    {"perft", "referee perft --depth 4", "how many positions there are after four plies"},
    {"perft", "referee perft --depth 2 --fen 'x5o/7/7/7/7/7/o5x o' --messages",
     "MOVE lines, from a position"},
    {"perft", "referee perft --game connect-four --depth 4 --moves 4453", "after moves of another game"},
    {"check", "referee check 'pvs --depth 3'",
     "what an agent can do; 'proto=uai ./engine' is an engine that speaks UAI"},
    {"check", "referee check greedy --only 5,13 --json", "two of the checks, for machines"},
};

void add_flags(CLI::App& command, PlayFlags& flags) {
    command.add_option("AGENT1", flags.commands.agent1, "Command of agent 1, split as a shell splits words")
        ->type_name("COMMAND")
        ->required();
    command.add_option("AGENT2", flags.commands.agent2, "Command of agent 2")
        ->type_name("COMMAND")
        ->required();
    add_setting_flags(command, play_flag_settings(), flags);
    for (const char* const other : {"--tc", "--move-ms"}) {
        command.get_option("--time-ms")->excludes(other);
    }
}

void add_flags(CLI::App& command, ReviewFlags& flags) {
    command.add_option("FILE", flags.file, "A log, one JSON line a game")->type_name("FILE")->required();
    command.add_option("--game", flags.game, "Only the game of this number in the log, from 0");
    auto* const show = command.add_flag("--show", flags.show, "Draw the boards");
    command.add_option("--turn", flags.turn, "Draw only the board after this turn; 0 is the start")
        ->needs(show);
}

void add_flags(CLI::App& command, PerftFlags& flags) {
    expect_in(*command.add_option("--depth", flags.depth, "Plies")->required(), {0, 64});
    const auto expect_among = [](CLI::Option& option, const Words& words) {
        const auto problem = [words](const std::string& text) {
            return problem_among(words, text).value_or("");
        };
        option.type_name(form_of(words))->check(problem, "");
    };
    expect_among(*command.add_option("--game", flags.game, "The game")->capture_default_str(), game_names());
    expect_among(*command.add_option("--rules", flags.rules,
                                     "Rules of a game that has several; by default articles or orthodox"),
                 rule_set_names());
    auto* const fen = command.add_option("--fen", flags.fen, "Position to start from; by default the start")
                          ->type_name("FEN");
    command.add_option("--moves", flags.moves, "Moves to make first, from the start: their numbers")
        ->type_name("LIST")
        ->excludes(fen);
    command.add_flag("--messages", flags.messages, "Count MOVE lines instead of positions");
}

void add_flags(CLI::App& command, CheckFlags& flags) {
    command.add_option("AGENT", flags.command, "Its command, with settings before it")
        ->type_name("COMMAND")
        ->required();
    command.add_option("--only", flags.only, "Numbers of the checks to make, with commas")->type_name("LIST");
    expect_in(
        *command.add_option("--games", flags.games, "Games against random moves")->capture_default_str(),
        {1, 10'000});
    expect_in(*command.add_option("--positions", flags.positions, "Positions that are drawn")
                   ->capture_default_str(),
              {1, 1'000'000});
    command.add_option("--seed", flags.seed, "Seed of what is drawn")
        ->type_name("SEED")
        ->capture_default_str();
    command.add_flag("--json", flags.json, "Print one JSON object");
    add_setting_flags(command, check_flag_settings(), flags);
}

/// The subcommands, and what their flags are given.
class CommandLine {
  public:
    CommandLine() {
        app_.set_version_flag("--version", std::string("referee ") + REFEREE_VERSION);
        app_.require_subcommand(0, 1);
        add_flags(*play_command_, play_);
        add_flags(*review_command_, review_);
        add_flags(*perft_command_, perft_);
        add_flags(*check_command_, check_);
        expect_decimals(app_);
    }

    [[nodiscard]] std::variant<CommandFlags, ExitStatus> parse(std::span<char* const> argv) {
        const CallTexts texts{setting_synonyms(), command_synonyms(), {kExamples, kFlagGroups}};
        if (const auto status = parse_call(app_, kProgram, argv, texts)) {
            return *status;
        }
        return given();
    }

  private:
    [[nodiscard]] CommandFlags given() {
        if (play_command_->parsed()) {
            return std::move(play_);
        }
        if (review_command_->parsed()) {
            return std::move(review_);
        }
        if (check_command_->parsed()) {
            return std::move(check_);
        }
        return std::move(perft_);
    }

    CLI::App app_{"Referees games of Ataxx, Connect Four, Tic-Tac-Toe and chess between two programs."};
    CLI::App* play_command_ =
        app_.add_subcommand("play", "Play games, one at a time; agent 1 plays first in games 0, 2, 4, ...");
    CLI::App* review_command_ =
        app_.add_subcommand("review", "Play a log over again by the rules, recount, list differences");
    CLI::App* perft_command_ = app_.add_subcommand("perft", "Count the leaves of the tree of moves");
    CLI::App* check_command_ = app_.add_subcommand("check", "Say what an agent can do, one line a check");
    PlayFlags play_;
    ReviewFlags review_;
    PerftFlags perft_;
    CheckFlags check_;
};

} // namespace

std::variant<CommandFlags, ExitStatus> parse_command_line(int argc, char** argv) {
    return CommandLine().parse({argv, static_cast<std::size_t>(argc)});
}

} // namespace referee

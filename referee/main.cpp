// The program `referee`: plays single games, checks logs, counts moves.

#include "referee/base/console.hpp"
#include "referee/command/command_line.hpp"
#include "referee/command/perft_command.hpp"
#include "referee/command/play_command.hpp"
#include "referee/command/review_command.hpp"
#include "referee/process/limits.hpp"

#include <CLI/CLI.hpp>

#include <string>

int main(int argc, char** argv) {
    using namespace referee;
    constexpr const char* kProgram = "referee";
    open_standard_descriptors();
    CLI::App app{"Referees games of Ataxx between two programs."};
    app.set_version_flag("--version", std::string("referee ") + REFEREE_VERSION);
    app.require_subcommand(0, 1); // not 1: then a wrong word is an error that names the word

    PlayFlags play;
    auto* const play_command =
        app.add_subcommand("play", "Play games, one at a time; agent 1 plays first in games 1, 3, 5, ...");
    add_play_flags(*play_command, play);

    ReviewFlags review;
    auto* const review_command =
        app.add_subcommand("review", "Play a log over again by the rules, recount, list differences");
    add_review_flags(*review_command, review);

    PerftFlags perft;
    auto* const perft_command = app.add_subcommand("perft", "Count the leaves of the tree of moves");
    add_perft_flags(*perft_command, perft);

    if (const auto status = read_command_line(app, argc, argv, kProgram, "play, review or perft")) {
        return *status;
    }
    return guarded(kProgram, [&] {
        return play_command->parsed() ? run(play) : review_command->parsed() ? run(review) : run(perft);
    });
}

#include "referee/command/perft_command.hpp"

#include "referee/rules/ataxx/perft.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace referee {

void add_perft_flags(CLI::App& command, PerftFlags& flags) {
    command.add_option("--depth", flags.depth, "Plies")->required()->check(CLI::Range(0, 64));
    command.add_option("--fen", flags.fen, "Position to start from")->capture_default_str()->type_name("FEN");
    command.add_flag("--messages", flags.messages, "Count MOVE lines instead of positions");
}

ExitStatus run(const PerftFlags& flags) {
    const auto what = flags.messages ? ataxx::PerftCount::Messages : ataxx::PerftCount::Positions;
    const ataxx::Position position = ataxx::parse_fen(flags.fen).position;
    say(fmt::format("{}\n", perft(position, flags.depth, what)));
    return ExitStatus::Done;
}

} // namespace referee

#include "referee/command/perft_command.hpp"

#include "referee/rules/ataxx/perft.hpp"

#include <fmt/format.h>

namespace referee {

ExitStatus run(const PerftFlags& flags) {
    const auto what = flags.messages ? ataxx::PerftCount::Messages : ataxx::PerftCount::Positions;
    const ataxx::Position position = ataxx::parse_fen(flags.fen).position;
    say(fmt::format("{}\n", perft(position, flags.depth, what)));
    return ExitStatus::Done;
}

} // namespace referee

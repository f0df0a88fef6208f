#include "referee/command/perft_command.hpp"

#include "referee/rules/games.hpp"
#include "referee/rules/perft.hpp"

#include <fmt/format.h>

namespace referee {

ExitStatus run(const PerftFlags& flags) {
    const auto what = flags.messages ? PerftCount::Messages : PerftCount::Positions;
    const auto leaves = with_game(
        Game::Ataxx, [&]<class G>(G) { return perft<G>(G::read_fen(flags.fen), flags.depth, what); });
    say(fmt::format("{}\n", leaves));
    return ExitStatus::Done;
}

} // namespace referee

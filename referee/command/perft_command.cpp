#include "referee/base/user_error.hpp"
#include "referee/command/commands.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/rules/rules.hpp"

#include <fmt/format.h>

#include <limits>

namespace referee {
namespace {

Board board_of(const PerftFlags& flags) {
    PlaySettings settings;
    settings.game = flags.game;
    settings.rules = flags.rules;
    check_rules(settings, flag_of);
    const Game game = rules_of(settings);
    if (flags.fen) {
        return read_fen(game, *flags.fen);
    }
    try {
        constexpr auto kAny = std::numeric_limits<std::size_t>::max();
        return make_moves(game, flags.moves, kAny, MayEnd::Yes).board;
    } catch (const UserError& error) {
        throw UserError(std::string("--moves: ") + error.what());
    }
}

} // namespace

ExitStatus run(const PerftFlags& flags) {
    const auto what = flags.messages ? PerftCount::Messages : PerftCount::Positions;
    const auto count = [&](const auto& position) {
        return perft<RulesOf<decltype(position)>>(position, flags.depth, what);
    };
    say(fmt::format("{}\n", std::visit(count, board_of(flags).position())));
    return ExitStatus::Done;
}

} // namespace referee

#include "sprt/simulate/game_model.hpp"

#include "referee/base/seed.hpp"

namespace sprt {
namespace {

using referee::Winner;

constexpr double kVariationOfDurations = 0.35;

} // namespace

PlayModel chances_of(const GameModel& model) noexcept {
    return play_model(model.true_elo, model.draws, model.bias_elo);
}

SimulatedGames::SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept
    : wins_last_(model.wins_last)
    , losses_last_(model.losses_last)
    , deterministic_(model.deterministic)
    , chances_(chances_of(model))
    , openings_(referee::mixed(seed, 0))
    , results_(referee::mixed(seed, 1))
    , random_(referee::mixed(seed, 2))
    , durations_(kVariationOfDurations) {}

GameResult SimulatedGames::play(const ScheduledGame& game) const noexcept {
    const bool plays_first = game.first == referee::Player::Agent1;
    const bool favours_first = referee::mixed(openings_, game.opening) >> 63 != 0;
    const GameChances& chances = favours_first == plays_first ? chances_.favoured : chances_.hindered;
    const std::uint64_t moves =
        referee::mixed(results_, deterministic_ ? 2 * game.opening + (plays_first ? 0 : 1) : game.game);
    const double luck = unit_interval(moves);
    return {.game = game.game,
            .pair = game.pair,
            .opening = game.opening,
            .moves = moves,
            .winner = luck < chances.win                  ? Winner::Agent1
                      : luck < chances.win + chances.draw ? Winner::Draw
                                                          : Winner::Agent2};
}

double SimulatedGames::duration(const GameResult& result) noexcept {
    const double length = durations_.draw(random_);
    switch (*result.winner) {
    case Winner::Draw:
        break;
    case Winner::Agent1:
        return wins_last_ * length;
    case Winner::Agent2:
        return losses_last_ * length;
    }
    return length;
}

} // namespace sprt

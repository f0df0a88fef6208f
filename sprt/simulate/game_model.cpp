#include "sprt/simulate/game_model.hpp"

#include "referee/base/seed.hpp"
#include "sprt/stats/elo.hpp"

#include <cstddef>

namespace sprt {
namespace {

using referee::Winner;

constexpr double kVariationOfDurations = 0.35;

} // namespace

std::optional<RepeatedPlay> repeated_play(const GameModel& model) noexcept {
    constexpr Winner kWin = Winner::Agent1;
    constexpr Winner kLoss = Winner::Agent2;
    constexpr std::array<referee::PerSide<Winner>, 5> kByPoints{
        {{kLoss, kLoss}, {Winner::Draw, kLoss}, {kWin, kLoss}, {kWin, Winner::Draw}, {kWin, kWin}}};
    constexpr double kRounding = 1e-12;
    double repeated_score = 0;
    for (const auto& repeated : kByPoints) {
        const double score =
            (expected_score(model.true_elo) - model.repeat_share * repeated_score) / (1 - model.repeat_share);
        if (score >= -kRounding && score <= 1 + kRounding) {
            return RepeatedPlay{.repeated = repeated, .other_elo = elo_of_score(score)};
        }
        repeated_score += 0.25;
    }
    return std::nullopt;
}

std::array<double, 5> pair_chances(const GameModel& model) noexcept {
    if (model.repeat_share <= 0) {
        return play_model(model.true_elo, model.draws, model.bias_elo).pair;
    }
    const auto play = repeated_play(model);
    const double share = model.repeat_share;
    const auto mixed = [share](const GameChances& other, Winner repeated) {
        return GameChances{.win = (1 - share) * other.win + (repeated == Winner::Agent1 ? share : 0),
                           .draw = (1 - share) * other.draw + (repeated == Winner::Draw ? share : 0),
                           .loss = (1 - share) * other.loss + (repeated == Winner::Agent2 ? share : 0)};
    };
    const auto [favoured, hindered, game, pair] = play_model(play->other_elo, model.draws, model.bias_elo);
    const auto [first, second] = play->repeated;
    const auto one = pair_chances(mixed(favoured, first), mixed(hindered, second));
    const auto two = pair_chances(mixed(hindered, first), mixed(favoured, second));
    std::array<double, 5> chances{};
    for (std::size_t points = 0; points < chances.size(); ++points) {
        chances[points] = (one[points] + two[points]) / 2;
    }
    return chances;
}

SimulatedGames::SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept
    : wins_last_(model.wins_last)
    , losses_last_(model.losses_last)
    , deterministic_(model.deterministic)
    , repeat_share_(model.repeat_share)
    , openings_(referee::mixed(seed, 0))
    , results_(referee::mixed(seed, 1))
    , repeats_(referee::mixed(seed, 3))
    , random_(referee::mixed(seed, 2))
    , durations_(kVariationOfDurations) {
    double elo = model.true_elo;
    if (const auto play = repeat_share_ > 0 ? repeated_play(model) : std::nullopt) {
        repeated_ = play->repeated;
        elo = play->other_elo;
    }
    chances_ = play_model(elo, model.draws, model.bias_elo);
}

GameResult SimulatedGames::play(const ScheduledGame& game) const noexcept {
    const bool plays_first = game.first == referee::Player::Agent1;
    const bool favours_first = referee::mixed(openings_, game.opening) >> 63 != 0;
    const GameChances& chances = favours_first == plays_first ? chances_.favoured : chances_.hindered;
    const std::uint64_t opening_and_seat = 2 * game.opening + (plays_first ? 0 : 1);
    if (repeat_share_ > 0 && unit_interval(referee::mixed(repeats_, game.game)) < repeat_share_) {
        return {.game = game.game,
                .pair = game.pair,
                .opening = game.opening,
                .moves = referee::mixed(repeats_, ~opening_and_seat),
                .winner = plays_first ? repeated_.first : repeated_.second};
    }
    const std::uint64_t moves = referee::mixed(results_, deterministic_ ? opening_and_seat : game.game);
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

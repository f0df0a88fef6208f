#include "sprt/stats/model.hpp"

#include <algorithm>

namespace sprt {

std::string_view name(Model model) noexcept {
    constexpr std::array<std::string_view, kModels.size()> kNames{
        "pentanomial", "normalized", "trinomial", "wald", "bayeselo", "bayeselo-true"};
    return kNames[static_cast<std::size_t>(model)];
}

std::optional<Model> model_named(std::string_view text) noexcept {
    for (const Model model : kModels) {
        if (name(model) == text) {
            return model;
        }
    }
    return std::nullopt;
}

bool is_pairwise(Model model) noexcept {
    return model == Model::Pentanomial || model == Model::Normalized;
}

std::string_view name(RepeatRule rule) noexcept {
    return rule == RepeatRule::Count ? "count" : "collapse";
}

std::optional<RepeatRule> repeat_rule_named(std::string_view text) noexcept {
    for (const RepeatRule rule : {RepeatRule::Count, RepeatRule::Collapse}) {
        if (name(rule) == text) {
            return rule;
        }
    }
    return std::nullopt;
}

RepeatRule default_repeat_rule(Model model) noexcept {
    return is_pairwise(model) ? RepeatRule::Collapse : RepeatRule::Count;
}

namespace {

/// The difference in strength, x, whose mean score over both sides of the opening is that of `elo`. With
/// q = 10^(-x/400) and c = 10^(b/400) + 10^(-b/400) it solves (1 + c q / 2) / (1 + c q + q^2) = score, a
/// quadratic equation in q.
double strength(double elo, double bias_elo) noexcept {
    const double against = expected_score(-std::abs(elo)); // the smaller score, which keeps its digits
    const double excess = score_gap(0, std::abs(elo));
    const double factor = std::pow(10, bias_elo / 400);
    const double linear = (factor + 1 / factor) * excess;
    const double q = 2 * against / (linear + std::sqrt(linear * linear + 4 * against * (1 - against)));
    return std::copysign(-400 * std::log10(q), elo) + 0.0;
}

GameChances chances(double elo, double draws) noexcept {
    const double score = expected_score(elo);
    const double rest = expected_score(-elo);
    const double draw = std::min({draws * 4 * score * rest, 2 * score, 2 * rest});
    return {.win = std::max(0.0, score - draw / 2), .draw = draw, .loss = std::max(0.0, rest - draw / 2)};
}

/// (mean - 1/2) / standard deviation of pairs; not a number when all pairs end with 1 point.
double pair_t_of(double true_elo, double draws, double bias_elo) noexcept {
    const Moments pairs = moments(play_model(true_elo, draws, bias_elo).pair);
    return (pairs.mean - 0.5) / std::sqrt(pairs.variance);
}

} // namespace

std::array<double, 5> pair_chances(const GameChances& first, const GameChances& second) noexcept {
    return {first.loss * second.loss, first.loss * second.draw + first.draw * second.loss,
            first.loss * second.win + first.draw * second.draw + first.win * second.loss,
            first.draw * second.win + first.win * second.draw, first.win * second.win};
}

PlayModel play_model(double true_elo, double draws, double bias_elo) noexcept {
    const double bias = std::min(std::abs(bias_elo), kSearchedElo);
    const double x = strength(std::clamp(true_elo, -kSearchedElo, kSearchedElo), bias);
    const GameChances first = chances(x + bias, draws);
    const GameChances second = chances(x - bias, draws);
    return {.favoured = first,
            .hindered = second,
            .game = {.win = (first.win + second.win) / 2,
                     .draw = (first.draw + second.draw) / 2,
                     .loss = (first.loss + second.loss) / 2},
            .pair = pair_chances(first, second)};
}

std::optional<double> true_elo_of_nelo(double nelo, double draws, double bias_elo) noexcept {
    const double wanted = pair_t(std::abs(nelo));
    double low = 0;
    double high = kSearchedElo;
    constexpr double kRounding = 1e-12; // equals have t = 0, or none when all games are drawn
    if (!(pair_t_of(low, draws, bias_elo) < kRounding && pair_t_of(high, draws, bias_elo) >= wanted)) {
        return std::nullopt;
    }
    while (high - low > 1e-10) {
        const double middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        (pair_t_of(middle, draws, bias_elo) < wanted ? low : high) = middle;
    }
    return std::copysign((low + high) / 2, nelo) + 0.0;
}

} // namespace sprt

#include "sprt/ledger/repeats.hpp"

#include "referee/base/seed.hpp"
#include "sprt/ledger/game_result.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

std::size_t PairWinners::half_points() const noexcept {
    return sprt::half_points(a.winner) + sprt::half_points(b.winner);
}

bool have_other_openings(const GameResult& a, const GameResult& b) noexcept {
    return a.opening && b.opening && *a.opening != *b.opening;
}

bool is_whole_pair(const GameResult& a, const GameResult& b) noexcept {
    return a.winner && b.winner && !have_other_openings(a, b);
}

PairWinners winners_of(const GameResult& a, const GameResult& b) noexcept {
    return {{*a.winner, a.ended_by}, {*b.winner, b.ended_by}};
}

std::uint64_t opening_of(const GameResult& a, const GameResult& b) noexcept {
    return a.opening.value_or(b.opening.value_or(a.moves));
}

const PairWinners& Repeats::first_of(std::uint64_t opening) const {
    return openings_.at(opening).group.first();
}

Comparison Repeats::add(const GameResult& a, const GameResult& b) {
    const PairWinners winners = winners_of(a, b);
    const double points = static_cast<double>(winners.half_points()) / 2;
    const std::uint64_t opening = opening_of(a, b);
    History& history = openings_[opening];
    if (history.pairs > 0) {
        opening_squares_ -= history.points * history.points / history.pairs;
    }
    sizes_squared_ += 2 * history.pairs + 1;
    history.pairs += 1;
    history.points += points;
    opening_squares_ += history.points * history.points / history.pairs;
    sum_ += points;
    squares_ += points * points;
    ++pairs_;

    const Print print{referee::mixed(a.moves, b.moves), {a.rest, b.rest}}; // in this order: the seats differ
    const bool is_broken_off = a.broken_off || b.broken_off;
    const Comparison comparison = is_broken_off ? history.group.add_broken_off(counts_.mostly_repeat())
                                                : history.group.add(print, winners, opening, others_);
    counts_.add(comparison, is_broken_off);
    return comparison;
}

std::optional<double> Repeats::n_eff() const noexcept {
    const auto pairs = static_cast<double>(pairs_);
    const auto openings = static_cast<double>(openings_.size());
    if (pairs_ == 0) {
        return std::nullopt;
    }
    if (pairs == openings) {
        return pairs;
    }
    constexpr double kRounding = 1e-9;
    const double within = std::max(0.0, squares_ - opening_squares_) / (pairs - openings);
    if (within < kRounding) { // pairs from the same opening have the same points
        return openings;
    }
    if (openings_.size() == 1) {
        return std::nullopt;
    }
    const double between = std::max(0.0, opening_squares_ - sum_ * sum_ / pairs) / (openings - 1);
    const double size = (pairs - sizes_squared_ / pairs) / (openings - 1);
    const double rho = std::clamp((between - within) / (between + (size - 1) * within), 0.0, 1.0);
    return pairs / (1 + (pairs / openings - 1) * rho);
}

namespace {

using referee::AdjudicationRule;
using referee::Winner;

/// By how many half points of agent 1 a game with this result changes when it becomes `worst`.
int harm(const RuledWinner& game, Winner worst) noexcept {
    return std::abs(static_cast<int>(half_points(game.winner)) - static_cast<int>(half_points(worst)));
}

/// Counts `times` pairs that were `before` as `after`.
void recount(Ptnml& pairs, const PairWinners& before, const PairWinners& after, std::uint64_t times) {
    pairs.counts[before.half_points()] -= times;
    pairs.counts[after.half_points()] += times;
}

/// In models of games only the first one of a pair is a game.
void recount(Wld& games, const PairWinners& before, const PairWinners& after, std::uint64_t times) {
    games_with(games, before.a.winner) -= times;
    games_with(games, after.a.winner) += times;
}

} // namespace

void AdjudicationCounts::add(const GameResult& game) noexcept {
    if (game.ended_by) {
        ++of[*game.ended_by].ended;
    }
    if (game.verified) {
        RuleCounts& rule = of[game.verified->rule];
        ++rule.verified;
        rule.wrong += game.verified->is_wrong ? 1U : 0U;
        rule.turns_saved += game.verified->turns_saved;
    }
}

RuleCounts AdjudicationCounts::total() const noexcept {
    RuleCounts sum;
    for (const AdjudicationRule rule : referee::kAdjudicationRules) {
        sum.ended += of[rule].ended;
        sum.verified += of[rule].verified;
        sum.wrong += of[rule].wrong;
        sum.turns_saved += of[rule].turns_saved;
    }
    return sum;
}

void AdjudicatedGames::add(const PairWinners& pair, std::uint64_t times) {
    if (pair.a.rule || pair.b.rule) {
        pairs_[pair] += times;
    }
}

Counts AdjudicatedGames::worst_for(Verdict verdict, const Counts& counted,
                                   const AdjudicationCounts& rules) const {
    const Winner worst = verdict == Verdict::H1 ? Winner::Agent2 : Winner::Agent1;
    referee::PerRule<std::uint64_t> left; // games that are still to be taken for wrong
    for (const AdjudicationRule rule : referee::kAdjudicationRules) {
        std::uint64_t ended = 0;
        for (const auto& [pair, times] : pairs_) {
            ended += (pair.a.rule == rule ? times : 0) + (pair.b.rule == rule ? times : 0);
        }
        left[rule] = std::min(ended, static_cast<std::uint64_t>(std::ceil(rules.of[rule].most_wrong() *
                                                                          static_cast<double>(ended))));
    }
    Pairs pairs = pairs_;
    Counts counts = counted;
    for (const int most_harm : {2, 1}) {
        for (RuledWinner PairWinners::*const game : {&PairWinners::a, &PairWinners::b}) {
            const std::vector<std::pair<PairWinners, std::uint64_t>> now(pairs.begin(), pairs.end());
            for (const auto& each : now) {
                const PairWinners& before = each.first;
                const RuledWinner& ruled = before.*game;
                if (!ruled.rule || harm(ruled, worst) != most_harm) {
                    continue;
                }
                const std::uint64_t times = std::min(each.second, left[*ruled.rule]);
                PairWinners after = before;
                after.*game = RuledWinner(worst);
                left[*ruled.rule] -= times;
                pairs[before] -= times;
                pairs[after] += times;
                std::visit([&](auto& those) { recount(those, before, after, times); }, counts);
            }
        }
    }
    return counts;
}

} // namespace sprt

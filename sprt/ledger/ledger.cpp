#include "sprt/ledger/ledger.hpp"

#include "referee/base/seed.hpp"
#include "referee/game/job.hpp"
#include "sprt/ledger/game_result.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace sprt {
namespace {

constexpr std::uint64_t kFewestPairs = 30;

/// `r`, whose mean and variance are known when the order does not matter.
Correlation correlation(double r, double mean, double variance) noexcept {
    const double deviations = std::abs(r - mean) / std::sqrt(variance);
    return {.r = r, .p = std::erfc(deviations / std::numbers::sqrt2)};
}

} // namespace

void DriftSums::add(double score) noexcept {
    if (pairs_ == 0) {
        first_ = score;
    } else {
        neighbours_ += score * last_;
    }
    sum_ += score;
    squares_ += score * score;
    numbered_ += score * static_cast<double>(pairs_);
    last_ = score;
    ++pairs_;
}

Drift DriftSums::drift() const noexcept {
    Drift drift{.pairs = pairs_, .lag_one = {}, .trend = {}};
    const auto n = static_cast<double>(pairs_);
    const double mean = sum_ / n;
    const double squares = squares_ - mean * sum_;
    constexpr double kRounding = 1e-9;
    if (pairs_ < kFewestPairs || squares <= kRounding * n) {
        return drift;
    }
    const double neighbours = neighbours_ - mean * (2 * sum_ - first_ - last_) + (n - 1) * mean * mean;
    drift.lag_one = correlation(neighbours / squares, -1 / n, (n - 2) * (n - 2) / (n * n * (n - 1)));
    const double with_number = numbered_ - sum_ * (n - 1) / 2;
    const double squares_of_numbers = n * (n * n - 1) / 12;
    drift.trend = correlation(with_number / std::sqrt(squares * squares_of_numbers), 0, 1 / (n - 1));
    return drift;
}

namespace {

using referee::Winner;

/// Games from one opening with the same seats, or with the others. Without an opening a game is alone.
std::uint64_t group_of(const GameResult& result, bool with_other_seats = false) noexcept {
    const bool is_first = referee::begins_pair(result.game) != with_other_seats;
    return referee::mixed(result.opening.value_or(result.moves), is_first ? 0 : 1);
}

/// The winner of a game that `loser` had lost, if it was disturbed.
Winner if_lost_by(referee::Player loser, Winner winner, bool is_disturbed) noexcept {
    return is_disturbed ? referee::winner_is(referee::other(loser)) : winner;
}

RuledWinner ruled(const GameResult& result) noexcept {
    return {*result.winner, result.ended_by};
}

/// Copies count from the moment that the agents show chance.
bool counts(const Comparison& comparison) noexcept {
    return comparison.is_new || comparison.shows_chance;
}

} // namespace

Ledger::Ledger(const std::optional<SequentialTest>& test, RepeatRule repeats)
    : test_(test)
    , rule_(repeats)
    , by_pairs_(!test || is_pairwise(test->model())) {}

Counts Ledger::counts_of(const Sums& sums) const noexcept {
    return by_pairs_ ? Counts(sums.pairs) : Counts(sums.games);
}

Evaluation Ledger::evaluate(const Counts& counts) const noexcept {
    return test_ ? test_->evaluate(counts) : Evaluation{};
}

void Ledger::add(const GameResult& result) {
    add_game(result);
    if (referee::begins_pair(result.game)) {
        half_ = result;
        return;
    }
    assert(half_ && half_->game + 1 == result.game);
    add_pair(*half_, result);
    half_.reset();
}

void Ledger::add_game(const GameResult& result) {
    if (!result.winner) {
        ++unscored_;
        if (result.disturbed) {
            ++doubted_[kDisturbed];
            count_lost_game();
        }
        return;
    }
    ++games_with(games_, *result.winner);
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        doubted_[i] += result.*kDoubts[i].is_doubted ? 1U : 0U;
    }
    adjudicated_.add(result);
    if (by_pairs_) {
        return;
    }
    if (rule_ == RepeatRule::Collapse) {
        const Comparison comparison = compare(result);
        const std::uint64_t group = group_of(result);
        if (!counts(comparison)) {
            keep_copy(group, {result, {}}, ruled(result) != groups_of_games_.at(group).first());
            return;
        }
        if (comparison.shows_chance) { // then the other seat counts as often as this one
            const std::uint64_t other = group_of(result, true);
            count_copies(group, comparison.copies);
            count_copies(other, groups_of_games_[other].show_chance());
        }
    }
    count_games(ruled(result), 1, result);
    verdict_ = evaluate(counted_.games).verdict;
}

/// The first game of `group` so many times more, with what there is to doubt of its copies.
void Ledger::count_copies(std::uint64_t group, std::uint64_t times) {
    if (times == 0) {
        return;
    }
    const RuledWinner first = groups_of_games_.at(group).first();
    const Copies copies = take_copies(group);
    for (const Copy& copy : copies) {
        count_games(ruled(copy.front()), 1, copy.front());
    }
    count_games(first, times - copies.size());
}

Comparison Ledger::compare(const GameResult& result) {
    const std::uint64_t number = group_of(result);
    Group<RuledWinner>& group = groups_of_games_[number];
    const Comparison comparison =
        result.broken_off ? group.add_broken_off(repeated_games_.mostly_repeat())
                          : group.add({result.moves, {result.rest}}, ruled(result), number, other_games_);
    repeated_games_.add(comparison, result.broken_off);
    return comparison;
}

void Ledger::count_games(const RuledWinner& game, std::uint64_t times, const GameResult& result) {
    games_with(counted_.games, game.winner) += times;
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        const bool is_doubted = result.*kDoubts[i].is_doubted;
        for (const referee::Player loser : referee::kPlayers) {
            if (!is_doubted || kDoubts[i].are_lost) {
                games_with(otherwise_[i][loser].games, if_lost_by(loser, game.winner, is_doubted)) += times;
            }
        }
    }
    ended_by_rules_.add({game, {}}, times);
}

void Ledger::add_pair(const GameResult& a, const GameResult& b) {
    if (!is_whole_pair(a, b)) {
        ++dropped_pairs_;
        // Whoever changes what it offers chooses the pairs that count.
        const bool openings_differ = have_other_openings(a, b);
        doubted_[kDisturbed] += openings_differ ? 1U : 0U;
        if (a.disturbed || b.disturbed || openings_differ) {
            count_lost_pair();
        }
        return;
    }
    alike_pairs_ += a.line != 0 && a.line == b.line ? 1U : 0U;
    const PairWinners winners = winners_of(a, b);
    const Comparison comparison = repeats_.add(a, b);
    drift_.add(static_cast<double>(winners.half_points()) / 2);
    if (rule_ == RepeatRule::Collapse) {
        const std::uint64_t opening = opening_of(a, b);
        if (!counts(comparison)) {
            if (by_pairs_) {
                keep_copy(opening, {a, b}, winners != repeats_.first_of(opening));
            }
            return;
        }
        if (comparison.copies > 0) {
            const PairWinners first = repeats_.first_of(opening);
            const Copies copies = take_copies(opening);
            for (const Copy& copy : copies) {
                count_pairs(winners_of(copy.front(), copy.back()), 1, copy.front(), copy.back());
            }
            count_pairs(first, comparison.copies - copies.size());
        }
    }
    count_pairs(winners, 1, a, b);
    if (by_pairs_) {
        verdict_ = evaluate(counted_.pairs).verdict;
    }
}

void Ledger::count_pairs(const PairWinners& winners, std::uint64_t times, const GameResult& a,
                         const GameResult& b) {
    counted_.pairs.counts[winners.half_points()] += times;
    games_with(games_of_pairs_, winners.a.winner) += times;
    games_with(games_of_pairs_, winners.b.winner) += times;
    if (by_pairs_) {
        ended_by_rules_.add(winners, times);
    }
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        const bool is_a = a.*kDoubts[i].is_doubted;
        const bool is_b = b.*kDoubts[i].is_doubted;
        for (const referee::Player loser : referee::kPlayers) {
            if ((!is_a && !is_b) || kDoubts[i].are_lost) {
                const PairWinners lost{if_lost_by(loser, winners.a.winner, is_a),
                                       if_lost_by(loser, winners.b.winner, is_b)};
                otherwise_[i][loser].pairs.counts[lost.half_points()] += times;
            }
        }
    }
}

/// A game that was disturbed and does not count may have been a loss of either agent.
void Ledger::count_lost_game() {
    for (const referee::Player loser : referee::kPlayers) {
        ++games_with(otherwise_[kDisturbed][loser].games, referee::winner_is(referee::other(loser)));
    }
}

/// The same of a pair with such a game: both of its games.
void Ledger::count_lost_pair() {
    ++otherwise_[kDisturbed].agent1.pairs.counts.front();
    ++otherwise_[kDisturbed].agent2.pairs.counts.back();
}

/// Keeps a copy that does not count, and may count later, where it is not just as the first of its group:
/// `differs`, or there is something to doubt.
void Ledger::keep_copy(std::uint64_t group, const Copy& copy, bool differs) {
    const bool is_doubted = std::ranges::any_of(copy, [](const GameResult& game) {
        return std::ranges::any_of(kDoubts, [&](const Doubt& doubt) { return game.*doubt.is_doubted; });
    });
    if (differs || is_doubted) {
        kept_copies_[group].push_back(copy);
    }
}

Ledger::Copies Ledger::take_copies(std::uint64_t group) {
    auto taken = kept_copies_.extract(group);
    return taken ? std::move(taken.mapped()) : Copies();
}

Ledger::Sums Ledger::if_disturbed_were_lost(referee::Player loser) const {
    Sums sums = otherwise_[kDisturbed][loser];
    for (const auto& [group, copies] : kept_copies_) {
        const auto lost = static_cast<std::uint64_t>(std::ranges::count_if(
            copies, [](const Copy& copy) { return copy.front().disturbed || copy.back().disturbed; }));
        games_with(sums.games, referee::winner_is(referee::other(loser))) += lost;
        (loser == referee::Player::Agent1 ? sums.pairs.counts.front() : sums.pairs.counts.back()) += lost;
    }
    return sums;
}

bool Ledger::only_repeats(std::uint64_t in_a_row) const noexcept {
    if (rule_ == RepeatRule::Count) {
        return false;
    }
    return !repeat_counts().show_chance() && in_a_row >= (by_pairs_ ? 1 : 2) * kRepeatedPairsThatEnd;
}

Standing Ledger::standing() const {
    Standing standing;
    standing.games = games_;
    standing.unscored = unscored_;
    standing.pairs = counted_.pairs;
    standing.games_of_pairs = games_of_pairs_;
    standing.whole_pairs = repeats_.pairs();
    standing.alike_pairs = alike_pairs_;
    standing.dropped_pairs = dropped_pairs_;
    standing.distinct_pairs = repeats_.counts().distinct();
    standing.distinct_games = repeated_games_.distinct();
    standing.show_chance = repeat_counts().show_chance();
    standing.n_eff = repeats_.n_eff();
    standing.drift = drift_.drift();
    standing.counted = counts_of(counted_);
    standing.evaluation = evaluate(standing.counted);
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        (standing.*kDoubts[i].where).games = doubted_[i];
    }
    standing.adjudicated = adjudicated_;
    const Verdict verdict = standing.evaluation.verdict;
    if (verdict == Verdict::Continue) {
        return standing;
    }
    const auto favoured = verdict == Verdict::H1 ? referee::Player::Agent1 : referee::Player::Agent2;
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        if (i == kDisturbed && doubted_[i] == 0) {
            continue;
        }
        const Evaluation evaluation =
            evaluate(counts_of(i == kDisturbed ? if_disturbed_were_lost(favoured) : otherwise_[i][favoured]));
        std::optional<Evaluation>& otherwise = (standing.*kDoubts[i].where).otherwise;
        if (!otherwise ||
            (verdict == Verdict::H1 ? evaluation.llr < otherwise->llr : evaluation.llr > otherwise->llr)) {
            otherwise = evaluation;
        }
    }
    if (!ended_by_rules_.empty()) {
        standing.worst_evaluation =
            evaluate(ended_by_rules_.worst_for(verdict, standing.counted, adjudicated_));
    }
    return standing;
}

} // namespace sprt

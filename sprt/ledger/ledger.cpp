#include "sprt/ledger/ledger.hpp"

#include "referee/base/seed.hpp"
#include "referee/game/job.hpp"
#include "sprt/ledger/game_result.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>

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

/// Games from one opening with the same seats. Without an opening a game is alone.
std::uint64_t group_of(const GameResult& result) noexcept {
    return referee::mixed(result.opening.value_or(result.moves), referee::begins_pair(result.game) ? 0 : 1);
}

/// The winner of a game that `loser` had lost, if it was disturbed.
Winner if_lost_by(referee::Player loser, Winner winner, bool is_disturbed) noexcept {
    return is_disturbed ? referee::winner_is(referee::other(loser)) : winner;
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

Evaluation Ledger::evaluate(const Counts& counts) const noexcept {
    return test_ ? test_->evaluate(counts) : Evaluation{};
}

Verdict Ledger::judge(const Counts& counts) const noexcept {
    return test_ ? test_->evaluate(counts).verdict : Verdict::Continue;
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
    disturbed_ += result.disturbed ? 1U : 0U;
    if (!result.winner) {
        ++unscored_;
        if (result.disturbed) {
            count_lost_game();
        }
        return;
    }
    ++games_with(games_, *result.winner);
    disputed_ += result.disputed ? 1U : 0U;
    faulty_ += result.faulty ? 1U : 0U;
    doubtful_ += result.doubtful ? 1U : 0U;
    adjudicated_.add(result);
    if (by_pairs_) {
        return;
    }
    if (rule_ == RepeatRule::Collapse) {
        const Comparison comparison = compare(result);
        if (!counts(comparison)) {
            if (result.disturbed) {
                count_lost_game();
            }
            return;
        }
        if (comparison.copies > 0) {
            count_games(groups_of_games_.at(group_of(result)).first(), comparison.copies, {});
        }
    }
    count_games({*result.winner, result.ended_by}, 1,
                {.disputed = result.disputed,
                 .faulty = result.faulty,
                 .doubtful = result.doubtful,
                 .game_disturbed = result.disturbed});
    verdict_ = judge(weighed_games_);
}

Comparison Ledger::compare(const GameResult& result) {
    Comparison comparison; // that of a new game
    if (!result.broken_off) {
        const std::uint64_t group = group_of(result);
        comparison = groups_of_games_[group].add({result.moves, {result.rest}},
                                                 {*result.winner, result.ended_by}, group, other_games_);
    }
    distinct_games_ += comparison.is_new ? 1U : 0U;
    repeated_games_in_a_row_ = comparison.is_new ? 0 : repeated_games_in_a_row_ + 1;
    games_show_chance_ = games_show_chance_ || comparison.shows_chance;
    return comparison;
}

void Ledger::count_games(const RuledWinner& game, std::uint64_t times, const Doubts& doubts) {
    games_with(weighed_games_, game.winner) += times;
    if (!doubts.disputed) {
        games_with(undisputed_games_, game.winner) += times;
    }
    if (!doubts.faulty) {
        games_with(faultless_games_, game.winner) += times;
    }
    if (!doubts.doubtful) {
        games_with(undoubted_games_, game.winner) += times;
    }
    for (const referee::Player loser : referee::kPlayers) {
        games_with(if_lost_by_[loser].games, if_lost_by(loser, game.winner, doubts.game_disturbed)) += times;
    }
    ended_by_rules_.add({game, {}}, times);
}

void Ledger::add_pair(const GameResult& a, const GameResult& b) {
    // An agent that offers OPENING only in some games makes pairs of games from different openings.
    const bool openings_differ = a.opening && b.opening && *a.opening != *b.opening;
    if (!a.winner || !b.winner || openings_differ) {
        ++dropped_pairs_;
        // Whoever changes what it offers chooses the pairs that count.
        disturbed_ += openings_differ ? 1U : 0U;
        if (a.disturbed || b.disturbed || openings_differ) {
            count_lost_pair();
        }
        return;
    }
    alike_pairs_ += a.line != 0 && a.line == b.line ? 1U : 0U;
    const WholePair pair{
        // Without an opening, a.moves stands for one: a game that never began equals no other game.
        .opening = a.opening.value_or(b.opening.value_or(a.moves)),
        .game_a = a.moves,
        .game_b = b.moves,
        .winners = {{*a.winner, a.ended_by}, {*b.winner, b.ended_by}},
        .broken_off = a.broken_off || b.broken_off,
        .rests = {a.rest, b.rest}};
    const Comparison comparison = repeats_.add(pair);
    drift_.add(static_cast<double>(pair.winners.half_points()) / 2);
    if (rule_ == RepeatRule::Collapse) {
        if (!counts(comparison)) {
            if (a.disturbed || b.disturbed) {
                count_lost_pair();
            }
            return;
        }
        if (comparison.copies > 0) {
            count_pairs(repeats_.first_of(pair.opening), comparison.copies, {});
        }
    }
    count_pairs(pair.winners, 1,
                {.disputed = a.disputed || b.disputed,
                 .faulty = a.faulty || b.faulty,
                 .doubtful = a.doubtful || b.doubtful,
                 .game_disturbed = a.disturbed,
                 .other_disturbed = b.disturbed});
    if (by_pairs_) {
        verdict_ = judge(pairs_);
    }
}

void Ledger::count_pairs(const PairWinners& winners, std::uint64_t times, const Doubts& doubts) {
    pairs_.counts[winners.half_points()] += times;
    games_with(games_of_pairs_, winners.a.winner) += times;
    games_with(games_of_pairs_, winners.b.winner) += times;
    if (by_pairs_) {
        ended_by_rules_.add(winners, times);
    }
    if (!doubts.disputed) {
        undisputed_pairs_.counts[winners.half_points()] += times;
    }
    if (!doubts.faulty) {
        faultless_pairs_.counts[winners.half_points()] += times;
    }
    if (!doubts.doubtful) {
        undoubted_pairs_.counts[winners.half_points()] += times;
    }
    for (const referee::Player loser : referee::kPlayers) {
        const PairWinners lost{if_lost_by(loser, winners.a.winner, doubts.game_disturbed),
                               if_lost_by(loser, winners.b.winner, doubts.other_disturbed)};
        if_lost_by_[loser].pairs.counts[lost.half_points()] += times;
    }
}

/// A game that was disturbed and does not count may have been a loss of either agent.
void Ledger::count_lost_game() {
    for (const referee::Player loser : referee::kPlayers) {
        ++games_with(if_lost_by_[loser].games, referee::winner_is(referee::other(loser)));
    }
}

/// The same of a pair with such a game: both of its games.
void Ledger::count_lost_pair() {
    ++if_lost_by_.agent1.pairs.counts.front();
    ++if_lost_by_.agent2.pairs.counts.back();
}

bool Ledger::only_repeats() const noexcept {
    if (rule_ == RepeatRule::Count) {
        return false;
    }
    return by_pairs_ ? !repeats_.show_chance() && repeats_.in_a_row() >= kRepeatedPairsThatEnd
                     : !games_show_chance_ && repeated_games_in_a_row_ >= 2 * kRepeatedPairsThatEnd;
}

Standing Ledger::standing() const {
    Standing standing;
    standing.games = games_;
    standing.unscored = unscored_;
    standing.pairs = pairs_;
    standing.games_of_pairs = games_of_pairs_;
    standing.whole_pairs = repeats_.pairs();
    standing.alike_pairs = alike_pairs_;
    standing.dropped_pairs = dropped_pairs_;
    standing.distinct_pairs = repeats_.distinct();
    standing.distinct_games = distinct_games_;
    standing.show_chance = by_pairs_ ? repeats_.show_chance() : games_show_chance_;
    standing.n_eff = repeats_.n_eff();
    standing.drift = drift_.drift();
    standing.counted = by_pairs_ ? Counts(pairs_) : Counts(weighed_games_);
    standing.evaluation = evaluate(standing.counted);
    standing.undisputed = by_pairs_ ? Counts(undisputed_pairs_) : Counts(undisputed_games_);
    standing.undisputed_evaluation = evaluate(standing.undisputed);
    standing.faultless_evaluation = evaluate(by_pairs_ ? Counts(faultless_pairs_) : Counts(faultless_games_));
    standing.undoubted_evaluation = evaluate(by_pairs_ ? Counts(undoubted_pairs_) : Counts(undoubted_games_));
    standing.doubtful = doubtful_;
    standing.disturbed = disturbed_;
    standing.disputed = disputed_;
    standing.faulty = faulty_;
    standing.adjudicated = adjudicated_;
    const Verdict verdict = standing.evaluation.verdict;
    if (verdict != Verdict::Continue && disturbed_ > 0) {
        const Sums& lost = verdict == Verdict::H1 ? if_lost_by_.agent1 : if_lost_by_.agent2;
        standing.undisturbed_evaluation = evaluate(by_pairs_ ? Counts(lost.pairs) : Counts(lost.games));
    }
    if (verdict != Verdict::Continue && !ended_by_rules_.empty()) {
        standing.worst_evaluation =
            evaluate(ended_by_rules_.worst_for(verdict, standing.counted, adjudicated_));
    }
    return standing;
}

} // namespace sprt

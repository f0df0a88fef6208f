#include "sprt/ledger/ledger.hpp"

#include "referee/game/alternation.hpp"

#include <cassert>
#include <cstddef>

namespace sprt {
namespace {

using referee::Winner;

constexpr std::uint64_t kRepeatedPairsThatEnd = 3;

void count(Wld& games, Winner winner) noexcept {
    switch (winner) {
    case Winner::Draw:
        ++games.draws;
        break;
    case Winner::Agent1:
        ++games.wins;
        break;
    case Winner::Agent2:
        ++games.losses;
        break;
    }
}

/// Agent 1's half points in a game.
std::size_t half_points(Winner winner) noexcept {
    switch (winner) {
    case Winner::Draw:
        return 1;
    case Winner::Agent1:
        return 2;
    case Winner::Agent2:
        break;
    }
    return 0;
}

} // namespace

Ledger::Ledger(const SequentialTest& test, RepeatRule repeats)
    : test_(test)
    , rule_(repeats)
    , by_pairs_(is_pairwise(test.model())) {}

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
        return;
    }
    count(games_, *result.winner);
    disputed_ += result.disputed ? 1U : 0U;
    if (by_pairs_) {
        return;
    }
    if (rule_ == RepeatRule::Collapse) {
        const bool is_new = seen_games_.insert(result.moves).second;
        repeated_games_in_a_row_ = is_new ? 0 : repeated_games_in_a_row_ + 1;
        if (!is_new) {
            return;
        }
    }
    count(weighed_games_, *result.winner);
    if (!result.disputed) {
        count(undisputed_games_, *result.winner);
    }
    verdict_ = test_.verdict(weighed_games_);
}

void Ledger::add_pair(const GameResult& a, const GameResult& b) {
    // An agent that offers OPENING only in some games makes pairs of games from different openings.
    const bool openings_differ = a.opening && b.opening && *a.opening != *b.opening;
    if (!a.winner || !b.winner || openings_differ) {
        ++dropped_pairs_;
        return;
    }
    const std::size_t points = half_points(*a.winner) + half_points(*b.winner);
    // Without an opening, a.moves stands for one: a game that never began equals no other game.
    const std::uint64_t opening = a.opening.value_or(b.opening.value_or(a.moves));
    const bool is_new = repeats_.add(opening, a.moves, b.moves, static_cast<double>(points) / 2);
    if (!is_new && rule_ == RepeatRule::Collapse) {
        return;
    }
    ++pairs_.counts[points];
    count(games_of_pairs_, *a.winner);
    count(games_of_pairs_, *b.winner);
    if (!a.disputed && !b.disputed) {
        ++undisputed_pairs_.counts[points];
    }
    if (by_pairs_) {
        verdict_ = test_.verdict(pairs_);
    }
}

bool Ledger::only_repeats() const noexcept {
    return rule_ == RepeatRule::Collapse &&
           (by_pairs_ ? repeats_.in_a_row() >= kRepeatedPairsThatEnd
                      : repeated_games_in_a_row_ >= 2 * kRepeatedPairsThatEnd);
}

Standing Ledger::standing() const {
    Standing standing;
    standing.games = games_;
    standing.unscored = unscored_;
    standing.pairs = pairs_;
    standing.games_of_pairs = games_of_pairs_;
    standing.whole_pairs = repeats_.pairs();
    standing.dropped_pairs = dropped_pairs_;
    standing.distinct_pairs = repeats_.distinct();
    standing.distinct_games = seen_games_.size();
    standing.n_eff = repeats_.n_eff();
    standing.counted = by_pairs_ ? Counts(pairs_) : Counts(weighed_games_);
    standing.evaluation = test_.evaluate(standing.counted);
    standing.undisputed = by_pairs_ ? Counts(undisputed_pairs_) : Counts(undisputed_games_);
    standing.undisputed_evaluation = test_.evaluate(standing.undisputed);
    standing.disputed = disputed_;
    return standing;
}

} // namespace sprt

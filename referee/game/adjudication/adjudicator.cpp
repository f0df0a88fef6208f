#include "referee/game/adjudication/adjudicator.hpp"

#include <cstdlib>
#include <limits>

namespace referee {
namespace {

/// A score that can be compared with bounds. A mate is beyond every bound.
std::int64_t comparable(const uai::Score& score) noexcept {
    if (!score.is_mate) {
        return score.value;
    }
    return score.value > 0 ? std::numeric_limits<std::int64_t>::max()
                           : std::numeric_limits<std::int64_t>::min();
}

} // namespace

Adjudicator::Adjudicator(const Adjudication& rules, Player first, int turn_limit) noexcept
    : rules_(rules)
    , players_{first, other(first)}
    , turn_limit_(turn_limit) {}

void Adjudicator::moved(Side mover, const Board& after, const std::optional<uai::Score>& score) noexcept {
    if (rules_.material) {
        count_lead(after);
    }
    if (rules_.needs_scores()) {
        count_score(mover, score);
    }
}

void Adjudicator::count_lead(const Board& after) noexcept {
    const PerSide<int> stones = after.score();
    if (std::abs(stones.first - stones.second) < rules_.material->lead) {
        led_ = 0;
        return;
    }
    const Side leads = stones.first > stones.second ? Side::First : Side::Second;
    led_ = leads == leader_ ? led_ + 1 : 1;
    leader_ = leads;
}

void Adjudicator::count_score(Side mover, const std::optional<uai::Score>& score) noexcept {
    Rows& rows = rows_[mover];
    const auto count = [&](int& row, bool is_in_it) { row = score && is_in_it ? row + 1 : 0; };
    const std::int64_t value = score ? comparable(*score) : 0;
    if (rules_.resign) {
        const std::int64_t bound = rules_.resign->score[players_[mover]];
        count(rows.low, value <= -bound);
        count(rows.high, value >= bound);
    }
    if (rules_.draw) {
        const std::int64_t bound = rules_.draw->score[players_[mover]];
        count(rows.near, value >= -bound && value <= bound);
    }
}

std::optional<Side> Adjudicator::resigning() const noexcept {
    const ResignRule& rule = *rules_.resign;
    const auto loses = [&](Side side) {
        return rows_[side].low >= rule.moves && (!rule.two_sided || rows_[opponent(side)].high >= rule.moves);
    };
    if (loses(Side::First) == loses(Side::Second)) {
        return std::nullopt;
    }
    return loses(Side::First) ? Side::First : Side::Second;
}

bool Adjudicator::is_drawn(int turns) const noexcept {
    const DrawRule& rule = *rules_.draw;
    return turns >= rule.after && rows_.first.near >= rule.moves && rows_.second.near >= rule.moves;
}

std::optional<Ruling> Adjudicator::ruling(const Board& board, int turns) const noexcept {
    if (rules_.material && led_ >= rules_.material->plies) {
        return Ruling{AdjudicationRule::Material, leader_};
    }
    if (rules_.resign) {
        if (const auto loser = resigning()) {
            return Ruling{AdjudicationRule::Resign, opponent(*loser)};
        }
    }
    if (rules_.draw && is_drawn(turns)) {
        return Ruling{AdjudicationRule::Draw, std::nullopt};
    }
    if (rules_.fill) {
        if (const auto winner = winner_by_filling(board, turn_limit_ - turns)) {
            return Ruling{AdjudicationRule::Fill, winner};
        }
    }
    if (rules_.max_turns && turns >= rules_.max_turns->turns) {
        return Ruling{AdjudicationRule::MaxTurns, rules_.max_turns->by_stones ? leader(board) : std::nullopt};
    }
    return std::nullopt;
}

} // namespace referee

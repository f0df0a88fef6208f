#include "sprt/remote/speed/fixed_search.hpp"

#include "referee/rules/games.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace sprt::remote {
namespace {

using ataxx::Position;

constexpr int kMostStones = 49;
constexpr int kInfinity = 1000;

/// By stones, for the side to move. A side that has no stones has lost all of the board.
int difference_of_stones(const Position& position) {
    const int own = position.own().count();
    const int theirs = position.theirs().count();
    return own == 0 ? -kMostStones : theirs == 0 ? kMostStones : own - theirs;
}

/// What the moves of `position` make of it, the one with most stones first; of equal ones in their order.
class Children {
  public:
    explicit Children(const Position& position) {
        for (const ataxx::Move& move : ataxx::legal_moves(position)) {
            positions_[count_] = position.after(move);
            const int fewer = kMostStones + difference_of_stones(positions_[count_]); // 0: wins all
            keys_[count_] = fewer * kKeysOfValue + static_cast<int>(count_);
            ++count_;
        }
        std::sort(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(count_));
    }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const Position& operator[](std::size_t i) const noexcept {
        return positions_[static_cast<std::size_t>(keys_[i] % kKeysOfValue)];
    }

  private:
    static constexpr int kKeysOfValue = 1024; // more than a position has moves
    std::array<Position, ataxx::kMostMoves> positions_;
    std::array<int, ataxx::kMostMoves> keys_;
    std::size_t count_ = 0;
};

} // namespace

int FixedSearch::value(const Position& position, int depth, int alpha, int beta) {
    if (depth == 0 || position.is_finished()) {
        return difference_of_stones(position);
    }
    ++nodes_;
    const Children children(position);
    for (std::size_t i = 0; i < children.size(); ++i) {
        alpha = std::max(alpha, -value(children[i], depth - 1, -beta, -alpha));
        if (alpha >= beta) {
            break;
        }
    }
    return alpha;
}

void FixedSearch::step() {
    ++nodes_;
    int best_value = -kInfinity;
    Position best = position_;
    const Children children(position_);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const int its = -value(children[i], kDepth - 1, -kInfinity, -best_value);
        if (its > best_value) {
            best_value = its;
            best = children[i];
        }
    }
    position_ = best;
    ++turns_;
    if (position_.is_finished() || turns_ == referee::facts_of(referee::Game::Ataxx).turns) {
        position_ = Position();
        turns_ = 0;
    }
}

} // namespace sprt::remote

#include "referee/check/steering.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <variant>

namespace referee::check {
namespace {

/// Of a game in which a side without a move passes.
template<class Position>
concept HasPasses = requires(const Position& position, Side side) {
    position.can_move();
    grown(grown(position.stones(side))) & position.empty_squares();
};

constexpr int kPassed = 1'000'000; ///< the side must pass
constexpr int kOver = -kPassed;    ///< the game is over before that

/// Alpha-beta with fail-hard bounds: who steers wants high values, the other side low ones.
template<HasPasses Position>
class Steering {
  public:
    using G = RulesOf<Position>;

    Steering(Side who, Side steers) noexcept
        : who_(who)
        , steers_(steers) {}

    [[nodiscard]] int value(const Position& position, int depth, int low, int high) const {
        if (G::ending(position)) {
            return kOver;
        }
        if (G::to_move(position) == who_ && !position.can_move()) {
            return kPassed + depth; // sooner is better
        }
        if (depth == 0) {
            return worth(position);
        }
        const bool wants_high = G::to_move(position) == steers_;
        for (const auto move : G::moves(position)) {
            if (low >= high) {
                break;
            }
            const int seen = value(G::after(position, move), depth - 1, low, high);
            (wants_high ? low : high) = wants_high ? std::max(low, seen) : std::min(high, seen);
        }
        return wants_high ? low : high;
    }

  private:
    /// High where the side can go to few squares and has few stones.
    [[nodiscard]] int worth(const Position& position) const {
        constexpr int kOfTarget = 10;
        constexpr int kOfStone = 40;
        const auto own = position.stones(who_);
        const int targets = (grown(grown(own)) & position.empty_squares()).count();
        return -kOfTarget * targets - kOfStone * own.count();
    }

    const Side who_;
    const Side steers_;
};

template<HasPasses Position>
MoveNumbers best_move(const Position& position, Side who, int depth, SplitMix64& chance) {
    using G = RulesOf<Position>;
    constexpr int kMost = std::numeric_limits<int>::max();
    const Steering<Position> steering(who, G::to_move(position));
    int best = -kMost;
    std::uint64_t alike = 0;
    MoveNumbers chosen;
    for (const auto move : G::moves(position)) {
        // With a bound one below the best, a value that equals the best is exact.
        const int low = best == -kMost ? best : best - 1;
        const int seen = steering.value(G::after(position, move), depth - 1, low, kMost);
        alike = seen > best ? 1 : seen == best ? alike + 1 : alike;
        if (seen > best || (seen == best && chance.below(alike) == 0)) {
            best = seen;
            chosen = G::numbers(move);
        }
    }
    return chosen;
}

} // namespace

MoveNumbers move_towards_pass(const Board& board, Side who, int depth, SplitMix64& chance) {
    const auto steer = [&]<class Position>(const Position& position) {
        if constexpr (HasPasses<Position>) {
            return best_move(position, who, depth, chance);
        } else {
            assert(false && "a side may pass in this game");
            return MoveNumbers();
        }
    };
    return std::visit(steer, board.position());
}

} // namespace referee::check

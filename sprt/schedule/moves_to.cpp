#include "sprt/schedule/moves_to.hpp"

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

namespace sprt {
namespace {

using referee::MoveNumbers;

/// Positions that are images of each other have the same hash, which is right and rarely costs anything.
template<class G>
struct PositionHash {
    std::size_t operator()(const typename G::Position& position) const noexcept {
        return referee::CanonicalKeyHash()(G::key(position));
    }
};

/// A walk over all positions up to kMostMovesTo moves from the start, the nearest first.
template<class G>
class WalkToPositions {
  public:
    using Position = typename G::Position;
    using Moves = std::vector<MoveNumbers>;

    explicit WalkToPositions(std::span<const referee::Board> boards) {
        for (const referee::Board& board : boards) {
            wanted_.try_emplace(std::get<Position>(board.position()));
        }
        missing_ = wanted_.size();
    }

    void walk() {
        std::vector<Reached> last{{Position(), {}}};
        note(last.front(), true);
        for (int ply = 1; ply <= kMostMovesTo && missing_ > 0; ++ply) {
            last = next_ply(last, ply < kMostMovesTo);
        }
    }

    [[nodiscard]] const std::optional<Moves>& found(const referee::Board& board) const {
        return wanted_.at(std::get<Position>(board.position()));
    }

  private:
    using Reached = std::pair<Position, Moves>;

    /// `is_whole`: no position before it matters to the game that begins there.
    void note(const Reached& reached, bool is_whole) {
        if (!is_whole) {
            return;
        }
        const auto place = wanted_.find(reached.first);
        if (place != wanted_.end() && !place->second) {
            place->second = reached.second;
            --missing_;
        }
    }

    /// Whether nothing of what led to the position after `move` can come again. A game that begins at a
    /// position of a file has no earlier ones, and moves to it must not add any.
    static bool forgets(const Position& before, typename G::Move move) {
        if constexpr (requires { G::is_irreversible(before, move); }) {
            return G::is_irreversible(before, move);
        } else {
            return true;
        }
    }

    /// The positions one move after `last`, each once; none when they are not `kept`.
    std::vector<Reached> next_ply(const std::vector<Reached>& last, bool kept) {
        std::vector<Reached> next;
        std::unordered_set<Position, PositionHash<G>> seen;
        for (const Reached& before : last) {
            for (const auto move : G::moves(before.first)) {
                Reached reached{G::after(before.first, move), before.second};
                if (G::ending(reached.first) || !seen.insert(reached.first).second) {
                    continue;
                }
                reached.second.push_back(G::numbers(move));
                note(reached, forgets(before.first, move));
                if (kept) {
                    next.push_back(std::move(reached));
                }
            }
        }
        return next;
    }

    std::unordered_map<Position, std::optional<Moves>, PositionHash<G>> wanted_;
    std::size_t missing_ = 0;
};

} // namespace

std::vector<std::optional<std::vector<MoveNumbers>>> moves_to(referee::Game game,
                                                              std::span<const referee::Board> boards) {
    return with_game(game, [&]<class G>(G) {
        WalkToPositions<G> tree(boards);
        tree.walk();
        std::vector<std::optional<std::vector<MoveNumbers>>> found;
        found.reserve(boards.size());
        for (const referee::Board& board : boards) {
            found.push_back(tree.found(board));
        }
        return found;
    });
}

} // namespace sprt

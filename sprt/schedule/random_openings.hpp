#pragma once
// Openings of random moves.

#include "referee/rules/ataxx/symmetry.hpp"
#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

namespace sprt {

/// All different openings of `plies` moves, in a fixed order: one for each canonical key of the positions
/// that such openings lead to without ending the game. There are 5, 64, 917, 12 927 and 160 174 of them for 1
/// to 5 plies. `seed` chooses one of the symmetric images of each opening, so that games begin in all corners
/// of the board: an agent may play one corner worse than another.
[[nodiscard]] std::vector<Opening> all_openings(int plies, std::uint64_t seed);

/// least_openings() is known up to this number of moves.
inline constexpr int kMostCountedMoves = 7;

/// A number of openings that `random:MOVES` surely has. Up to 6 moves it is nearly all: there are 2 013 650
/// of 6. For 5 moves and more it is what DrawnOpenings was seen to find. From 1 to kMostCountedMoves moves.
[[nodiscard]] std::uint64_t least_openings(int moves) noexcept;

/// Openings of `plies` random moves, each legal move equally likely, drawn in order when they are first asked
/// for. A draw is rejected when it ends the game or leads to the canonical key of an earlier opening. After
/// kMostFruitless rejected draws in a row, the openings are used up. Takes about 60 bytes a pair.
class DrawnOpenings final : public Openings {
  public:
    static constexpr int kMostFruitless = 10'000;

    DrawnOpenings(int plies, std::uint64_t seed);

    std::optional<Opening> opening(std::uint64_t pair) override;

  private:
    void draw_next();

    const int plies_;
    const std::uint64_t seed_;

    std::mutex mutex_;                   ///< guards the members below
    std::vector<std::uint64_t> numbers_; ///< number of the draw for each pair
    std::uint64_t drawn_ = 0;
    std::unordered_set<ataxx::CanonicalKey, ataxx::CanonicalKeyHash> seen_;
    bool used_up_ = false;
};

} // namespace sprt

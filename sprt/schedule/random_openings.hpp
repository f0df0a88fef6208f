#pragma once
// Openings made of random moves.

#include "referee/rules/ataxx/symmetry.hpp"
#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <vector>

namespace sprt {

/// One opening of `plies` moves for each position, in a fixed order, that such openings lead to and in which
/// the game goes on; positions with the same canonical key count once. There are 5, 64, 917, 12 927 and
/// 160 174 for 1 to 5 plies. Which of the images of an opening is taken is settled by `seed`: an agent that
/// sees one corner less well than another shall not be spared it.
[[nodiscard]] std::vector<Opening> all_openings(int plies, std::uint64_t seed);

/// Openings of `plies` random moves, each legal move equally likely, drawn one after the other when they are
/// first asked for. One that leads where an earlier one did, or ends the game, is drawn anew; after
/// kMostFruitless such in a row they are used up. Takes some 60 bytes a pair.
class DrawnOpenings final : public Openings {
  public:
    static constexpr int kMostFruitless = 10'000;

    DrawnOpenings(int plies, std::uint64_t seed);

    std::optional<Opening> opening(std::uint64_t pair) override;

  private:
    void draw_next();

    const int plies_;
    const std::uint64_t seed_;

    std::mutex mutex_;                   ///< guards what follows
    std::vector<std::uint64_t> numbers_; ///< of the draw that gave each pair's opening: enough to repeat it
    std::uint64_t drawn_ = 0;
    std::unordered_set<ataxx::CanonicalKey, ataxx::CanonicalKeyHash> seen_;
    bool used_up_ = false;
};

} // namespace sprt

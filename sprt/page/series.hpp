#pragma once
// The ratio of a run, and what is known of Elo, over its games: a bounded number of positions, however long
// the run is. Source: docs/runs.md, "The index of a page".

#include "sprt/ledger/ledger.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

/// A run after so many games.
struct SeriesPoint {
    std::uint64_t games = 0;
    Counts counted; ///< what the test evaluates
    Evaluation evaluation{};
    double llr_low = 0;            ///< the least ratio since the point before, in nats
    double llr_high = 0;           ///< the greatest one
    std::optional<EloSoFar> elo{}; ///< of `counted`; empty: not computed yet
};

/// Positions are multiples of stride() units of the test (pairs or games), and the last game.
class Series {
  public:
    /// At most so many positions, the last one included; even.
    static constexpr std::size_t kMost = 1024;

    /// `unit_games`: games in a unit, 1 or 2.
    explicit Series(std::uint64_t unit_games) noexcept
        : unit_games_(unit_games) {}

    /// Takes the state after `games` games, one more than in the call before. When the positions are too
    /// many, every second one is dropped: the time of a call is constant on average.
    void add(std::uint64_t games, const Standing& standing);

    /// A power of two, in units.
    [[nodiscard]] std::uint64_t stride() const noexcept { return stride_; }
    [[nodiscard]] std::uint64_t unit_games() const noexcept { return unit_games_; }
    /// In the order of games. Each point has its `elo`; what was computed is kept.
    /// Those after more than `after` games.
    [[nodiscard]] std::vector<SeriesPoint> points(std::uint64_t after = 0);
    /// The last position; empty without games.
    [[nodiscard]] std::optional<SeriesPoint> last();

  private:
    void drop_every_second();

    std::uint64_t unit_games_;
    std::uint64_t stride_ = 1;
    std::vector<SeriesPoint> kept_;   ///< at the multiples
    std::optional<SeriesPoint> open_; ///< after the last game, when that is no multiple
};

} // namespace sprt

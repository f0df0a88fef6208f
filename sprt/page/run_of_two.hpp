#pragma once
// The page's data of a run of two agents: a test, a match or a tuning.
// Statistics are those of `sprt report --json`, by the same functions.

#include "sprt/ledger/ledger.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "sprt/store/load_run.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

// The ratio of a run, and what is known of Elo, over its games: a bounded number of positions, however long
// the run is. Source: docs/runs.md, "The index of a page".

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

/// The members of an index that change as games are added, but the series and the workers. `run`: the
/// snapshot_of() `loaded`.
[[nodiscard]] referee::Json changing_values(const LoadedRun& loaded, const RunSnapshot& run);

/// Stays where it is: its reader calls it.
class RunOfTwo : public ShownRun {
  public:
    /// See shown_run().
    RunOfTwo(const std::filesystem::path& dir, std::function<void(std::string_view line)> on_line);

    void read() override;
    [[nodiscard]] RunKind kind() const noexcept override { return reader_.run().run.config.kind; }
    [[nodiscard]] const RunFacts& facts() const noexcept override { return reader_.run().run; }
    [[nodiscard]] std::uintmax_t log_bytes() const noexcept override { return reader_.run().games.bytes; }
    [[nodiscard]] const Columns& columns() const noexcept override { return *columns_; }
    [[nodiscard]] std::uint64_t stride() const noexcept override { return series_ ? series_->stride() : 0; }
    [[nodiscard]] ListedRun listed(bool is_live) const override;
    [[nodiscard]] referee::Json index(const PageFacts& facts) override;
    [[nodiscard]] referee::Json state() override;
    [[nodiscard]] referee::Json games_from(std::size_t from, std::uint64_t positions_after) override;
    [[nodiscard]] std::optional<referee::Json> workers() const override;

    [[nodiscard]] const LoadedRun& run() const noexcept { return reader_.run(); }

  private:
    /// Whether other machines play it, or have played it.
    [[nodiscard]] bool has_workers() const noexcept;
    [[nodiscard]] referee::Json changing() const;
    [[nodiscard]] referee::Json series_json(const std::vector<SeriesPoint>& points) const;

    std::optional<Columns> columns_; ///< set once run.json was read
    std::optional<Series> series_;   ///< empty: a tuning, in which other values play in each pair
    RunReader reader_;
};

} // namespace sprt

#pragma once
// The page's data of a run of two agents: a test, a match or a tuning.
// Statistics are those of `sprt report --json`, by the same functions.

#include "sprt/page/series.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace sprt {

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

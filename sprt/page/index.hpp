#pragma once
// The index of a page: one JSON object with all of a run but its moves. Only this file knows its JSON.
// Statistics are those of `sprt report --json`, by the same functions.
// Source: docs/log-format.md, "The index of a page"; configs/schema/page.schema.json.

#include "referee/game/json.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/page/series.hpp"
#include "sprt/store/load_run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

/// What a page says of itself.
struct PageFacts {
    std::string version;         ///< of the program
    std::string made;            ///< when; ISO 8601, UTC
    std::uint64_t stderr_kb = 4; ///< of each fault's standard error
    bool has_games = true;       ///< false: the index alone
    std::optional<bool> live{};  ///< whether the run is being played; empty: not known, in a file
};

/// Gathers what the index says of the games of a run.
class IndexedGames {
  public:
    explicit IndexedGames(const CountingRules& rules);

    /// Takes the next game; `tally` has counted it.
    void add(const referee::GameRecord& record, const Tally& tally);

    [[nodiscard]] const Columns& columns() const noexcept { return columns_; }
    [[nodiscard]] Series& series() noexcept { return series_; }
    /// Empty: a match.
    [[nodiscard]] const std::optional<TestKind>& test() const noexcept { return test_; }

  private:
    Columns columns_;
    Series series_;
    std::optional<TestKind> test_;
};

/// The index. `games` has the games of `run`.
[[nodiscard]] referee::Json index_json(const LoadedRun& run, IndexedGames& games, const PageFacts& facts);

/// The columns of the games from game `from` on, as in the index.
[[nodiscard]] referee::Json columns_json(const Columns& columns, std::size_t from = 0);

/// The positions of the series after more than `after` games, as in the index.
[[nodiscard]] referee::Json series_json(IndexedGames& games, std::uint64_t after = 0);

/// What changes while a run is played: `run`, `estimates`, `result`, `over`, `notes`, and `series` with its
/// last position alone.
[[nodiscard]] referee::Json state_json(const LoadedRun& run, IndexedGames& games);

/// `json` as one line. Bytes of paths that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string text_of(const referee::Json& json);

} // namespace sprt

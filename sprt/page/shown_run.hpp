#pragma once
// A run of any kind as its page shows it, and the one of two agents: read once for a file, or again and again
// by a server as it grows.
// Source: docs/runs.md, "The index of a page"; configs/schema/page.schema.json.

#include "referee/game/json.hpp"
#include "referee/rules/games.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_facts.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// What a page says of itself.
struct PageFacts {
    std::string version;         ///< of the program
    std::string made;            ///< when; ISO 8601, UTC
    std::uint64_t stderr_kb = 4; ///< of each fault's standard error
    bool has_games = true;       ///< false: the index alone
    std::optional<bool> live{};  ///< whether the run is being played; empty: not known, in a file
    bool was_live = false;       ///< in a file: it was being played when the page was made
};

/// A run in the list of those that a server has.
struct ListedRun {
    std::vector<std::string> agents;
    std::string words;           ///< its verdict or its state
    std::optional<double> llr{}; ///< empty: it has no test
    std::optional<std::string> title{};
};

class ShownRun {
  public:
    virtual ~ShownRun() = default;

    /// Reads the games that were added to the log since the last call. Throws what load_run() throws; then it
    /// must not be called again.
    virtual void read() = 0;

    [[nodiscard]] virtual const RunFacts& facts() const noexcept = 0;
    /// Of the lines that were read.
    [[nodiscard]] virtual std::uintmax_t log_bytes() const noexcept = 0;
    [[nodiscard]] const Columns& columns() const noexcept { return columns_; }
    /// Where the games of block `block` begin and end in the log, in bytes; empty: there is no such block.
    [[nodiscard]] std::optional<std::pair<std::uintmax_t, std::uintmax_t>>
    place_of(std::uint64_t block) const;
    /// Of the positions of the series; 0: there is no series.
    [[nodiscard]] virtual std::uint64_t stride() const noexcept { return 0; }
    [[nodiscard]] virtual ListedRun listed(bool is_live) const = 0;

    // JSON of the page.

    [[nodiscard]] referee::Json index(const PageFacts& facts);
    /// What changes while a run is played: the members of the index but columns and facts of the page, and
    /// the last position of the series.
    [[nodiscard]] virtual referee::Json state() { return changing(); }
    /// Games from `from` on, the workers that played them, and the positions of the series after more than
    /// `positions_after` games.
    [[nodiscard]] referee::Json games_from(std::size_t from, std::uint64_t positions_after);
    /// All workers by name, as in the index and as `sprt report --json` says them; empty: no other machine
    /// ever played it.
    [[nodiscard]] std::optional<referee::Json> workers() const;

  protected:
    /// Takes the line of the game that was added to the columns.
    void add_line(std::string_view line);

    Columns columns_;

  private:
    /// `run` or `tournament`.
    [[nodiscard]] virtual std::string_view kind() const noexcept = 0;
    [[nodiscard]] virtual referee::Game game() const noexcept = 0;
    [[nodiscard]] virtual const GamesByWorker& games_by_worker() const noexcept = 0;
    /// The members of the index that change as games are added, but the series and the workers.
    [[nodiscard]] virtual referee::Json changing() = 0;
    /// Adds to games_from() what runs of this kind have.
    virtual void add_own(referee::Json& json, std::size_t from, std::uint64_t positions_after) = 0;
    /// Adds to `workers` what is known of those of this kind.
    virtual void add_to_workers(referee::Json& /*workers*/) const {}

    std::vector<std::uintmax_t> begins_; ///< of each block
    std::uintmax_t end_ = 0;             ///< of the last one
};

/// A run whose run.json is a `File`. Stays where it is: its reader calls it.
template<class File>
class ShownFile : public ShownRun {
  public:
    ShownFile(const std::filesystem::path& dir, decltype(GameListener<File>::on_game) on_game,
              std::function<void(std::string_view line)> on_line)
        : reader_(dir, {.on_game = std::move(on_game),
                        .on_line = [this, on_line = std::move(on_line)](std::string_view line) {
                            add_line(line);
                            if (on_line) {
                                on_line(line);
                            }
                        }}) {}

    void read() override { reader_.read(); }
    [[nodiscard]] const RunFacts& facts() const noexcept override { return run().run; }
    [[nodiscard]] std::uintmax_t log_bytes() const noexcept override { return run().games.bytes; }
    [[nodiscard]] const Loaded<File>& run() const noexcept { return reader_.run(); }

  private:
    [[nodiscard]] referee::Game game() const noexcept override {
        return PartsOf<File>::schedule(run().plan).rules;
    }
    [[nodiscard]] const GamesByWorker& games_by_worker() const noexcept override {
        return run().tally.workers();
    }

    ReaderOf<File> reader_;
};

/// The run in `dir`, of which only run.json was read. `on_line` receives the line of each game that is read,
/// without its newline, after the game was added to the columns; it may be empty. Throws UserError naming the
/// file and what is wrong.
[[nodiscard]] std::unique_ptr<ShownRun> shown_run(const std::filesystem::path& dir,
                                                  std::function<void(std::string_view line)> on_line);

/// run.json without what concerns the machine's user alone: values of variables may be secrets. Its workers
/// have their own events.
[[nodiscard]] referee::Json run_as_shown(const RunFacts& run);

/// The texts of `doubts`, as reports in JSON have them.
[[nodiscard]] referee::Json warnings_of(const referee::Json& doubts);

/// An array for each property of the rows, by its key.
template<class Row>
struct PropertyOf {
    const char* key;
    referee::Json (*value)(const Row& row);
};

/// Adds the arrays of the rows from row `from` on to `json`.
template<class Row, std::size_t N>
void add_arrays(referee::Json& json, const std::vector<Row>& rows, const PropertyOf<Row> (&properties)[N],
                std::size_t from = 0) {
    for (const auto& [key, value] : properties) {
        referee::Json& values = json[key] = referee::Json::array();
        for (std::size_t i = from; i < rows.size(); ++i) {
            values.push_back(value(rows[i]));
        }
    }
}

// The page's data of a run of two agents: a test, a match or a tuning.
// Statistics are those of `sprt report --json`, by the same functions.

// The ratio of a run, and what is known of Elo, over its games: a bounded number of positions, however long
// the run is.

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

class RunOfTwo : public ShownFile<RunFile> {
  public:
    /// See shown_run().
    RunOfTwo(const std::filesystem::path& dir, std::function<void(std::string_view line)> on_line);

    [[nodiscard]] std::uint64_t stride() const noexcept override { return series_ ? series_->stride() : 0; }
    [[nodiscard]] ListedRun listed(bool is_live) const override;
    [[nodiscard]] referee::Json state() override;

  private:
    [[nodiscard]] std::string_view kind() const noexcept override { return "run"; }
    [[nodiscard]] referee::Json changing() override;
    void add_own(referee::Json& json, std::size_t from, std::uint64_t positions_after) override;
    void add_to_workers(referee::Json& workers) const override;
    [[nodiscard]] referee::Json series_json(const std::vector<SeriesPoint>& points) const;

    std::optional<Series> series_; ///< empty: a tuning, in which other values play in each pair
};

} // namespace sprt

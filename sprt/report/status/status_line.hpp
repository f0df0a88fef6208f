#pragma once
// The status of a run in the last rows of a terminal, repainted while the run is played, and the texts with
// colours that it is made of. No line is wider than the terminal, so that the rows to erase are known.
// Source: ECMA-48 for the escape sequences.

#include "referee/base/output.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/model.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// The phrases of a run's status.
// Source of the numbers: docs/statistics.md; of the phrases: docs/commands.md, "Watching a run".

/// ASCII phrases. A phrase that does not apply is empty.
struct StatusWords {
    std::string games;       ///< `Games 100 of 500`
    std::string wld;         ///< `WLD 40/30/30`
    std::string ptnml;       ///< empty for models of games
    std::string rate;        ///< `5.0 games/s` of this session; empty before its first game
    std::string ratio;       ///< `LLR 0.441`; empty for a match
    std::string bounds;      ///< `[-2.944, 2.944]`; empty for a match
    std::string p_h1;        ///< probability that H1 is accepted; empty without a forecast
    std::string elo;         ///< of the score; with the model `normalized` also normalized Elo
    std::string anytime;     ///< interval of Elo that holds at any time
    std::string time_left;   ///< at the rate of this session
    std::string games_left;  ///< by the forecast, up to `max_games`; empty when neither is known
    std::string faults;      ///< of agent 1 / of agent 2
    std::string time_losses; ///< of agent 1 / of agent 2
    std::string delays;      ///< share of the agents' watched time that they waited for a core
    std::string unscored;    ///< empty when there are none
    std::string repeated;    ///< empty when there are none
    std::string elapsed;     ///< time of this session
};

/// Games until the run ends: those of the forecast, but no more than the limit allows. Without a forecast
/// both ends are those of the limit; empty without a limit too, and of a run that has ended.
[[nodiscard]] std::optional<Interval> games_left(const RunSnapshot& run, const Calculation& estimates);

/// Pure. `estimates` may be some games older than `run`.
[[nodiscard]] StatusWords status_words(const RunSnapshot& run, const Calculation& estimates);

/// All phrases in one line without a newline, for output that cannot be repainted.
[[nodiscard]] std::string plain_status(const RunSnapshot& run, const Calculation& estimates);

// The status of a run while it is played, in four lines.
// Source of the lines: docs/commands.md, "Watching a run".

/// Four lines, each ended by a newline and narrower than `columns`, so that no terminal wraps a line. Phrases
/// that do not fit are left out from the right; below 20 columns the text is empty. Colour and Unicode are
/// used as `traits` allow.
[[nodiscard]] std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                                       const referee::TerminalTraits& traits, int columns);

/// A block of lines at the bottom of a terminal that is repainted in place. The cursor is hidden only during
/// a write, so that a program that is killed leaves the cursor visible, at the beginning of a line. Errors of
/// writing are ignored: a run does not fail for its status.
class Painter {
  public:
    /// `fd` must stay open until the Painter is destroyed.
    explicit Painter(int fd) noexcept
        : fd_(fd) {}
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    /// Whether it may paint: the terminal shows what was written before, which a stopped one does not, and no
    /// other process group has it. While one has it, what is painted is forgotten, because other programs may
    /// have written there since.
    [[nodiscard]] bool may_paint();
    /// Paints lines, each with its newline, in place of those before. They may hold sequences of colour.
    void paint(const std::string& block);
    /// Erases them. Call before anything else is written to the same terminal.
    void clear();
    [[nodiscard]] bool is_empty() const noexcept { return painted_.empty(); }
    /// Columns of the terminal, 80 when it does not tell.
    [[nodiscard]] int columns() const;

  private:
    [[nodiscard]] int rows(int columns) const;

    int fd_;
    std::vector<int> painted_; ///< columns of each line on the screen
};

/// Owns the last rows of the terminal of a descriptor, from the first update() until clear(); a Painter
/// paints them. When the output cannot be repainted, plain lines are written instead.
class StatusLine {
  public:
    static constexpr std::chrono::milliseconds kBetweenPaints{100};
    static constexpr std::chrono::seconds kBetweenEstimates{1};
    static constexpr std::chrono::seconds kBetweenLines{10};

    /// `fd` must stay open until the StatusLine is destroyed.
    StatusLine(int fd, const referee::TerminalTraits& traits) noexcept;

    /// Call for each game, and now and then while no game ends. `run.session_elapsed` is the clock. The
    /// status is repainted when it is 100 ms old, and at once after a clear(), so that games that end fast do
    /// not hide it. Estimates and forecast take milliseconds from the agents. They are computed only for a
    /// status that is 100 ms old, and only when the counts grew by 5 %, or changed and the estimates are 1 s
    /// old. Plain lines are written every 10 s, the first one after 10 s. Nothing is written while
    /// another process group has the terminal.
    void update(const RunSnapshot& run);
    /// The same of any run that has lasted for `elapsed`. `line` makes the plain line, `block` the lines for
    /// so many columns; `is_old`: the last status is 100 ms old.
    void update(std::chrono::nanoseconds elapsed, const std::function<std::string()>& line,
                const std::function<std::string(int columns, bool is_old)>& block);
    [[nodiscard]] bool is_painted() const noexcept { return traits_.can_repaint; }

    /// Erases the status. Call before anything else is written to the same terminal.
    void clear() { painter_.clear(); }

  private:
    void estimate(const RunSnapshot& run);
    [[nodiscard]] bool is_due(std::chrono::nanoseconds now, std::chrono::nanoseconds interval) const;

    int fd_;
    referee::TerminalTraits traits_;
    std::optional<Calculation> estimates_;
    std::chrono::nanoseconds estimated_{0}; ///< `session_elapsed` of the estimates
    Counts estimated_from_;
    std::optional<std::chrono::nanoseconds> shown_; ///< `session_elapsed` of the last status; empty before it
    Painter painter_;
};

// Text for a terminal, and a line of such texts that never exceeds its width.

enum class Colour : std::uint8_t { None, Green, Red, Yellow };

/// Columns of `text`, which is UTF-8. Its escape sequences, which all end in `m`, take none.
[[nodiscard]] int columns_of(std::string_view text) noexcept;

/// `text` between sequences of colour; without `colour` as it is.
[[nodiscard]] std::string coloured(std::string_view text, Colour colour);

/// Pieces with two spaces between them. A piece that does not fit is left out whole, because half a number is
/// a wrong number. All pieces after it are left out too.
class StyledLine {
  public:
    static constexpr int kBetween = 2; ///< spaces between two pieces

    explicit StyledLine(int columns) noexcept
        : left_(columns) {}

    void add(std::string_view piece);

    /// Columns for the next piece; 0 after a piece was left out.
    [[nodiscard]] int room() const noexcept;
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    std::string text_;
    int left_;
};

// A bar that shows a log-likelihood ratio between its bounds.

/// `[-----|===o----]`: `cells` columns (at least 3) between two ends, with a mark at zero and a mark at
/// `ratio`. The mark at `ratio` and the cells between both marks have `colour`. A ratio beyond a bound is
/// shown at that bound; NaN has no mark. ASCII unless `has_unicode`.
/// bounds.lower <= 0 < bounds.upper.
[[nodiscard]] std::string ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode,
                                    Colour colour);

} // namespace sprt

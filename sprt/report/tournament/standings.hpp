#pragma once
// What a table of agents shows, and in which order; the same as text for a terminal and as files, and the
// file of counts that `sprt rate` reads. Terminal, Markdown and CSV are made from one Standings, so that
// their figures agree.
// Source: docs/tournaments.md, "The table", "Files".

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

/// What is known of an agent besides its counted pairs.
struct AgentConduct {
    std::uint64_t faults = 0;
    std::uint64_t time_losses = 0;
    std::optional<Flaw> withdrawn{}; ///< why; empty: it was not
    bool is_removed = false;         ///< by the user
    bool is_saturated = false;       ///< a pairing of it plays no more, because it only repeats itself
};

/// `results` and `ratings` belong together; the vectors are in their order.
struct Standings {
    std::string head;               ///< a line without its newline
    std::vector<std::string> names; ///< of agents, as users gave them
    Crosstable results;
    Ratings ratings;
    std::vector<Wld> games{};            ///< of the counted pairs, of agent a, by pairing; empty: not known
    std::vector<AgentConduct> conduct{}; ///< by agent; empty: not known
    std::vector<std::string> notes{};    ///< lines below the tables
};

/// Agents as the table lists them, but for those that are left out: by group, by falling rating, then by the
/// list; those without a rating come last. Ratings within 1e-9 are equal.
[[nodiscard]] std::vector<std::size_t> order_of_rows(const Ratings& ratings,
                                                     const std::set<std::size_t>& without = {});

/// What all games of an agent come to.
struct AgentTotal {
    double points = 0;       ///< a game has one
    std::uint64_t games = 0; ///< of counted pairs
    std::uint64_t draws = 0; ///< 0 when games are not known
};
[[nodiscard]] AgentTotal total_of(const Standings& standings, std::size_t agent);

/// How much is known of an agent's rating.
struct ShownRating {
    enum class Kind : unsigned char {
        None,    ///< no counted pairs, or none that compare it with the zero: see chains_of_points()
        AtLeast, ///< `bound` or more: a chain of points leads from it to the zero, and none back
        AtMost,  ///< `bound` or less: one leads from the zero to it, and none back
        Known,
    };
    Kind kind = Kind::None;
    double elo = 0;
    double bound = 0;
    Interval interval{}; ///< 95 %
    bool is_symmetric = true;
};
[[nodiscard]] ShownRating shown_rating(const Standings& standings, std::size_t agent);

/// The rating of `agent` less that of `rival`: the rival's class is that of the zero.
[[nodiscard]] ShownRating shown_difference(const Standings& standings, std::size_t agent, std::size_t rival);

/// Points of `agent` against `rival` as a cell: the points, of how many games, and wins, losses and draws
/// where they are known. Empty when they have no pairing.
struct CrossCell {
    double points = 0;
    std::uint64_t games = 0;
    std::optional<Wld> wld{};
};
[[nodiscard]] std::optional<CrossCell> cross_cell(const Standings& standings, std::size_t agent,
                                                  std::size_t rival);

/// The number of games that all cells share; empty when they differ.
[[nodiscard]] std::optional<std::uint64_t> games_of_all_cells(const Standings& standings);

/// What the fit says, and which groups never met: lines without newlines.
[[nodiscard]] std::vector<std::string> rating_notes(const Standings& standings);

// The table, the cross table and their notes for a terminal.

// A table of text whose columns are aligned.

enum class Align : unsigned char { Left, Right };

struct TableColumn {
    std::string title;
    Align align = Align::Right;
    bool holds_numbers = true; ///< and no text that strangers wrote
};

/// Rows have a cell for each column.
struct AlignedTable {
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows;

    /// The titles and the rows, a line each, with two spaces before each column. No line ends with a blank.
    [[nodiscard]] std::string text() const;
};

/// What a cell of a cross table shows.
enum class CrossCells : unsigned char {
    Points,
    Wdl, ///< wins, losses and draws
};

/// A cross table of more agents is only in files.
inline constexpr std::size_t kMostShownInCross = 14;

/// The table of ratings, and the cross table.
[[nodiscard]] AlignedTable ratings_table(const Standings& standings);
[[nodiscard]] AlignedTable cross_table(const Standings& standings, CrossCells cells);

/// What the marks behind names mean, a line; empty without marks.
[[nodiscard]] std::string marks_note(const Standings& standings);

/// The head and the table of ratings.
[[nodiscard]] std::string table_text(const Standings& standings);

/// The cross table; empty for more agents than kMostShownInCross.
[[nodiscard]] std::string cross_text(const Standings& standings, CrossCells cells = CrossCells::Points);

/// All of it, with the notes below.
[[nodiscard]] std::string standings_text(const Standings& standings, CrossCells cells = CrossCells::Points);

/// Beginnings of printable names, of up to 12 characters where there is room, of 4 or more as long as they
/// must be to differ; where 12 are not enough, numbers: `(3)`.
[[nodiscard]] std::vector<std::string> short_names(const std::vector<std::string>& names);

// A tournament's tables as files.

/// Both tables in Markdown, with the head as a sentence and a footnote. `version`: of the program that made
/// the tournament.
[[nodiscard]] std::string standings_markdown(const Standings& standings, const TournamentPlan& plan,
                                             const std::string& version, CrossCells cells);

/// A line a pairing by RFC 4180, after a header. Texts that spreadsheets take for formulas have a quote in
/// front. `standings` holds the pairings of `state`, in its order, but for those of agents that are left out.
[[nodiscard]] std::string standings_csv(const Standings& standings, const TournamentState& state);

// The file of `sprt rate`: counts of pairs of games between agents, from any source.
// Source: docs/tournaments.md; configs/schema/rate.schema.json.

inline constexpr std::size_t kMostRatedAgents = 64;

struct NamedResults {
    std::vector<std::string> names; ///< they differ
    Crosstable results;
};

/// Reads such a file. Throws UserError naming the file, and the line and column of what is no JSON, or the
/// JSON pointer of what is wrong and what would be right.
[[nodiscard]] NamedResults read_rate_file(const std::filesystem::path& file);

} // namespace sprt

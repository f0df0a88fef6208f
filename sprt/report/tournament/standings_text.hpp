#pragma once
// The table, the cross table and their notes for a terminal. Source: docs/tournaments.md, "The table".

#include "sprt/report/tournament/standings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sprt {

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

} // namespace sprt

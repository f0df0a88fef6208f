#pragma once
// The Syzygy tables of chess: what a position with few pieces comes to when both sides play their best. They
// are read by Fathom, which keeps one set of tables for the whole process.
// Source: R. de Man, Syzygy endgame tablebases (WDL); docs/games.md, "tablebase".

#include "referee/rules/games.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// There are no tables of more pieces, kings included.
inline constexpr int kMostTablePieces = 7;

/// Of a position, for the side to move. A cursed win, and for the other side a blessed loss, takes more than
/// 50 moves without a capture or a move of a pawn: a draw under the laws of chess.
enum class TableValue : std::uint8_t { Loss, BlessedLoss, Draw, CursedWin, Win };

inline constexpr std::string_view kGameOfTables = "chess"; ///< see GameFacts::has_tables

/// What tables say of a board that has table_pieces(); empty: no table knows it.
using ProbeTables = std::optional<TableValue> (*)(const Board& board);

/// Reads which tables there are in the directories of `path`, which a colon separates. Later calls with the
/// same path do nothing. Returns what is wrong, in one line: there is no table, a file with
/// such a name is none or is cut short, the process has opened others, or the program was built without
/// Fathom. What a table holds is believed.
[[nodiscard]] std::optional<std::string> problem_of_tables(const std::string& path);

/// By the tables that problem_of_tables() has opened; empty also when there are none. For any thread.
[[nodiscard]] std::optional<TableValue> probe_tables(const Board& board);

} // namespace referee

#pragma once
// A game as Portable Game Notation, with the tags and comments that programs for tournaments write.
// Source: docs/commands.md, "sprt export"; the PGN standard of 1994, section 8; for comments of chess games
// fastchess and cutechess, for tags of Ataxx games cuteataxx.

#include "sprt/report/exported_games.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// One game, which must replay, with an empty line after it. White is the agent that plays first. The lines
/// of moves have 80 characters at most, unless a comment has a longer word.
[[nodiscard]] std::string pgn_game(const referee::GameRecord& record, const ExportedRun& run);

/// The position in which the game ended, with a newline: an EPD with the operations hmvc and fmvn, in games
/// other than chess a FEN.
[[nodiscard]] std::string epd_line(const referee::GameRecord& record);

/// `[Key "value"]` and a newline; the value is made printable.
[[nodiscard]] std::string pgn_tag(std::string_view key, std::string_view value);

/// `1-0` when the first player won; `*` for a game that is not scored.
[[nodiscard]] std::string_view pgn_result(const referee::GameRecord& record);

} // namespace sprt

#pragma once
// A game as Portable Game Notation, with the tags and comments that programs for tournaments write.
// Source: docs/commands.md, "sprt export"; the PGN standard of 1994, section 8; for tags of Ataxx games
// cuteataxx.

#include "referee/game/record.hpp"
#include "sprt/report/export/exported_run.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// One game, with an empty line after it. White is the agent that plays first. The lines of moves have 80
/// characters at most, unless a comment has a longer word.
[[nodiscard]] std::string pgn_game(const referee::GameRecord& record, const ExportedRun& run);

/// `[Key "value"]` and a newline; the value is made printable.
[[nodiscard]] std::string pgn_tag(std::string_view key, std::string_view value);

/// `1-0` when the first player won; `*` for a game that is not scored.
[[nodiscard]] std::string_view pgn_result(const referee::GameRecord& record);

} // namespace sprt

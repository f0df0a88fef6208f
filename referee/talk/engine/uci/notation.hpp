#pragma once
// Positions and moves of our games as UCI engines with UCI_Variant get and write them, first of all
// Fairy-Stockfish: `P` and `p` for the pieces of both sides, `P@b7` for a piece that is put down, `a7c7` for
// one that moves. White is the first player. Source: docs/engines.md, "Variants".

#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace referee::uci {

/// The value of UCI_Variant, e.g. `cfour`.
[[nodiscard]] std::string_view variant_of(Game game) noexcept;

/// The option that must be `true` for the rules of `game`, which not all engines have; empty: there is none.
[[nodiscard]] std::string_view option_of_rules(Game game) noexcept;

/// What is said of a fault in `game` of an engine that lists no UCI_Variant; empty in chess.
[[nodiscard]] std::string_view hint_for_one_game(Game game) noexcept;

/// Of games whose positions repeat: their rules have `coordinates(position, move)` and
/// `read_coordinates(position, text)`, which writes and reads moves as UCI does.
[[nodiscard]] bool tells_moves(Game game) noexcept;

/// All six fields. Half-moves are always 0, because variants have other limits or none. Games in which pieces
/// are put down have those in hand in brackets: as many as fill the board.
void add_position(const Board& board, int full_move, std::string& to);

/// In letters of any case. Of Ataxx as uai::read_move() does, of the others `P@d1` or `d1`, the cell in which
/// the piece stands then, and of games with `coordinates` as those do. `(none)`, `0000`, `null`, `resign` and
/// a square twice give no move: an IllegalMove where there is one and it is no pass.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(std::string_view word, const Board& board);

[[nodiscard]] std::string move_text(const Board& board, const MoveNumbers& move);

} // namespace referee::uci

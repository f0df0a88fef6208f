#pragma once
// Positions and moves as engines write them, in two dialects. What the engines of these tests say is made
// here and read by the referee's own code.

#include "referee/rules/ataxx/position.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace test_engines {

/// UAI: `x5o/7/7/7/7/7/o5x x 0 1`; `g2` a clone, `g1g3` a jump, `0000` a pass.
/// UCI, as Fairy-Stockfish speaks it: `P5p/7/7/7/7/7/p5P w - - 0 1`; `P@g2`, `g1g3`, and for a pass the own
/// stone with the lowest square twice: `a1a1`.
enum class Dialect : std::uint8_t { Uai, Uci };

/// `uai`: its first word, and the beginning of `uaiok` and `uainewgame`.
[[nodiscard]] std::string name(Dialect dialect);
/// `b` or `w`, as in `btime`: UAI's black and UCI's white play first.
[[nodiscard]] std::string letter(Dialect dialect, ataxx::Side side);
/// Of a whole FEN.
[[nodiscard]] int fields(Dialect dialect);
/// Of a blocked square.
[[nodiscard]] char blocked(Dialect dialect);

/// UCI's FEN needs the letters of UCI. Throws UserError as ataxx::parse_fen() does.
[[nodiscard]] ataxx::Fen fen_of(const std::string& text, Dialect dialect);

/// `move` is one of `position`.
[[nodiscard]] std::string text_of(ataxx::Move move, const ataxx::Position& position, Dialect dialect);
/// With its two squares, as a jump is written. Not for a pass.
[[nodiscard]] std::string squares_of(ataxx::Move move);

} // namespace test_engines

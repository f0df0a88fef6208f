#include "tests/engines/notation.hpp"

#include <sstream>

namespace test_engines {
namespace {

using ataxx::Side;
using ataxx::square_name;

/// The letter of UAI; `?` for one that UCI does not have.
char translated(char letter) {
    switch (letter) {
    case 'P':
    case 'w':
        return 'x';
    case 'p':
    case 'b':
        return 'o';
    case '*':
        return '-';
    default:
        return letter == '/' || (letter >= '1' && letter <= '7') ? letter : '?';
    }
}

/// By ranks from the bottom, by files from the left.
ataxx::Square lowest(ataxx::Bitboard stones) {
    for (int x = ataxx::kBoardSize; x >= 1; --x) {
        for (int y = 1; y <= ataxx::kBoardSize; ++y) {
            if (const auto square = ataxx::Square::at(x, y); stones.has(*square)) {
                return *square;
            }
        }
    }
    return stones.lowest();
}

} // namespace

std::string name(Dialect dialect) {
    return dialect == Dialect::Uai ? "uai" : "uci";
}

std::string letter(Dialect dialect, Side side) {
    return (side == Side::First) == (dialect == Dialect::Uai) ? "b" : "w";
}

int fields(Dialect dialect) {
    return dialect == Dialect::Uai ? 4 : 6;
}

char blocked(Dialect dialect) {
    return dialect == Dialect::Uai ? '-' : '*';
}

ataxx::Fen fen_of(const std::string& text, Dialect dialect) {
    if (dialect == Dialect::Uai) {
        return ataxx::parse_fen(text);
    }
    std::istringstream words(text);
    std::string board;
    std::string side;
    std::string unused;
    std::string counters;
    words >> board >> side >> unused >> unused;
    std::getline(words, counters);
    std::string translation;
    for (const char c : board + side) {
        translation += translated(c);
    }
    return ataxx::parse_fen(translation.insert(board.size(), " ") + counters);
}

std::string text_of(ataxx::Move move, const ataxx::Position& position, Dialect dialect) {
    if (move.is_pass()) {
        const std::string own = square_name(lowest(position.own()));
        return dialect == Dialect::Uai ? "0000" : own + own;
    }
    if (move.is_jump()) {
        return squares_of(move);
    }
    return (dialect == Dialect::Uai ? "" : "P@") + square_name(move.to());
}

std::string squares_of(ataxx::Move move) {
    return square_name(move.from()) + square_name(move.to());
}

} // namespace test_engines

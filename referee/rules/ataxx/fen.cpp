#include "referee/rules/ataxx/fen.hpp"

#include "referee/rules/fen_text.hpp"

#include <array>

namespace ataxx {
namespace {

constexpr std::array kCounters{referee::FenCounter{"half-move clock", 0},
                               referee::FenCounter{"move number", 1}};
constexpr referee::FenForm kForm{.start = kStartFen,
                                 .columns = kBoardSize,
                                 .ranks = kBoardSize,
                                 .letters = {"x", "o"},
                                 .counters = kCounters,
                                 .unsupported = "-",
                                 .reason = "blocked squares ('-') are not supported yet"};

} // namespace

Fen parse_fen(std::string_view text) {
    const referee::FenText fen = parse_fen_text(text, kForm);
    referee::PerSide<Bitboard> stones;
    for (int i = 0; i < kSquares; ++i) { // the cells are in the order of the squares
        if (const auto side = fen.cells[static_cast<std::size_t>(i)]) {
            stones[*side] = stones[*side] | Bitboard(Square(i));
        }
    }
    return {.position = {stones.first, stones.second, fen.to_move},
            .half_moves = fen.counters[0],
            .move_number = fen.counters[1]};
}

std::string to_string(const Fen& fen) {
    referee::FenText text{.cells = std::vector<std::optional<Side>>(kSquares),
                          .to_move = fen.position.to_move(),
                          .counters = {fen.half_moves, fen.move_number}};
    for (const Side side : referee::kSides) {
        for_each(fen.position.stones(side),
                 [&](Square square) { text.cells[static_cast<std::size_t>(square.index())] = side; });
    }
    return to_string(text, kForm);
}

} // namespace ataxx

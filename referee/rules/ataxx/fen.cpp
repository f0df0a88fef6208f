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
                                 .letters = {"xXbB", "oOwW"},
                                 .counters = kCounters,
                                 .blocked = '-'};

} // namespace

Fen parse_fen(std::string_view text, BlockedSquares allowed) {
    const referee::FenText fen = parse_fen_text(text, kForm);
    if (allowed == BlockedSquares::Refused && !fen.blocked.empty()) {
        refuse_fen(text, kForm, "blocked squares ('-') are not supported by these rules, but by --rules uai");
    }
    Bitboard blocked;
    for (const std::size_t cell : fen.blocked) {
        blocked = blocked | Bitboard(Square(static_cast<int>(cell)));
    }
    referee::PerSide<Bitboard> stones;
    for (int i = 0; i < kSquares; ++i) { // the cells are in the order of the squares
        if (const auto side = fen.cells[static_cast<std::size_t>(i)]) {
            stones[*side] = stones[*side] | Bitboard(Square(i));
        }
    }
    return {.position = {stones.first, stones.second, fen.to_move},
            .half_moves = fen.counters[0],
            .move_number = fen.counters[1],
            .blocked = blocked};
}

int start_number(std::string_view text) {
    const Fen fen = parse_fen(text, BlockedSquares::Allowed);
    if (fen.half_moves >= kHalfMoveLimit) {
        refuse_fen(text, kForm,
                   "the half-move clock is " + std::to_string(fen.half_moves) + "; from " +
                       std::to_string(kHalfMoveLimit) + " on the game is over");
    }
    return fen.move_number;
}

std::string to_string(const Fen& fen) {
    referee::FenText text{.cells = std::vector<std::optional<Side>>(kSquares),
                          .to_move = fen.position.to_move(),
                          .counters = {fen.half_moves, fen.move_number},
                          .blocked = {}};
    text.blocked.reserve(static_cast<std::size_t>(fen.blocked.count()));
    for_each(fen.blocked,
             [&](Square square) { text.blocked.push_back(static_cast<std::size_t>(square.index())); });
    for (const Side side : referee::kSides) {
        for_each(fen.position.stones(side),
                 [&](Square square) { text.cells[static_cast<std::size_t>(square.index())] = side; });
    }
    return to_string(text, kForm);
}

} // namespace ataxx

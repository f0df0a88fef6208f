#include "referee/rules/ataxx/uai/rules.hpp"

#include <algorithm>

namespace ataxx::uai {
namespace {

/// `drawing` with its blocked squares.
referee::Drawing with_blocked(referee::Drawing drawing, Bitboard blocked) {
    for_each(blocked, [&](Square square) {
        drawing.cells[static_cast<std::size_t>(square.index())].is_blocked = true;
    });
    return drawing;
}

} // namespace

CanonicalKey Rules::key(const Position& position) noexcept {
    // A blocked square belongs to both sets, which no stone does.
    const Bitboard own = position.stones().own() | position.blocked();
    const Bitboard theirs = position.stones().theirs() | position.blocked();
    CanonicalKey least{own.bits(), theirs.bits()};
    for (const Symmetry symmetry : kSymmetries) {
        least = std::min(
            least, CanonicalKey{transformed(own, symmetry).bits(), transformed(theirs, symmetry).bits()});
    }
    return least;
}

Position Rules::read_fen(std::string_view text) {
    const Fen fen = parse_fen(text, BlockedSquares::Allowed);
    return {fen.position, fen.blocked, fen.half_moves};
}

std::string Rules::fen(const Position& position, int move_number) {
    return to_string(Fen{.position = position.stones(),
                         .half_moves = position.half_moves(),
                         .move_number = move_number,
                         .blocked = position.blocked()});
}

std::string Rules::why_illegal(const Position& position, const MoveNumbers& numbers) {
    const auto move = Move::from_numbers(numbers);
    if (move && !move->is_pass() && position.stones().own().has(move->from()) &&
        position.blocked().has(move->to())) {
        return square_text(move->to()) + " is blocked";
    }
    return Articles::why_illegal(position.stones(), numbers);
}

referee::Drawing Rules::draw(const Position& position) {
    return with_blocked(Articles::draw(position.stones()), position.blocked());
}

referee::Drawing Rules::draw(const Position& before, Move move) {
    return with_blocked(Articles::draw(before.stones(), move), before.blocked());
}

} // namespace ataxx::uai

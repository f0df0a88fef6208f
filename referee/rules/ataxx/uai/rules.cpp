#include "referee/rules/ataxx/uai/rules.hpp"

#include "referee/rules/ataxx/perft.hpp"

#include <algorithm>

namespace ataxx::uai {

using referee::PerftCount;

MoveList legal_moves(const Position& position) noexcept {
    return position.ending() ? MoveList() : moves_between(position.stones().own(), position.empty_squares());
}

ATAXX_POPCNT_CLONES std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept {
    if (depth <= 0) {
        return 1;
    }
    if (position.ending()) {
        return 0;
    }
    const bool is_once = what == PerftCount::Positions; // clones to a square count once
    const Bitboard own = position.stones().own();
    const Bitboard empty = position.empty_squares();
    if (depth == 1) {
        int moves = 0;
        for_each(own, [&](Square from) {
            moves += (jump_targets(from) & empty).count();
            moves += is_once ? 0 : (neighbours(from) & empty).count();
        });
        moves += is_once ? (grown(own) & empty).count() : 0;
        return static_cast<std::uint64_t>(std::max(moves, 1)); // without any there is the pass
    }
    if (!position.can_move()) {
        return perft(position.after(Move::pass()), depth - 1, what);
    }
    std::uint64_t leaves = 0;
    for_each(grown(own) & empty, [&](Square to) {
        const Bitboard sources = neighbours(to) & own;
        const int times = is_once ? 1 : sources.count();
        leaves += static_cast<std::uint64_t>(times) *
                  perft(position.after(Move(sources.lowest(), to)), depth - 1, what);
    });
    for_each(own, [&](Square from) {
        for_each(jump_targets(from) & empty,
                 [&](Square to) { leaves += perft(position.after(Move(from, to)), depth - 1, what); });
    });
    return leaves;
}

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

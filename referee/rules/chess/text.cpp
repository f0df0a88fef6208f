#include "referee/rules/chess/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace chess {
namespace {

constexpr int kFileOfKing = 4;
constexpr std::array<int, 2> kFilesOfKing{6, 2};  ///< after castling, by Wing
constexpr std::array<int, 2> kFilesOfRooks{7, 0}; ///< before it, by Wing

std::optional<Square> square_named(char file, char rank) noexcept {
    const bool is_square = small(file) >= 'a' && small(file) <= 'h' && rank >= '1' && rank <= '8';
    return is_square ? std::optional(Square(small(file) - 'a', rank - '1')) : std::nullopt;
}

/// The promotion that a letter of any case names; None when it names none.
Kind promotion_named(char letter) noexcept {
    for (const Kind kind : kPromotions) {
        if (small(letter) == letter_of(Side::Second, kind)) {
            return kind;
        }
    }
    return Kind::None;
}

/// Whether the side to move has its king on its usual square, `square`.
bool is_king_at_home(const Position& position, Square square) noexcept {
    return square == Square(kFileOfKing, home_rank(position.to_move)) &&
           has(position.of(position.to_move, Kind::King), square);
}

/// The wing on which a move castles, may it be legal or not.
std::optional<Wing> wing_of(const Position& position, Move move, RuleSet rules) noexcept {
    const Side side = position.to_move;
    if (!has(position.of(side, Kind::King), move.from)) {
        return std::nullopt;
    }
    const bool takes_own_rook = has(position.of(side, Kind::Rook), move.to);
    const bool is_usual = rules == RuleSet::Orthodox && is_king_at_home(position, move.from) &&
                          move.to.rank() == move.from.rank() &&
                          std::ranges::find(kFilesOfRooks, move.to.file()) != kFilesOfRooks.end();
    if (!is_usual && (rules == RuleSet::Orthodox || !takes_own_rook)) {
        return std::nullopt;
    }
    return move.to.index() > move.from.index() ? Wing::King : Wing::Queen;
}

std::string_view noun_of(Kind kind) noexcept {
    constexpr std::array<std::string_view, 7> kNouns{"", "pawn", "knight", "bishop", "rook", "queen", "king"};
    return kNouns[static_cast<std::size_t>(kind)];
}

/// `the pawn on e2`.
std::string piece_on(const Position& position, Square square) {
    return "the " + std::string(noun_of(position.kind_on(square))) + " on " + square_name(square);
}

/// Why the side to move may not castle on `wing`. `move`: as it is written.
std::string why_no_castling(const Position& position, Wing wing, const std::string& move) {
    const Side side = position.to_move;
    const auto castling = position.castling(side, wing);
    if (!castling) {
        return move + " castles without the right to it";
    }
    const Squares in_the_way = castling->empty & position.taken();
    if (in_the_way != 0) {
        return move + " castles over " + piece_on(position, lowest(in_the_way));
    }
    if (position.is_in_check(side)) {
        return move + " castles out of check";
    }
    bool is_attacked = false;
    for_each(castling->path & ~set_of(castling->king_to), [&](Square square) {
        is_attacked = is_attacked || position.is_attacked(square, opponent(side));
    });
    return is_attacked ? move + " castles through check" : "its king would be in check";
}

using referee::CellMark;

/// The squares whose piece is another one in `after`, or that are empty there.
Squares changed(const Position& before, const Position& after) noexcept {
    Squares squares = before.white ^ after.white;
    for (const Kind kind : kKinds) {
        squares |= before.of(kind) ^ after.of(kind);
    }
    return squares;
}

} // namespace

std::string coordinates(const Position& position, Move move, RuleSet rules) {
    const auto wing = rules == RuleSet::Orthodox ? wing_of(position, move, rules) : std::nullopt;
    const Square to =
        wing ? Square(kFilesOfKing[static_cast<std::size_t>(*wing)], move.from.rank()) : move.to;
    std::string text = square_name(move.from) + square_name(to);
    if (move.promotion != Kind::None) {
        text += letter_of(Side::Second, move.promotion);
    }
    return text;
}

std::optional<Move> read_coordinates(const Position& position, std::string_view text,
                                     RuleSet rules) noexcept {
    if (text.size() != 4 && text.size() != 5) {
        return std::nullopt;
    }
    const auto from = square_named(text[0], text[1]);
    const auto to = square_named(text[2], text[3]);
    const Kind promotion = text.size() == 5 ? promotion_named(text[4]) : Kind::None;
    if (!from || !to || (text.size() == 5 && promotion == Kind::None)) {
        return std::nullopt;
    }
    Move move{*from, *to, promotion};
    if (rules == RuleSet::Orthodox && is_king_at_home(position, *from) && to->rank() == from->rank()) {
        for (const Wing wing : kWings) {
            if (to->file() == kFilesOfKing[static_cast<std::size_t>(wing)]) {
                move.to = Square(kFilesOfRooks[static_cast<std::size_t>(wing)], from->rank());
            }
        }
    }
    return move;
}

std::string why_illegal(const Position& position, const MoveNumbers& numbers, RuleSet rules) {
    for (std::size_t i = 0; i < 2; ++i) {
        if (!Square::numbered(numbers[i])) {
            return "square " + std::to_string(numbers[i]) + " is not on the board";
        }
    }
    const Square from = *Square::numbered(numbers[0]);
    const Square to = *Square::numbered(numbers[1]);
    if (!has(position.pieces(position.to_move), from)) {
        return "no piece of its own on " + square_name(from);
    }
    const auto named = Move::from_numbers(numbers);
    if (!named && from != to) {
        return "promotion " + std::to_string(numbers[2]) + " is none of 0, 2, 3, 4 and 5";
    }
    const Move move = named.value_or(Move{from, to});
    const Kind kind = position.kind_on(from);
    if (!reaches(position, from, to)) {
        if (const auto wing = wing_of(position, move, rules)) {
            return why_no_castling(position, *wing, coordinates(position, Move{from, to}, rules));
        }
        return piece_on(position, from) + " does not reach " + square_name(to);
    }
    const bool promotes = kind == Kind::Pawn && to.rank() == home_rank(opponent(position.to_move));
    const std::string text = coordinates(position, Move{from, to}, rules);
    if (promotes && move.promotion == Kind::None) {
        return text + " needs a promotion: q, r, b or n";
    }
    if (!promotes && move.promotion != Kind::None) {
        return text + " is no promotion";
    }
    return "its king would be in check";
}

referee::Drawing drawing_of(const Position& position) {
    referee::Drawing drawing{
        .columns = kBoardSize, .cells = std::vector<referee::Cell>(kSquares), .corner = {}, .stones = {}};
    for_each(position.taken(), [&](Square square) {
        const auto side = position.side_on(square);
        referee::Cell& cell = drawing.cells[cell_of(square)];
        cell.stone = side;
        cell.letter = letter_of(*side, position.kind_on(square));
    });
    return drawing;
}

referee::Drawing drawing_of(const Position& before, Move move) {
    const Position now = before.after(move);
    referee::Drawing drawing = drawing_of(now);
    for_each(changed(before, now), [&](Square square) {
        drawing.cells[cell_of(square)].mark = has(now.taken(), square) ? CellMark::Placed : CellMark::Left;
    });
    return drawing;
}

referee::MoveWords words_of(const Position& before, Move move, RuleSet rules) {
    const Position now = before.after(move);
    const Kind kind = before.kind_on(move.from);
    const bool is_castling = has(before.pieces(before.to_move), move.to);
    referee::MoveWords words{.deed = {}, .effect = {}};
    const auto add = [&](const std::string& effect) {
        words.effect += (words.effect.empty() ? "" : ", ") + effect;
    };
    if (is_castling) {
        words.deed = "castles " + coordinates(before, move, rules);
    } else {
        words.deed = "moves the " + std::string(noun_of(kind)) + " " + square_name(move.from) + " -> " +
                     square_name(move.to);
        const bool is_en_passant = kind == Kind::Pawn && move.to.index() == before.en_passant;
        const Kind taken = is_en_passant ? Kind::Pawn : before.kind_on(move.to);
        if (taken != Kind::None) {
            add("takes a " + std::string(noun_of(taken)) + (is_en_passant ? " en passant" : ""));
        }
        if (move.promotion != Kind::None) {
            add("promotes to a " + std::string(noun_of(move.promotion)));
        }
    }
    if (now.is_in_check(now.to_move)) {
        add(is_checkmate(now) ? "checkmate" : "check");
    }
    return words;
}

} // namespace chess

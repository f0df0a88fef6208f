#include "referee/rules/chess/position.hpp"

#include "referee/base/seed.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace chess {

std::optional<Move> Move::from_numbers(const MoveNumbers& numbers) noexcept {
    if (numbers.size() != 3) {
        return std::nullopt;
    }
    const auto from = Square::numbered(numbers[0]);
    const auto to = Square::numbered(numbers[1]);
    const bool is_promotion =
        std::ranges::any_of(kPromotions, [&](Kind kind) { return static_cast<int>(kind) == numbers[2]; });
    if (!from || !to || from == to || (numbers[2] != 0 && !is_promotion)) {
        return std::nullopt;
    }
    return Move{*from, *to, static_cast<Kind>(numbers[2])};
}

std::optional<Castling> Position::castling(Side side, Wing wing) const noexcept {
    const std::uint8_t file = castling_file(side, wing);
    if (file == kNone) {
        return std::nullopt;
    }
    const int rank = home_rank(side);
    Castling castling{.king_from = king(side),
                      .king_to = Square(wing == Wing::King ? 6 : 2, rank),
                      .rook_from = Square(file, rank),
                      .rook_to = Square(wing == Wing::King ? 5 : 3, rank),
                      .empty = 0,
                      .path = 0};
    castling.path = span_of(castling.king_from, castling.king_to);
    castling.empty = (castling.path | span_of(castling.rook_from, castling.rook_to)) &
                     ~(set_of(castling.king_from) | set_of(castling.rook_from));
    return castling;
}

bool Position::is_attacked(Square square, Side by) const noexcept {
    const Squares others = pieces(by);
    const Squares all = taken();
    const Squares queens = of(Kind::Queen);
    const Squares attackers = (pawn_attacks(set_of(square), opponent(by)) & of(Kind::Pawn)) |
                              (knight_attacks(square) & of(Kind::Knight)) |
                              (king_attacks(square) & of(Kind::King)) |
                              (rook_attacks(square, all) & (of(Kind::Rook) | queens)) |
                              (bishop_attacks(square, all) & (of(Kind::Bishop) | queens));
    return (attackers & others) != 0;
}

namespace {

void remove(Position& position, Squares squares) noexcept {
    for (Squares& kind : position.kinds) {
        kind &= ~squares;
    }
    position.white &= ~squares;
}

void put(Position& position, Square square, Side side, Kind kind) noexcept {
    position.of(kind) |= set_of(square);
    position.white |= side == Side::First ? set_of(square) : 0;
}

/// Takes away the rights to castle of kings and rooks that a move touches.
void drop_rights(Position& position, Move move, bool king_moves) noexcept {
    for (const Side side : referee::kSides) {
        for (const Wing wing : kWings) {
            std::uint8_t& file = position.castling_file(side, wing);
            if (file == Position::kNone) {
                continue;
            }
            const Square rook(file, home_rank(side));
            if (move.from == rook || move.to == rook || (king_moves && side == position.to_move)) {
                file = Position::kNone;
            }
        }
    }
}

bool is_double_step(Move move) noexcept {
    return std::abs(move.to.rank() - move.from.rank()) == 2;
}

/// after(), but no pawn may be taken en passant.
Position moved(const Position& before, Move move) noexcept {
    const Side side = before.to_move;
    const Kind kind = before.kind_on(move.from);
    const bool is_capture = has(before.pieces(opponent(side)), move.to);
    const bool is_castling = kind == Kind::King && has(before.pieces(side), move.to);
    Position next = before;
    if (is_castling) {
        const Wing wing = move.to.index() > move.from.index() ? Wing::King : Wing::Queen;
        const int rank = home_rank(side);
        remove(next, set_of(move.from) | set_of(move.to));
        put(next, Square(wing == Wing::King ? 6 : 2, rank), side, Kind::King);
        put(next, Square(wing == Wing::King ? 5 : 3, rank), side, Kind::Rook);
    } else {
        remove(next, set_of(move.from) | set_of(move.to));
        put(next, move.to, side, move.promotion == Kind::None ? kind : move.promotion);
        if (kind == Kind::Pawn && move.to.index() == before.en_passant) {
            remove(next, set_of(Square(move.to.file(), move.from.rank())));
        }
    }
    drop_rights(next, move, kind == Kind::King);
    next.en_passant = Position::kNone;
    const int half_moves = kind == Kind::Pawn || is_capture ? 0 : before.half_moves + 1;
    next.half_moves = static_cast<std::uint8_t>(std::min(half_moves, kHalfMoveLimit));
    next.to_move = opponent(side);
    return next;
}

bool leaves_king_safe(const Position& before, Move move) noexcept {
    return !moved(before, move).is_in_check(before.to_move);
}

/// Calls `visit` with each move that is legal but for the own king's safety, until it returns true; returns
/// whether it did. Moves come in the order of MoveList.
template<class Visit>
class MoveWalk {
  public:
    MoveWalk(const Position& position, Visit& visit) noexcept
        : position_(position)
        , side_(position.to_move)
        , own_(position.pieces(side_))
        , taken_(position.taken())
        , visit_(visit) {}

    [[nodiscard]] bool all() const {
        return pawns() || pieces(Kind::Knight, [](Square from) { return knight_attacks(from); }) ||
               pieces(Kind::Bishop, [this](Square from) { return bishop_attacks(from, taken_); }) ||
               pieces(Kind::Rook, [this](Square from) { return rook_attacks(from, taken_); }) ||
               pieces(Kind::Queen,
                      [this](Square from) {
                          return rook_attacks(from, taken_) | bishop_attacks(from, taken_);
                      }) ||
               pieces(Kind::King, [](Square from) { return king_attacks(from); }) || castlings();
    }

  private:
    [[nodiscard]] bool to_each(Square from, Squares targets) const {
        for (; targets != 0; targets &= targets - 1) {
            if (visit_(Move{from, lowest(targets)})) {
                return true;
            }
        }
        return false;
    }

    template<class Attacks>
    [[nodiscard]] bool pieces(Kind kind, Attacks&& attacks) const {
        for (Squares left = position_.of(kind) & own_; left != 0; left &= left - 1) {
            const Square from = lowest(left);
            if (to_each(from, attacks(from) & ~own_)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] Squares pawn_targets(Square from) const {
        const Squares pawn = set_of(from);
        const Squares free = ~taken_;
        const Squares one = shifted(pawn, 0, forward(side_)) & free;
        const Squares two =
            shifted(one, 0, forward(side_)) & free & rank_set(home_rank(side_) + 3 * forward(side_));
        const Squares passed =
            position_.en_passant == Position::kNone ? 0 : set_of(Square(position_.en_passant));
        return one | two | (pawn_attacks(pawn, side_) & ((taken_ & ~own_) | passed));
    }

    [[nodiscard]] bool pawns() const {
        const Squares last = rank_set(home_rank(opponent(side_)));
        for (Squares left = position_.of(Kind::Pawn) & own_; left != 0; left &= left - 1) {
            const Square from = lowest(left);
            const Squares targets = pawn_targets(from);
            if ((targets & last) == 0) {
                if (to_each(from, targets)) {
                    return true;
                }
                continue;
            }
            for (Squares to = targets; to != 0; to &= to - 1) {
                for (const Kind promotion : kPromotions) {
                    if (visit_(Move{from, lowest(to), promotion})) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool castlings() const {
        for (const Wing wing : kWings) {
            const auto castling = position_.castling(side_, wing);
            if (!castling || (castling->empty & taken_) != 0) {
                continue;
            }
            bool is_safe = true;
            for_each(castling->path, [&](Square square) {
                is_safe = is_safe && !position_.is_attacked(square, opponent(side_));
            });
            if (is_safe && visit_(Move{castling->king_from, castling->rook_from})) {
                return true;
            }
        }
        return false;
    }

    const Position& position_;
    Side side_;
    Squares own_;
    Squares taken_;
    Visit& visit_;
};

template<class Visit>
bool any_move(const Position& position, Visit visit) {
    return MoveWalk<Visit>(position, visit).all();
}

bool has_legal_move(const Position& position) noexcept {
    return any_move(position, [&](Move move) { return leaves_king_safe(position, move); });
}

} // namespace

Position Position::after(Move move) const noexcept {
    Position next = moved(*this, move);
    if (has(of(Kind::Pawn), move.from) && is_double_step(move)) {
        const Square passed(move.from.file(), (move.from.rank() + move.to.rank()) / 2);
        if (next.may_take_en_passant(passed)) {
            next.en_passant = static_cast<std::uint8_t>(passed.index());
        }
    }
    return next;
}

bool Position::may_take_en_passant(Square square) const noexcept {
    Position allowed = *this;
    allowed.en_passant = static_cast<std::uint8_t>(square.index());
    Squares takers = pawn_attacks(set_of(square), opponent(to_move)) & of(to_move, Kind::Pawn);
    for (; takers != 0; takers &= takers - 1) {
        if (leaves_king_safe(allowed, Move{lowest(takers), square})) {
            return true;
        }
    }
    return false;
}

MoveList legal_moves(const Position& position) noexcept {
    MoveList moves;
    any_move(position, [&](Move move) {
        if (leaves_king_safe(position, move)) {
            moves.push_back(move);
        }
        return false;
    });
    return moves;
}

bool is_legal(const Position& position, Move move) noexcept {
    return any_move(position, [&](Move other) { return other == move && leaves_king_safe(position, move); });
}

bool reaches(const Position& position, Square from, Square to) noexcept {
    return any_move(position, [&](Move move) { return move.from == from && move.to == to; });
}

bool is_checkmate(const Position& position) noexcept {
    return position.is_in_check(position.to_move) && !has_legal_move(position);
}

bool is_insufficient_material(const Position& position) noexcept {
    constexpr Squares kDark = 0xaa55aa55aa55aa55; // a1 is dark
    if ((position.of(Kind::Pawn) | position.of(Kind::Rook) | position.of(Kind::Queen)) != 0) {
        return false;
    }
    const Squares bishops = position.of(Kind::Bishop);
    const int knights = std::popcount(position.of(Kind::Knight));
    if (bishops == 0) {
        return knights <= 1;
    }
    return knights == 0 && ((bishops & kDark) == 0 || (bishops & ~kDark) == 0);
}

std::optional<Termination> ending(const Position& position) noexcept {
    if (!has_legal_move(position)) {
        return position.is_in_check(position.to_move) ? Termination::Checkmate : Termination::Stalemate;
    }
    if (is_insufficient_material(position)) {
        return Termination::InsufficientMaterial;
    }
    return position.half_moves >= kHalfMoveLimit ? std::optional(Termination::HalfmoveLimit) : std::nullopt;
}

referee::CanonicalKey key(const Position& position) noexcept {
    std::uint64_t rest = index(position.to_move) << 8 | position.en_passant;
    for (const std::uint8_t file : position.castling_files) {
        rest = rest << 8 | file;
    }
    // Two chains of the same words from different beginnings.
    referee::CanonicalKey key{.own = 1, .theirs = 2};
    const auto add = [&](std::uint64_t word) {
        key.own = referee::mixed(key.own, word);
        key.theirs = referee::mixed(key.theirs, word);
    };
    for (const Squares kind : position.kinds) {
        add(kind);
    }
    add(position.white);
    add(rest);
    return key;
}

std::uint64_t perft(const Position& position, int depth) noexcept {
    if (depth <= 0) {
        return 1;
    }
    std::uint64_t leaves = 0;
    any_move(position, [&](Move move) {
        if (leaves_king_safe(position, move)) {
            leaves += depth == 1 ? 1 : perft(position.after(move), depth - 1);
        }
        return false;
    });
    return leaves;
}

Position set_up_960(int number) noexcept {
    constexpr std::array<std::array<int, 2>, 10> kKnights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    std::array<Kind, kBoardSize> row{};
    /// The file of the free square with that number, from 0 at file a.
    const auto free = [&row](int wanted) {
        std::size_t file = 0;
        while (row[file] != Kind::None || wanted-- > 0) {
            ++file;
        }
        return file;
    };
    row[static_cast<std::size_t>(2 * (number % 4) + 1)] = Kind::Bishop;
    row[static_cast<std::size_t>(2 * (number / 4 % 4))] = Kind::Bishop;
    row[free(number / 16 % 6)] = Kind::Queen;
    const auto [left, right] = kKnights[static_cast<std::size_t>(number / 96)];
    const std::array knights{free(left), free(right)};
    row[knights[0]] = Kind::Knight;
    row[knights[1]] = Kind::Knight;
    for (const Kind kind : {Kind::Rook, Kind::King, Kind::Rook}) {
        row[free(0)] = kind;
    }

    Position position;
    const Squares pawns = position.of(Kind::Pawn);
    position.kinds = {};
    position.of(Kind::Pawn) = pawns;
    for (int file = 0; file < kBoardSize; ++file) {
        const Kind kind = row[static_cast<std::size_t>(file)];
        position.of(kind) |= set_of(Square(file, 0)) | set_of(Square(file, kBoardSize - 1));
    }
    const Squares rooks = position.of(Side::First, Kind::Rook);
    for (const Side side : referee::kSides) {
        position.castling_file(side, Wing::Queen) = static_cast<std::uint8_t>(std::countr_zero(rooks));
        position.castling_file(side, Wing::King) =
            static_cast<std::uint8_t>(kSquares - 1 - std::countl_zero(rooks));
    }
    return position;
}

} // namespace chess

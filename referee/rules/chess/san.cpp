#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/chess/text.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace chess {
namespace {

using referee::UserError;

bool castles(const Position& position, Move move) noexcept {
    return has(position.pieces(position.to_move), move.to);
}

std::string_view castling_text(Move move) noexcept {
    return move.to.index() > move.from.index() ? "O-O" : "O-O-O";
}

char file_of(Square square) noexcept {
    return static_cast<char>('a' + square.file());
}
char rank_of(Square square) noexcept {
    return static_cast<char>('1' + square.rank());
}

/// What tells `move` from the other legal moves of such pieces to its square.
std::string told_apart(const Position& position, Move move, Kind kind) {
    bool is_alone = true;
    bool is_alone_on_file = true;
    bool is_alone_on_rank = true;
    for (const Move other : legal_moves(position)) {
        if (other.to == move.to && other.from != move.from && position.kind_on(other.from) == kind &&
            !castles(position, other)) {
            is_alone = false;
            is_alone_on_file = is_alone_on_file && other.from.file() != move.from.file();
            is_alone_on_rank = is_alone_on_rank && other.from.rank() != move.from.rank();
        }
    }
    std::string text;
    if (!is_alone && (is_alone_on_file || !is_alone_on_rank)) {
        text += file_of(move.from);
    }
    if (!is_alone && !is_alone_on_file) {
        text += rank_of(move.from);
    }
    return text;
}

bool takes(const Position& position, Move move) noexcept {
    const bool is_en_passant =
        position.kind_on(move.from) == Kind::Pawn && move.from.file() != move.to.file();
    return has(position.taken(), move.to) || is_en_passant;
}

/// `from`: what is said of the square that the move leaves.
std::string algebraic(const Position& position, Move move, const std::string& from) {
    std::string text;
    if (castles(position, move)) {
        text = castling_text(move);
    } else {
        const Kind kind = position.kind_on(move.from);
        if (kind != Kind::Pawn) {
            text += letter_of(Side::First, kind);
        }
        text += from + (takes(position, move) ? "x" : "") + square_name(move.to);
        if (move.promotion != Kind::None) {
            text += std::string("=") + letter_of(Side::First, move.promotion);
        }
    }
    const Position after = position.after(move);
    if (after.is_in_check(after.to_move)) {
        text += is_checkmate(after) ? '#' : '+';
    }
    return text;
}

constexpr std::string_view kPieceLetters = "PNBRQK"; // by Kind from Pawn on

/// The kind that a capital letter names; None when it names none.
Kind kind_named(char letter) noexcept {
    const auto place = kPieceLetters.find(letter);
    return place == std::string_view::npos ? Kind::None : kKinds[place];
}

/// What a text says of a move. Empty: nothing.
struct Said {
    Kind kind = Kind::Pawn;
    std::optional<int> from_file{};
    std::optional<int> from_rank{};
    std::optional<Square> to{};
    Kind promotion = Kind::None;
};

/// Cuts `tail` off the end of `text`, if it is there.
bool take_back(std::string_view& text, std::string_view tail) noexcept {
    const bool ends = text.ends_with(tail);
    text.remove_suffix(ends ? tail.size() : 0);
    return ends;
}

/// Without what is written behind a move: checks, judgements, en passant.
std::string_view bare(std::string_view text) noexcept {
    constexpr std::string_view kBehind = "+#!?";
    text = text.substr(0, text.find_last_not_of(kBehind) + 1);
    static_cast<void>(take_back(text, "e.p.") || take_back(text, "ep"));
    return text.substr(0, text.find_last_not_of(kBehind) + 1);
}

bool is_file(char c) noexcept {
    return c >= 'a' && c <= 'h';
}
bool is_rank(char c) noexcept {
    return c >= '1' && c <= '8';
}

/// Empty when `text` has not the form of a move.
std::optional<Said> read_form(std::string_view text) noexcept {
    Said said;
    if (!text.empty() && kind_named(text.front()) != Kind::None) {
        said.kind = kind_named(text.front());
        text.remove_prefix(1);
    }
    if (text.size() > 2 && !is_rank(text.back())) {
        said.promotion = kind_named(capital(text.back()));
        text.remove_suffix(1);
        static_cast<void>(take_back(text, "="));
        if (std::ranges::find(kPromotions, said.promotion) == kPromotions.end()) {
            return std::nullopt;
        }
    }
    if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) {
        return std::nullopt;
    }
    said.to = Square(text[text.size() - 2] - 'a', text.back() - '1');
    text.remove_suffix(2);
    static_cast<void>(take_back(text, "x") || take_back(text, "-") || take_back(text, ":"));
    if (!text.empty() && is_file(text.front())) {
        said.from_file = text.front() - 'a';
        text.remove_prefix(1);
    }
    if (!text.empty() && is_rank(text.front())) {
        said.from_rank = text.front() - '1';
        text.remove_prefix(1);
    }
    if (said.kind == Kind::Pawn && !said.from_file) {
        said.from_file = said.to->file(); // only a pawn that takes changes its file, and then names it
    }
    return text.empty() ? std::optional(said) : std::nullopt;
}

bool is_named(const Position& position, Move move, const Said& said) noexcept {
    return move.to == said.to && !castles(position, move) && position.kind_on(move.from) == said.kind &&
           move.promotion == said.promotion &&
           said.from_file.value_or(move.from.file()) == move.from.file() &&
           said.from_rank.value_or(move.from.rank()) == move.from.rank();
}

std::optional<Wing> wing_named(std::string_view text) {
    std::string letters(text);
    std::ranges::replace(letters, '0', 'O');
    return letters == "O-O"     ? std::optional(Wing::King)
           : letters == "O-O-O" ? std::optional(Wing::Queen)
                                : std::nullopt;
}

bool is_null_move(std::string_view text) noexcept {
    return text == "--" || text == "Z0" || text == "null" || text == "@@@@";
}

/// Why no legal move fits: the rules' reason where one move was meant.
std::string why_none(const Position& position, std::string_view text, const Said& said) {
    std::vector<Square> may_reach;
    for_each(position.of(position.to_move, said.kind), [&](Square from) {
        if (reaches(position, from, *said.to) && said.from_file.value_or(from.file()) == from.file() &&
            said.from_rank.value_or(from.rank()) == from.rank()) {
            may_reach.push_back(from);
        }
    });
    const std::string played = "'" + referee::to_printable(text) + "'";
    if (may_reach.size() != 1) {
        return played + " is no legal move";
    }
    const Move meant{may_reach.front(), *said.to, said.promotion};
    return played + " is no legal move: " + why_illegal(position, meant.numbers(), RuleSet::Chess960);
}

} // namespace

std::string san(const Position& position, Move move) {
    const Kind kind = position.kind_on(move.from);
    return algebraic(position, move,
                     kind != Kind::Pawn      ? told_apart(position, move, kind)
                     : takes(position, move) ? std::string(1, file_of(move.from))
                                             : std::string());
}

std::string lan(const Position& position, Move move) {
    return algebraic(position, move, square_name(move.from));
}

Move read_san(const Position& position, std::string_view text) {
    const std::string printable = "'" + referee::to_printable(text) + "'";
    const std::string_view words = bare(text);
    if (is_null_move(words)) {
        throw UserError(printable + " is a null move, which no game has");
    }
    const auto wing = wing_named(words);
    const auto said = wing ? std::optional(Said()) : read_form(words);
    if (!said) {
        throw UserError(printable + " is no move");
    }
    std::vector<Move> found;
    for (const Move move : legal_moves(position)) {
        const bool fits =
            wing ? castles(position, move) && (castling_text(move) == "O-O") == (*wing == Wing::King)
                 : is_named(position, move, *said);
        if (fits) {
            found.push_back(move);
        }
    }
    if (found.empty()) {
        throw UserError(wing ? printable + " is no legal move" : why_none(position, text, *said));
    }
    if (found.size() > 1) {
        throw UserError(printable + " names several moves: " + san(position, found[0]) + " and " +
                        san(position, found[1]));
    }
    return found.front();
}

} // namespace chess

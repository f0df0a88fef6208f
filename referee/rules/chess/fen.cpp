#include "referee/base/text.hpp"
#include "referee/rules/chess/text.hpp"
#include "referee/rules/fen_text.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace chess {
namespace {

constexpr referee::FenForm kForm{.start = kStartFen,
                                 .columns = kBoardSize,
                                 .ranks = kBoardSize,
                                 .letters = {"PNBRQK", "pnbrqk"}, // by Kind from Pawn on
                                 .counters = {},
                                 .listed = "P, N, B, R, Q, K, p, n, b, r, q, k"};
constexpr std::string_view kBlanks = " \t\r";
constexpr int kMostPieces = 16;
constexpr int kMostPawns = 8;

std::string_view colour(Side side) {
    return side == Side::First ? "white" : "black";
}

/// Cuts the first word off `text`; empty when there is none.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    return word;
}

class FenReader {
  public:
    FenReader(std::string_view text, RuleSet rules)
        : text_(text)
        , rules_(rules) {}

    Fen read() {
        std::vector<std::string_view> fields;
        std::string_view rest = text_;
        for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
            const bool may_be_operation = fields.size() >= 4;
            if (may_be_operation && word.size() > 1 && word.ends_with(';') &&
                is_number(word.substr(0, word.size() - 1))) { // a counter, and a comment after it
                fields.push_back(word.substr(0, word.size() - 1));
                break;
            }
            if (may_be_operation && !is_number(word) && text_.find(';') != std::string_view::npos) {
                rest = std::string_view(word.data(), word.size() + rest.size());
                break;
            }
            fields.push_back(word);
        }
        if (fields.size() < 2 || fields.size() == 3 || fields.size() > 6) {
            fail("needs two, four, five or six fields (a board, a side to move, castling, an en passant "
                 "square, a half-move clock and a move number), not " +
                 std::to_string(fields.size()));
        }
        read_side(fields[1]);
        read_board(fields[0]);
        check_pieces();
        if (fields.size() > 2) {
            read_castling(fields[2]);
            read_en_passant(fields[3]);
        }
        if (fields.size() > 4) {
            read_half_moves(fields[4]);
        }
        if (fields.size() > 5) {
            read_move_number(fields[5]);
        }
        read_operations(rest);
        fen_.position.half_moves = static_cast<std::uint8_t>(std::min(fen_.half_moves, kHalfMoveLimit));
        return fen_;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { refuse_fen(text_, kForm, what); }

    static bool is_number(std::string_view word) {
        return std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    }

    void read_side(std::string_view field) {
        if (field != "w" && field != "b") {
            fail("the side to move is '" + referee::to_printable(field) + "' instead of w or b");
        }
        fen_.position.to_move = field == "w" ? Side::First : Side::Second;
    }

    void read_board(std::string_view board) {
        const std::string cells = referee::read_board(text_, board, kForm);
        Position& position = fen_.position;
        position.kinds = {};
        position.white = 0;
        position.castling_files.fill(Position::kNone);
        for (int i = 0; i < kSquares; ++i) {
            const char letter = cells[cell_of(Square(i))];
            if (const auto side = kForm.side_of(letter)) {
                position.kinds[kForm.letters[*side].find(letter)] |= set_of(Square(i));
                position.white |= *side == Side::First ? set_of(Square(i)) : 0;
            }
        }
    }

    void check_pieces() const {
        const Position& position = fen_.position;
        for (const Side side : referee::kSides) {
            const auto check = [&](Squares squares, int most, int least, const std::string& noun) {
                const int count = std::popcount(squares);
                if (count > most || count < least) {
                    fail(std::string(colour(side)) + " has " + std::to_string(count) + " " + noun +
                         (least == most ? " instead of " : ", more than ") + std::to_string(most));
                }
            };
            check(position.of(side, Kind::King), 1, 1, "kings");
            check(position.pieces(side), kMostPieces, 0, "pieces");
            check(position.of(side, Kind::Pawn), kMostPawns, 0, "pawns");
        }
        const Squares astray = position.of(Kind::Pawn) & (rank_set(0) | rank_set(kBoardSize - 1));
        if (astray != 0) {
            fail("a pawn stands on " + square_name(lowest(astray)));
        }
        const Side waiting = opponent(position.to_move);
        if (position.is_in_check(waiting)) {
            fail(std::string(colour(waiting)) + " is in check, and " + std::string(colour(position.to_move)) +
                 " is to move");
        }
    }

    /// The rooks of `side` on its first rank, on that wing of its king; none when the king is elsewhere.
    [[nodiscard]] Squares rooks_on(Side side, Wing wing) const {
        const Position& position = fen_.position;
        const Square king = position.king(side);
        if (king.rank() != home_rank(side)) {
            return 0;
        }
        const Squares below = set_of(king) - 1;
        return position.of(side, Kind::Rook) & rank_set(king.rank()) & (wing == Wing::King ? ~below : below);
    }

    void read_castling(std::string_view field) {
        if (field == "-") {
            return;
        }
        for (const char letter : field) {
            read_right(field, letter);
        }
    }

    void read_right(std::string_view field, char letter) {
        Position& position = fen_.position;
        const auto fail_of = [&](const std::string& what) {
            fail("castling '" + referee::to_printable(field) + "': " + what);
        };
        const char file = small(letter);
        if (file != 'k' && file != 'q' && (file < 'a' || file > 'h')) {
            fail_of("it is neither - nor letters of KQkq, A to H and a to h");
        }
        const Side side = file == letter ? Side::Second : Side::First;
        Wing wing = file == 'k' ? Wing::King : Wing::Queen;
        Squares rooks = 0;
        if (file == 'k' || file == 'q') {
            rooks = rooks_on(side, wing);
        } else {
            const Square rook(file - 'a', home_rank(side));
            wing = rook.index() > position.king(side).index() ? Wing::King : Wing::Queen;
            rooks = rooks_on(side, wing) & set_of(rook);
        }
        if (rooks == 0) {
            fail_of(std::string(colour(side)) + " has no king and rook on rank " +
                    std::to_string(home_rank(side) + 1) + " for " + std::string(1, letter));
        }
        const int king = position.king(side).file();
        const int rook =
            (wing == Wing::King ? Square(kSquares - 1 - std::countl_zero(rooks)) : lowest(rooks)).file();
        if (rules_ == RuleSet::Orthodox && (king != 4 || rook != (wing == Wing::King ? 7 : 0))) {
            fail_of("castling from there needs --rules chess960");
        }
        std::uint8_t& right = position.castling_file(side, wing);
        if (right != Position::kNone) {
            fail_of(std::string(colour(side)) + " has two rights on one side of its king");
        }
        right = static_cast<std::uint8_t>(rook);
    }

    void read_en_passant(std::string_view field) {
        if (field == "-") {
            return;
        }
        const auto fail_of = [&](const std::string& what) {
            fail("the en passant square '" + referee::to_printable(field) + "' " + what);
        };
        Position& position = fen_.position;
        const Side passer = opponent(position.to_move);
        const int rank = home_rank(passer) + 2 * forward(passer);
        if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' || field[1] > '8') {
            fail_of("is neither - nor a square");
        }
        const int file = field[0] - 'a';
        if (field[1] - '1' != rank) {
            fail_of("is not on rank " + std::to_string(rank + 1));
        }
        const Square square(file, rank);
        const Square pawn(file, rank + forward(passer));
        if (!has(position.of(passer, Kind::Pawn), pawn)) {
            fail_of("has no " + std::string(colour(passer)) + " pawn in front of it, on " +
                    square_name(pawn));
        }
        const Square origin(file, rank - forward(passer));
        if ((position.taken() & (set_of(square) | set_of(origin))) != 0) {
            fail_of("was not passed: " + square_name(has(position.taken(), square) ? square : origin) +
                    " is not empty");
        }
        if (position.may_take_en_passant(square)) {
            position.en_passant = static_cast<std::uint8_t>(square.index());
        }
    }

    [[nodiscard]] int number_in(std::string_view field, const std::string& name, int least) const {
        const auto value = referee::parse_number<int>(field);
        if (!value || *value < least) {
            fail("the " + name + " '" + referee::to_printable(field) + "' is not a whole number from " +
                 std::to_string(least));
        }
        return *value;
    }
    void read_half_moves(std::string_view field) { fen_.half_moves = number_in(field, "half-move clock", 0); }
    void read_move_number(std::string_view field) { fen_.move_number = number_in(field, "move number", 1); }

    /// EPD: each is a word and operands, and ends in a semicolon that stands in no quotes.
    void read_operations(std::string_view rest) {
        while (true) {
            bool is_quoted = false;
            const auto end = std::ranges::find_if(rest, [&](char c) {
                is_quoted ^= c == '"';
                return c == ';' && !is_quoted;
            });
            std::string_view operation(rest.begin(), end);
            rest.remove_prefix(std::min(operation.size() + 1, rest.size()));
            const std::string_view word = take_word(operation);
            if (word == "hmvc") {
                read_half_moves(take_word(operation));
            } else if (word == "fmvn") {
                read_move_number(take_word(operation));
            }
            if (rest.empty()) {
                return;
            }
        }
    }

    std::string_view text_;
    RuleSet rules_;
    Fen fen_;
};

/// `KQkq`, or the rooks' files; `-` without any right.
std::string castling_text(const Position& position, RuleSet rules) {
    std::string text;
    for (const Side side : referee::kSides) {
        for (const Wing wing : kWings) {
            const std::uint8_t file = position.castling_file(side, wing);
            if (file == Position::kNone) {
                continue;
            }
            const char usual = wing == Wing::King ? 'k' : 'q';
            const char letter = rules == RuleSet::Orthodox ? usual : static_cast<char>('a' + file);
            text += side == Side::First ? capital(letter) : letter;
        }
    }
    return text.empty() ? "-" : text;
}

} // namespace

char letter_of(Side side, Kind kind) noexcept {
    return kForm.letters[side][static_cast<std::size_t>(kind) - 1];
}

std::string square_name(Square square) {
    return {static_cast<char>('a' + square.file()), static_cast<char>('1' + square.rank())};
}

Fen parse_fen(std::string_view text, RuleSet rules) {
    return FenReader(text, rules).read();
}

std::string fen_text(const Position& position, int move_number, RuleSet rules) {
    const auto letter_at = [&](std::size_t cell) {
        const Square square(static_cast<int>(cell) ^ (kSquares - kBoardSize)); // the top rank comes first
        const auto side = position.side_on(square);
        return side ? letter_of(*side, position.kind_on(square)) : referee::kEmptyCell;
    };
    std::string text;
    referee::add_board(kSquares, kBoardSize, letter_at, text);
    text += position.to_move == Side::First ? " w " : " b ";
    text += castling_text(position, rules);
    text += " ";
    text += position.en_passant == Position::kNone ? "-" : square_name(Square(position.en_passant));
    return text + " " + std::to_string(position.half_moves) + " " + std::to_string(move_number);
}

int start_number(std::string_view text, RuleSet rules) {
    const Fen fen = parse_fen(text, rules);
    refuse_half_moves(text, kForm, fen.half_moves, kHalfMoveLimit);
    return fen.move_number;
}

} // namespace chess

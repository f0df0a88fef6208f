#include "referee/rules/opening_text.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/fen_text.hpp"
#include "referee/rules/games.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace referee {
namespace {

/// What a move in a list must be, e.g. `four numbers, x1 y1 x2 y2`.
std::string form_of(Game game) {
    const GameFacts& facts = facts_of(game);
    constexpr std::array<std::string_view, MoveNumbers::kMost> kCounts{"one number", "two numbers",
                                                                       "three numbers", "four numbers"};
    std::string_view names = facts.move_form;
    names.remove_prefix(std::string_view("MOVE ").size());
    return std::string(kCounts.at(facts.numbers - 1)) + ", " + std::string(names) +
           (facts.reads_coordinates ? ", or two squares, e.g. e2e4" : "");
}

/// The list with a blank before each number, as take_move_numbers() wants it.
std::string spaced(std::string_view text, bool is_joined) {
    std::string result;
    bool after_digit = true;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        if (after_digit && (is_joined || result.empty())) {
            result += ' ';
        }
        result += c;
        after_digit = is_digit;
    }
    return result.substr(0, result.find_last_not_of(" \t") + 1);
}

/// Cuts the move in coordinates that `text` begins with off it, with the blanks before it. Empty, and nothing
/// is cut, when it begins with none, or the game of `board` has no such moves.
std::optional<MoveNumbers> take_coordinates(const Board& board, std::string_view& text) {
    return std::visit(
        [&]<class Position>(const Position& position) -> std::optional<MoveNumbers> {
            using G = RulesOf<Position>;
            if constexpr (requires { G::read_coordinates(position, text); }) {
                constexpr std::string_view kBlanks = " \t";
                const auto begin = std::min(text.find_first_not_of(kBlanks), text.size());
                const auto end = std::min(text.find_first_of(kBlanks, begin), text.size());
                if (const auto move = G::read_coordinates(position, text.substr(begin, end - begin))) {
                    text.remove_prefix(end);
                    return G::numbers(*move);
                }
            }
            return std::nullopt;
        },
        board.position());
}

/// Far above any game, so that counting on is safe.
constexpr int kMostMoveNumber = 1'000'000;

[[noreturn]] void refuse(std::string_view text, const std::string& what) {
    throw UserError("FEN '" + to_printable(text, kMostFenBytesShown) + "': " + what);
}

void refuse_finished(const Board& board, std::string_view text) {
    if (const auto ending = board.ending()) {
        refuse(text, "the game is over (" + std::string(name(*ending)) + ")");
    }
}

void refuse_far(int full_move, std::string_view text) {
    if (full_move > kMostMoveNumber) {
        refuse(text, "its move number is above " + std::to_string(kMostMoveNumber));
    }
}

/// Empty in games whose positions are no EPD.
std::optional<Start> read_start_of_epd(Game game, std::string_view text) {
    return with_game(game, [&]<class G>(G) -> std::optional<Start> {
        if constexpr (requires { G::kReadsEpd; }) {
            const auto position = G::read_fen(text);
            const int number = G::start_number(text);
            return Start{.board = position, .full_move = number, .fen = G::fen(position, number)};
        } else {
            return std::nullopt;
        }
    });
}

} // namespace

MadeMoves make_moves(Game game, std::string_view text, std::size_t most, MayEnd may_end) {
    const GameFacts& facts = facts_of(game);
    const std::string list = spaced(text, facts.numbers == 1);
    std::vector<MoveNumbers> made;
    Course course{Board(game)};
    for (std::string_view left = list; !left.empty();) {
        const auto fail = [number = made.size() + 1](const std::string& what) {
            throw UserError("move " + std::to_string(number) + ": " + what);
        };
        if (made.size() == most) {
            throw UserError("an opening may have " + std::to_string(most) + " moves at most");
        }
        if (const auto ending = course.board().ending()) {
            fail("the game was over before it (" + std::string(name(*ending)) + ")");
        }
        const std::string_view before = left;
        const auto coordinates = take_coordinates(course.board(), left);
        const auto move = coordinates ? coordinates : take_move_numbers(left, facts.numbers);
        if (!move) {
            fail("it must be " + form_of(game));
        }
        if (!course.make(*move)) {
            const std::string written =
                coordinates ? std::string(words_in(before).front()) : to_string(*move);
            fail(written + " is illegal: " + why_illegal(course.board(), *move));
        }
        made.push_back(*move);
        if (may_end == MayEnd::No && (course.board().ending() || course.is_repeated())) {
            fail("it ends the game; an opening must not");
        }
    }
    return {std::move(made), course.board()};
}

Start read_start(Game game, std::string_view text) {
    if (const auto start = read_start_of_epd(game, text)) {
        refuse_finished(start->board, text);
        refuse_far(start->full_move, text);
        return *start;
    }
    const auto [board, usual] = with_game(game, [&]<class G>(G) {
        const auto position = G::read_fen(text);
        if constexpr (requires { G::start_number(text); }) {
            static_cast<void>(G::start_number(text)); // refuses a game that is over by its half-moves
        }
        return std::pair(Board(position), G::fen(position));
    });
    refuse_finished(board, text);
    // Rules that do not count moves write the usual counters; those of `text` take their place.
    constexpr std::size_t kBeforeCounters = 2;
    const auto given = words_in(text);
    const auto words = words_in(usual);
    Start start{.board = board, .full_move = 1, .fen = {}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        start.fen += i == 0 ? "" : " ";
        if (i < kBeforeCounters) {
            start.fen += words[i];
            continue;
        }
        const std::string_view counter = i < given.size() ? given[i] : words[i];
        start.full_move = parse_number<int>(counter).value(); // read_fen() has read it; the last one counts
        start.fen += std::to_string(start.full_move);
    }
    refuse_far(start.full_move, text);
    return start;
}

bool has_blocked(const Board& board) noexcept {
    return std::visit(
        [](const auto& position) {
            if constexpr (requires { position.blocked(); }) {
                return !position.blocked().empty();
            } else {
                return false;
            }
        },
        board.position());
}

bool must_pass(const Board& board) noexcept {
    MoveNumbers pass;
    for (std::size_t i = 0; i < facts_of(board.game()).numbers; ++i) {
        pass.push_back(-1);
    }
    return board.after(pass).has_value();
}

} // namespace referee

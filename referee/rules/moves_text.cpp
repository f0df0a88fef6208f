#include "referee/rules/moves_text.hpp"

#include "referee/base/user_error.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace referee {
namespace {

/// What a move in a list must be, e.g. `four numbers, x1 y1 x2 y2`.
std::string form_of(const GameFacts& facts) {
    constexpr std::array<std::string_view, MoveNumbers::kMost> kCounts{"one number", "two numbers",
                                                                       "three numbers", "four numbers"};
    std::string_view names = facts.move_form;
    names.remove_prefix(std::string_view("MOVE ").size());
    return std::string(kCounts.at(facts.numbers - 1)) + ", " + std::string(names);
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

} // namespace

MadeMoves make_moves(Game game, std::string_view text, std::size_t most, MayEnd may_end) {
    const GameFacts& facts = facts_of(game);
    const std::string list = spaced(text, facts.numbers == 1);
    MadeMoves made{.moves = {}, .board = Board(game)};
    for (std::string_view left = list; !left.empty();) {
        const auto fail = [number = made.moves.size() + 1](const std::string& what) {
            throw UserError("move " + std::to_string(number) + ": " + what);
        };
        if (made.moves.size() == most) {
            throw UserError("an opening may have " + std::to_string(most) + " moves at most");
        }
        if (const auto ending = made.board.ending()) {
            fail("the game was over before it (" + std::string(name(*ending)) + ")");
        }
        const auto move = take_move_numbers(left, facts.numbers);
        if (!move) {
            fail("it must be " + form_of(facts));
        }
        const auto after = made.board.after(*move);
        if (!after) {
            fail(to_string(*move) + " is illegal: " + why_illegal(made.board, *move));
        }
        made.moves.push_back(*move);
        made.board = *after;
        if (may_end == MayEnd::No && made.board.ending()) {
            fail("it ends the game; an opening must not");
        }
    }
    return made;
}

} // namespace referee

#include "referee/rules/ataxx/fen.hpp"
#include "referee/rules/games.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ataxx {
namespace {

using referee::board_verdict;
using referee::leader;

constexpr const char* kFull = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x";
constexpr const char* kFullOfOne = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx o";
constexpr const char* kStuck = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x";

Position at(const char* fen) {
    return parse_fen(fen).position;
}

TEST(BoardVerdict, names_the_rule_that_ends_the_game) {
    struct Row {
        const char* fen;
        int turns, limit;
        std::optional<Termination> expected;
    };
    for (const Row& row : {
             Row{"x5o/7/7/7/7/7/o5x x", 0, 400, std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x", 399, 400, std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x", 400, 400, Termination::TurnLimit},
             Row{"x5o/7/7/7/7/7/o5x x", 401, 400, Termination::TurnLimit},
             Row{"xx5/7/7/7/7/7/7 x", 5, 400, Termination::Annihilation},
             Row{"oo5/7/7/7/7/7/7 x", 5, 400, Termination::Annihilation},
             Row{kFull, 60, 400, Termination::BoardFull},
             Row{kStuck, 60, 400, std::nullopt}, // no move is a pass, not an end
             // Where several rules apply, the first in the order of Termination is named.
             Row{kFullOfOne, 60, 60, Termination::Annihilation},
             Row{kFull, 60, 60, Termination::BoardFull},
             Row{"xx5/7/7/7/7/7/7 x", 60, 60, Termination::Annihilation},
         }) {
        EXPECT_EQ(board_verdict(at(row.fen), row.turns, row.limit), row.expected)
            << row.fen << ' ' << row.turns;
    }
}

TEST(Leader, is_the_side_with_more_stones_whichever_side_is_to_move) {
    EXPECT_FALSE(leader(Position()));
    for (const char* to_move : {" x", " o"}) {
        EXPECT_EQ(leader(at((std::string("xx4o/7/7/7/7/7/7") + to_move).c_str())), Side::First);
        EXPECT_EQ(leader(at((std::string("xo4o/7/7/7/7/7/7") + to_move).c_str())), Side::Second);
    }
    EXPECT_EQ(leader(at(kFull)), Side::Second); // 24 to 25
    EXPECT_FALSE(leader(at(kStuck)));           // 24 to 24
}

} // namespace
} // namespace ataxx

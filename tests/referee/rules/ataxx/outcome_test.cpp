#include "referee/rules/ataxx/fen.hpp"
#include "referee/rules/ataxx/outcome.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ataxx {
namespace {

constexpr const char* kFull = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x";
constexpr const char* kFullOfOne = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx o";
constexpr const char* kStuck = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x";

Position at(const char* fen) {
    return parse_fen(fen).position;
}

TEST(Termination, names_and_who_decides) {
    struct Row {
        Termination termination;
        const char* name;
        bool by_board, by_fault, scored;
    };
    std::set<Termination> seen;
    for (const Row& row : {Row{Termination::Annihilation, "annihilation", true, false, true},
                           Row{Termination::BoardFull, "board_full", true, false, true},
                           Row{Termination::TurnLimit, "turn_limit", true, false, true},
                           Row{Termination::Timeout, "timeout", false, true, true},
                           Row{Termination::ReadyTimeout, "ready_timeout", false, true, true},
                           Row{Termination::IllegalMove, "illegal_move", false, true, true},
                           Row{Termination::ProtocolError, "protocol_error", false, true, true},
                           Row{Termination::Crashed, "crashed", false, true, true},
                           Row{Termination::Aborted, "aborted", false, false, false},
                           Row{Termination::RefereeFailure, "referee_failure", false, false, false}}) {
        EXPECT_EQ(name(row.termination), row.name);
        EXPECT_EQ(termination_named(row.name), row.termination);
        EXPECT_EQ(board_decides(row.termination), row.by_board) << row.name;
        EXPECT_EQ(agent_loses(row.termination), row.by_fault) << row.name;
        EXPECT_EQ(is_scored(row.termination), row.scored) << row.name;
        seen.insert(row.termination);
    }
    EXPECT_EQ(seen.size(), kTerminationNames.size());
    EXPECT_FALSE(termination_named(""));
    EXPECT_FALSE(termination_named("Timeout"));
    EXPECT_FALSE(termination_named("timeout "));
}

TEST(BoardVerdict, table) {
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
             // Where several rules apply, the first of the enum is named.
             Row{kFullOfOne, 60, 60, Termination::Annihilation},
             Row{kFull, 60, 60, Termination::BoardFull},
             Row{"xx5/7/7/7/7/7/7 x", 60, 60, Termination::Annihilation},
         }) {
        EXPECT_EQ(board_verdict(at(row.fen), row.turns, row.limit), row.expected)
            << row.fen << ' ' << row.turns;
    }
}

TEST(Leader, is_who_has_more_stones_whoever_is_to_move) {
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

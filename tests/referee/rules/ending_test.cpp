#include "referee/rules/ending.hpp"

#include <gtest/gtest.h>

#include <set>

namespace referee {

namespace {

TEST(GameEnding, each_termination_has_its_name_and_decider) {
    struct Row {
        Termination termination;
        const char* name;
        bool by_board, by_fault, scored;
        bool draw = false;
        bool by_rule = false;
    };
    std::set<Termination> seen;
    for (const Row& row :
         {Row{Termination::Annihilation, "annihilation", true, false, true},
          Row{Termination::Line, "line", true, false, true},
          Row{Termination::BoardFull, "board_full", true, false, true},
          Row{Termination::NoMovesLeft, "no_moves_left", true, false, true},
          Row{Termination::Checkmate, "checkmate", true, false, true},
          Row{Termination::Stalemate, "stalemate", true, false, true, true},
          Row{Termination::InsufficientMaterial, "insufficient_material", true, false, true, true},
          Row{Termination::HalfmoveLimit, "halfmove_limit", true, false, true, true},
          Row{Termination::Repetition, "repetition", true, false, true, true},
          Row{Termination::TurnLimit, "turn_limit", true, false, true},
          Row{Termination::Adjudicated, "adjudicated", false, false, true, false, true},
          Row{Termination::Timeout, "timeout", false, true, true},
          Row{Termination::ReadyTimeout, "ready_timeout", false, true, true},
          Row{Termination::IllegalMove, "illegal_move", false, true, true},
          Row{Termination::ProtocolError, "protocol_error", false, true, true},
          Row{Termination::Crashed, "crashed", false, true, true},
          Row{Termination::Tampering, "tampering", false, false, false},
          Row{Termination::Aborted, "aborted", false, false, false},
          Row{Termination::RefereeFailure, "referee_failure", false, false, false}}) {
        EXPECT_EQ(name(row.termination), row.name);
        EXPECT_EQ(termination_named(row.name), row.termination);
        EXPECT_EQ(ending_by(row.termination).is_by_board(), row.by_board) << row.name;
        EXPECT_EQ(ending_by(row.termination).is_by_fault(), row.by_fault) << row.name;
        EXPECT_EQ(ending_by(row.termination).names_fault(),
                  row.by_fault || row.termination == Termination::Tampering)
            << row.name;
        EXPECT_EQ(ending_by(row.termination).is_scored(), row.scored) << row.name;
        EXPECT_EQ(ending_by(row.termination).is_draw(), row.draw) << row.name;
        EXPECT_EQ(ending_by(row.termination).is_by_rule(), row.by_rule) << row.name;
        EXPECT_EQ(ending_by(row.termination).is_between_turns(), row.by_board || row.by_rule) << row.name;
        seen.insert(row.termination);
    }
    EXPECT_EQ(seen.size(), kGameEndings.size());
    EXPECT_FALSE(termination_named(""));
    EXPECT_FALSE(termination_named("Timeout"));
    EXPECT_FALSE(termination_named("timeout "));
}

TEST(TerminationCounts, each_termination_is_counted_apart) {
    TerminationCounts counts;
    counts.add(Termination::Annihilation);
    counts.add(Termination::RefereeFailure);
    counts.add(Termination::RefereeFailure);
    EXPECT_EQ(counts.of(Termination::Annihilation), 1U);
    EXPECT_EQ(counts.of(Termination::Timeout), 0U);
    EXPECT_EQ(counts.of(Termination::RefereeFailure), 2U);
}

} // namespace

namespace {

TEST(Side, opponent_and_place_in_a_table) {
    EXPECT_EQ(opponent(Side::First), Side::Second);
    EXPECT_EQ(opponent(Side::Second), Side::First);
    EXPECT_EQ(index(Side::First), 0U);
    EXPECT_EQ(index(Side::Second), 1U);
}

TEST(PerSide, a_side_finds_its_own_value) {
    PerSide<int> values{1, 2};
    EXPECT_EQ(values[Side::First], 1);
    EXPECT_EQ(values[Side::Second], 2);
    values[Side::Second] = 3;
    EXPECT_EQ(values, (PerSide<int>{1, 3}));
}

} // namespace

} // namespace referee

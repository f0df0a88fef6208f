#include "agents/connect_four/opening_table.hpp"
#include "agents/connect_four/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace search {
namespace {

using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;

constexpr std::size_t kTurnsOfTable = 7;

/// Checks that the table knows a legal move for `position`, whose owner is to move, and for all that can
/// follow up to turn 7. Returns how many there are, images included.
int check_owner(const Position& position, std::size_t turn) {
    const auto move = opening_move(position);
    if (!move || !Rules::is_legal(position, *move)) {
        ADD_FAILURE() << "no move in turn " << turn << ": " << Rules::fen(position);
        return 0;
    }
    int found = 1;
    if (turn + 2 <= kTurnsOfTable) {
        const Position answered = Rules::after(position, *move);
        for (const Move reply : Rules::moves(answered)) {
            found += check_owner(Rules::after(answered, reply), turn + 2);
        }
    }
    return found;
}

TEST(ConnectFourOpeningTable, has_a_move_for_each_game_that_its_owner_can_have) {
    EXPECT_EQ(check_owner(Position{}, 1), 1 + 7 + 49 + 343);
    int second = 0;
    for (const Move move : Rules::moves(Position{})) {
        second += check_owner(Rules::after(Position{}, move), 2);
    }
    EXPECT_EQ(second, 7 + 49 + 343);
}

TEST(ConnectFourOpeningTable, has_one_entry_for_a_position_and_its_mirror_image) {
    std::set<referee::CanonicalKey> keys;
    for (const ConnectFourOpening& opening : kConnectFourOpenings) {
        EXPECT_TRUE(keys.insert(Rules::key(position_of(opening))).second) << opening.moves;
        EXPECT_LE(opening.moves.size(), kMostDiscsOfOpening);
    }
}

TEST(ConnectFourOpeningTable, moves_and_scores_follow_the_mirror) {
    for (const ConnectFourOpening& opening : kConnectFourOpenings) {
        Position image;
        for (const char column : opening.moves) {
            image = Rules::after(image, Move('7' - column));
        }
        const auto here = opening_of(position_of(opening));
        const auto there = opening_of(image);
        ASSERT_TRUE(here && there) << opening.moves;
        EXPECT_EQ(here->move, Move(opening.column - 1));
        EXPECT_EQ(here->score, opening.score);
        EXPECT_EQ(there->score, opening.score);
        EXPECT_EQ(Rules::key(Rules::after(image, there->move)),
                  Rules::key(Rules::after(position_of(opening), here->move)));
    }
}

TEST(ConnectFourOpeningTable, the_scores_of_the_first_moves_are_those_that_are_known) {
    EXPECT_EQ(opening_of(Position{})->score, 1);
    const std::vector<int> known{-2, -1, 0, 1, 0, -1, -2};
    for (int column = 0; column < connect_four::kColumns; ++column) {
        const auto answer = opening_of(Rules::after(Position{}, Move(column)));
        EXPECT_EQ(-answer->score, known[static_cast<std::size_t>(column)]) << column + 1;
    }
}

/// A move and best play after it end in the score of the entry: what the opponent's best reply leaves is the
/// same.
TEST(ConnectFourOpeningTable, a_score_is_what_the_best_reply_leaves) {
    for (const ConnectFourOpening& opening : kConnectFourOpenings) {
        if (opening.moves.size() + 2 > kMostDiscsOfOpening) {
            continue;
        }
        const Position answered = Rules::after(position_of(opening), Move(opening.column - 1));
        int least = kDiscsOfSide;
        for (const Move reply : Rules::moves(answered)) {
            least = std::min(least, opening_of(Rules::after(answered, reply))->score);
        }
        EXPECT_EQ(opening.score, least) << opening.moves;
    }
}

TEST(ConnectFourOpeningTable, knows_no_other_position) {
    Position position;
    for (const char column : std::string("4444444")) { // seven discs
        if (Rules::is_legal(position, Move(column - '1'))) {
            position = Rules::after(position, Move(column - '1'));
        }
    }
    position = Rules::after(position, Move(0));
    EXPECT_FALSE(opening_of(position));
    Position not_followed;
    for (const char column : std::string("17")) { // the first player's best first move is 4
        not_followed = Rules::after(not_followed, Move(column - '1'));
    }
    EXPECT_FALSE(opening_of(not_followed));
}

/// Proves that the move of an entry has its score and that no move has a better one.
void prove(ConnectFourSolver& solver, const ConnectFourOpening& opening) {
    const Position position = position_of(opening);
    Watch watch({});
    EXPECT_TRUE(solver.reaches_by(position, Move(opening.column - 1), opening.score, watch)) << opening.moves;
    for (const Move move : Rules::moves(position)) {
        EXPECT_FALSE(solver.reaches_by(position, move, opening.score + 1, watch))
            << opening.moves << ": column " << move.column() + 1 << " is better";
    }
}

/// `count` entries with so many discs, drawn by a seed. The fewer discs, the longer a proof takes.
std::vector<ConnectFourOpening> drawn_entries(std::size_t discs, std::size_t count) {
    std::vector<ConnectFourOpening> entries;
    std::ranges::copy_if(kConnectFourOpenings, std::back_inserter(entries),
                         [&](const auto& opening) { return opening.moves.size() == discs; });
    std::shuffle(entries.begin(), entries.end(), std::mt19937_64(20));
    entries.resize(count);
    return entries;
}

TEST(SlowConnectFourOpeningTable, entries_drawn_by_the_seed_are_proved_anew) {
    ConnectFourSolver solver(256);
    for (const ConnectFourOpening& opening : drawn_entries(kMostDiscsOfOpening, 20)) {
        prove(solver, opening);
    }
}

TEST(SlowConnectFourOpeningTable, entries_of_the_sixth_turn_drawn_by_the_seed_are_proved_anew) {
    ConnectFourSolver solver(1024);
    for (const ConnectFourOpening& opening : drawn_entries(kMostDiscsOfOpening - 1, 10)) {
        prove(solver, opening);
    }
}

TEST(LongConnectFourOpeningTable, all_entries_of_the_seventh_turn_are_proved_anew) {
    ConnectFourSolver solver(1024);
    for (const ConnectFourOpening& opening : kConnectFourOpenings) {
        if (opening.moves.size() == kMostDiscsOfOpening) {
            prove(solver, opening);
        }
    }
}

} // namespace
} // namespace search

#include "referee/rules/ataxx/illegal.hpp"

#include <gtest/gtest.h>

namespace ataxx {
namespace {

TEST(WhyIllegal, names_the_square_and_what_is_wrong_with_it) {
    struct Row {
        MoveNumbers numbers;
        const char* expected;
    };
    // The first player has cloned to (1,2); the second is to move.
    const Position position = Position().after(Move(*Square::at(1, 1), *Square::at(1, 2)));
    for (const Row& row :
         {Row{{-1, -1, -1, -1}, "it may not pass while it has a move"},
          Row{{0, 7, 1, 6}, "(0,7) is not on the board"}, Row{{1, 7, 1, 8}, "(1,8) is not on the board"},
          Row{{1, 1, 2, 1}, "(1,1)=a7 holds no stone of its own"},
          Row{{4, 4, 4, 5}, "(4,4)=d4 holds no stone of its own"},
          Row{{1, 7, 1, 4}, "(1,4)=d7 is 3 away, not 1 or 2"},
          Row{{1, 7, 1, 7}, "(1,7)=g7 is 0 away, not 1 or 2"}}) {
        EXPECT_EQ(why_illegal(position, row.numbers), row.expected);
    }
    EXPECT_EQ(why_illegal(position.pass(), {1, 1, 1, 2}), "(1,2)=b7 is not empty");
}

} // namespace
} // namespace ataxx

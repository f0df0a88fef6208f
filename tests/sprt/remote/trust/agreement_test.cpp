#include "sprt/remote/trust/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void add(Agreement& agreement, int times, const char* one, const char* other, bool is_same) {
    for (int i = 0; i < times; ++i) {
        agreement.add(i % 2 == 0 ? one : other, i % 2 == 0 ? other : one, is_same);
    }
}

TEST(Agreement, ten_copies_must_agree) {
    Agreement agreement;
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 9, "ann", "bob", true);
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 1, "ann", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, whoever_differs_from_several_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    add(agreement, 1, "bob", "liar", false);
    add(agreement, 30, "liar", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
}

TEST(Agreement, of_two_that_differ_the_one_that_agrees_less_often_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    EXPECT_THAT(agreement.agreeing("bob"), IsEmpty());
}

TEST(Agreement, two_liars_are_left_out) {
    Agreement agreement;
    add(agreement, 5, "ann", "bob", true);
    add(agreement, 5, "ann", "cid", true);
    add(agreement, 3, "ann", "liar", false);
    add(agreement, 3, "bob", "other liar", false);
    add(agreement, 1, "liar", "other liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, games_that_differ_everywhere_are_not_repeatable) {
    Agreement agreement;
    for (const auto& [one, other] : {std::pair("ann", "bob"), {"bob", "cid"}, {"ann", "cid"}}) {
        add(agreement, 20, one, other, true);
        add(agreement, 1, one, other, false);
    }
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    Agreement of_two;
    add(of_two, 50, "ann", "bob", true);
    add(of_two, 1, "ann", "bob", false);
    EXPECT_THAT(of_two.agreeing(), IsEmpty()) << "nobody knows which of them is right";
}

TEST(Agreement, what_is_forgotten_counts_no_more) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 5, "ann", "liar", false);
    agreement.forget("liar");
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    agreement.forget("bob");
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
}

} // namespace
} // namespace sprt::remote

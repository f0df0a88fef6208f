#include "sprt/stats/repeat_rule.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(RepeatRule, names_are_read_back) {
    EXPECT_EQ(name(RepeatRule::Count), "count");
    EXPECT_EQ(name(RepeatRule::Collapse), "collapse");
    EXPECT_EQ(repeat_rule_named("count"), RepeatRule::Count);
    EXPECT_EQ(repeat_rule_named("collapse"), RepeatRule::Collapse);
    EXPECT_EQ(repeat_rule_named("Count"), std::nullopt);
    EXPECT_EQ(repeat_rule_named(""), std::nullopt);
}

TEST(RepeatRule, models_of_pairs_collapse_repeats_by_default) {
    for (const Model model : kModels) {
        EXPECT_EQ(default_repeat_rule(model), is_pairwise(model) ? RepeatRule::Collapse : RepeatRule::Count);
    }
}

} // namespace
} // namespace sprt

#include "sprt/stats/model.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(Model, names_are_read_back) {
    for (const Model model : kModels) {
        EXPECT_EQ(model_named(name(model)), model);
    }
    EXPECT_EQ(name(Model::Pentanomial), "pentanomial");
    EXPECT_EQ(name(Model::Bayeselo), "bayeselo");
    EXPECT_EQ(name(Model::BayeseloTrue), "bayeselo-true");
    EXPECT_EQ(model_named("Wald"), std::nullopt);
    EXPECT_EQ(model_named(""), std::nullopt);
}

TEST(Model, pairwise_models_are_pentanomial_and_normalized) {
    EXPECT_TRUE(is_pairwise(Model::Pentanomial));
    EXPECT_TRUE(is_pairwise(Model::Normalized));
    EXPECT_FALSE(is_pairwise(Model::Trinomial));
    EXPECT_FALSE(is_pairwise(Model::Wald));
    EXPECT_FALSE(is_pairwise(Model::Bayeselo));
    EXPECT_FALSE(is_pairwise(Model::BayeseloTrue));
}

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

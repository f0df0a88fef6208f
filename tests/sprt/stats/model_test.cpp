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

} // namespace
} // namespace sprt

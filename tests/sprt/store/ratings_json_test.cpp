#include "sprt/store/ratings_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace sprt {
namespace {

/// Made-up numbers that a double holds exactly.
Ratings some_ratings() {
    Ratings ratings;
    ratings.groups = {{0, 1}};
    ratings.classes = {{{0}, {1}}};
    ratings.elo = {12.5, -12.5, std::nullopt};
    ratings.covariance = {{4.0, -4.0, {}}, {-4.0, 4.0, {}}, {{}, {}, {}}};
    ratings.critical = 1.5;
    ratings.critical_joint = 2.5;
    ratings.half_width = {3.0, 3.0, {}};
    ratings.difference_error = {{0.0, 4.0, {}}, {4.0, 0.0, {}}, {{}, {}, {}}};
    ratings.los = {{{}, 0.75, {}}, {0.25, {}, {}}, {{}, {}, {}}};
    ratings.ranks = {{1, 2}, {1, 3}, {1, 3}};
    ratings.expected_score = {0.625};
    ratings.residual_z = {std::nullopt};
    return ratings;
}

TEST(RatingsJson, numbers_have_their_keys_and_what_is_undefined_is_null) {
    Ratings ratings = some_ratings();
    EXPECT_EQ(
        ratings_json_text(ratings),
        R"({"method":"ml","classes":[[[0],[1]]],"groups":[[0,1]],"elo":[12.5,-12.5,null],)"
        R"("cov":[[4.0,-4.0,null],[-4.0,4.0,null],[null,null,null]],"cluster":"pair","openings":null,"df":null,)"
        R"("critical":1.5,"critical_joint":2.5,"half_width":[3.0,3.0,null],)"
        R"("difference_se":[[0.0,4.0,null],[4.0,0.0,null],[null,null,null]],)"
        R"("los":[[null,0.75,null],[0.25,null,null],[null,null,null]],"ranks":[[1,2],[1,3],[1,3]],)"
        R"("expected_score":[0.625],"residual_z":[null],"dispersion":null,"fit":{"chi2":null,"df":0,"p":null}})"
        "\n");
    ratings.has_prior = true;
    ratings.cluster = Cluster::Opening;
    ratings.openings = 30;
    ratings.df = 29;
    ratings.dispersion = 0.5;
    ratings.fit = {.chi2 = 2.5, .df = 3, .p = 0.25};
    ratings.residual_z = {-1.5};
    const referee::Json json = to_json(ratings);
    EXPECT_EQ(json["method"], "jeffreys");
    EXPECT_EQ(json["cluster"], "opening");
    EXPECT_EQ(json["openings"], 30);
    EXPECT_EQ(json["df"], 29);
    EXPECT_EQ(json["dispersion"], 0.5);
    EXPECT_EQ(json["fit"].dump(), R"({"chi2":2.5,"df":3,"p":0.25})");
    EXPECT_EQ(json["residual_z"].dump(), "[-1.5]");
}

TEST(RatingsJson, numbers_that_json_cannot_hold_are_null) {
    Ratings ratings = some_ratings();
    ratings.elo[0] = std::numeric_limits<double>::infinity();
    ratings.los[0][1] = std::numeric_limits<double>::quiet_NaN();
    const referee::Json json = to_json(ratings);
    EXPECT_TRUE(json["elo"][0].is_null()) << json["elo"].dump();
    EXPECT_TRUE(json["los"][0][1].is_null());
}

} // namespace
} // namespace sprt

#include "sprt/report/notes.hpp"
#include "tests/sprt/config/plans.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

RunPlan plan_with(const std::string& model, const std::string& openings, const std::string& repeats) {
    Config config;
    config.model = model;
    config.openings = openings;
    config.repeats = repeats;
    config.max_games = 100;
    return plan_for(config);
}

TEST(Notes, runs_in_the_form_of_the_articles_have_no_notes_before_the_result) {
    const OpeningsFacts three{.size = 3, .most_plies = 2, .duplicates = 1};
    for (const std::string openings : {"start", "random:4", "book.txt"}) {
        EXPECT_EQ(start_notes(plan_with("wald", openings, "count"), three), "") << openings;
    }
    EXPECT_EQ(end_notes(plan_with("wald", "start", "count"), {}), "");
    EXPECT_EQ(
        end_notes(plan_with("wald", "book.txt", "count"), three),
        "Openings: book.txt, enough for 3 pairs (1 of 4 are duplicates and are left out); when they are "
        "used up they begin again, and repeats count like any other game\n");
}

TEST(Notes, other_runs_name_openings_and_limit_before_the_first_game) {
    const OpeningsFacts endless{.size = {}, .most_plies = 6, .duplicates = 0};
    const std::string notes = start_notes(plan_with("pentanomial", "random:6", "collapse"), endless);
    EXPECT_TRUE(
        notes.starts_with("Openings: random:6; when they are used up the run ends without a decision\n"
                          "Limit: 100 games; "))
        << notes;
    EXPECT_TRUE(
        start_notes(plan_with("wald", "start", "collapse"), {})
            .starts_with("Openings: start; a game that was played before counts for nothing, six in a row "
                         "end the run\n"));
    EXPECT_TRUE(
        start_notes(plan_with("pentanomial", "start", "collapse"), {})
            .starts_with("Openings: start; a pair that was played before counts for nothing, three in a "
                         "row end the run\n"));
    EXPECT_EQ(end_notes(plan_with("pentanomial", "random:6", "collapse"), endless), "");
}

} // namespace
} // namespace sprt

#include "sprt/report/notes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

Config config_of(const std::string& model, const std::string& openings, const std::string& repeats) {
    Config config;
    config.model = model;
    config.openings = openings;
    config.repeats = repeats;
    config.max_games = 100;
    return config;
}

TEST(Notes, RunsInTheArticlesFormHaveNoneBeforeTheResult) {
    const OpeningsFacts three{.size = 3, .most_plies = 2, .duplicates = 1};
    for (const std::string openings : {"start", "random:4", "book.txt"}) {
        EXPECT_EQ(start_notes(config_of("wald", openings, "count"), three), "") << openings;
    }
    EXPECT_EQ(end_notes(config_of("wald", "start", "count"), {}), "");
    EXPECT_EQ(
        end_notes(config_of("wald", "book.txt", "count"), three),
        "Openings: book.txt, enough for 3 pairs (1 of 4 are duplicates and are left out); when they are "
        "used up they begin again, and repeats count like any other game\n");
}

TEST(Notes, OtherRunsSayBeforeTheFirstGameWhatMayEndThem) {
    const OpeningsFacts endless{.size = {}, .most_plies = 6, .duplicates = 0};
    const std::string notes = start_notes(config_of("pentanomial", "random:6", "collapse"), endless);
    EXPECT_TRUE(
        notes.starts_with("Openings: random:6; when they are used up the run ends without a decision\n"
                          "Limit: 100 games; "))
        << notes;
    EXPECT_TRUE(
        start_notes(config_of("wald", "start", "collapse"), {})
            .starts_with("Openings: start; a game that was played before counts for nothing, six in a row "
                         "end the run\n"));
    EXPECT_TRUE(
        start_notes(config_of("pentanomial", "start", "collapse"), {})
            .starts_with("Openings: start; a pair that was played before counts for nothing, three in a "
                         "row end the run\n"));
    EXPECT_EQ(end_notes(config_of("pentanomial", "random:6", "collapse"), endless), "");
}

} // namespace
} // namespace sprt

#include "sprt/report/transcript.hpp"
#include "tests/sprt/config/plans.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

/// Of agents that both offer OPENING.
std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings) {
    return sprt::start_notes(plan, openings, referee::PerPlayer<bool>{false, false});
}
std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings) {
    return sprt::end_notes(plan, openings, referee::PerPlayer<bool>{false, false});
}

RunPlan plan_with(const std::string& model, const std::string& openings, const std::string& repeats) {
    Config config;
    config.model = model;
    config.openings = openings;
    config.repeats = repeats;
    config.max_games = 100;
    return plan_for(config);
}

TEST(Notes, runs_in_the_form_of_the_articles_have_no_notes_before_the_result) {
    const OpeningsFacts three{.size = 3, .least = 3, .most_plies = 2, .duplicates = 1};
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
    const OpeningsFacts endless{.size = {}, .least = {}, .most_plies = 6, .duplicates = 0};
    const std::string notes = start_notes(plan_with("pentanomial", "random:6", "collapse"), endless);
    EXPECT_TRUE(
        notes.starts_with("Openings: random:6; when they are used up the run ends without a decision\n"
                          "Limit: 100 games; "))
        << notes;
    EXPECT_TRUE(start_notes(plan_with("wald", "start", "collapse"), {})
                    .starts_with("Openings: start; a game that was played before counts for nothing while no "
                                 "other was played, six in a row end the run\n"));
    EXPECT_TRUE(start_notes(plan_with("pentanomial", "start", "collapse"), {})
                    .starts_with("Openings: start; a pair that was played before counts for nothing while no "
                                 "other was played, three in a row end the run\n"));
    EXPECT_EQ(end_notes(plan_with("pentanomial", "random:6", "collapse"), endless), "");
}

TEST(Notes, openings_are_promised_only_to_agents_that_offer_opening) {
    struct Row {
        Lacking lacking;
        const char* line;
    };
    constexpr const char* kCounts = "; a pair that was played before counts for nothing while no other was "
                                    "played, three in a row end the run\n";
    const OpeningsFacts endless{.size = {}, .least = {}, .most_plies = 6};
    const RunPlan plan = plan_with("pentanomial", "random:6", "collapse");
    for (const auto& [lacking, line] : {
             Row{referee::PerPlayer<bool>{true, false},
                 "Openings: start, not random:6, because agent 1 does not offer OPENING"},
             Row{referee::PerPlayer<bool>{true, true},
                 "Openings: start, not random:6, because agent 1 and agent 2 do not offer OPENING"},
         }) {
        EXPECT_THAT(sprt::start_notes(plan, endless, lacking),
                    testing::StartsWith(std::string(line) + kCounts));
    }
    EXPECT_THAT(
        sprt::start_notes(plan, endless, std::nullopt),
        testing::StartsWith("Openings: random:6; when they are used up the run ends without a decision; "
                            "played where both agents offer OPENING\n"));
    RunPlan engines = plan;
    engines.counting.is_engine = {true, true};
    EXPECT_EQ(sprt::start_notes(engines, endless, std::nullopt), start_notes(engines, endless));
    EXPECT_THAT(
        sprt::end_notes(plan_with("wald", "random:6", "count"), endless,
                        referee::PerPlayer<bool>{false, true}),
        testing::StartsWith("Openings: start, not random:6, because agent 2 does not offer OPENING; a game"));
}

TEST(Notes, order_of_a_file_is_named_when_it_is_not_the_usual_one) {
    Config config;
    config.openings = "book.fen";
    config.book_order = "sequential";
    EXPECT_THAT(
        start_notes(plan_for(config), {.size = 9, .duplicates = 1}),
        testing::StartsWith("Openings: book.fen in its order, enough for 9 pairs (1 of 10 are duplicates "
                            "and are left out); "));
    config.book_start = 4;
    EXPECT_THAT(
        start_notes(plan_for(config), {.size = 9}),
        testing::StartsWith("Openings: book.fen in its order from number 4 on, enough for 9 pairs; "));
    config.book_order = "random";
    EXPECT_THAT(start_notes(plan_for(config), {.size = 9}),
                testing::StartsWith("Openings: book.fen from number 4 on, enough for 9 pairs; "));
}

TEST(Notes, other_runs_name_time_turns_faults_and_seed_before_the_first_game) {
    Config config;
    config.seed = 77;
    config.concurrency = 3;
    EXPECT_THAT(
        start_notes(plan_for(config), {}),
        testing::EndsWith("\nGames: 10000 ms for each agent, 400 turns at most, 3 at once; more than 3 "
                          "faults of an agent end the run\nSeed: 77\n"));
    config.max_faults = {};
    config.agents[1].time_ms = 500;
    EXPECT_THAT(
        start_notes(plan_for(config), {}),
        testing::EndsWith("\nGames: 10000 ms for agent 1, 500 ms for agent 2, 400 turns at most, 3 at "
                          "once\nSeed: 77\n"));
}

TEST(Notes, rules_that_end_games_early_are_named) {
    Config config;
    config.seed = 77;
    config.play.adjudicate.fill = true;
    config.play.adjudicate.material.emplace();
    EXPECT_THAT(start_notes(plan_for(config), {}),
                testing::EndsWith("faults of an agent end the run\nAdjudication: material=20/4, fill=true, "
                                  "verify=0.1\nSeed: 77\n"));
}

TEST(Notes, processes_that_are_never_ended_are_named) {
    Config config;
    config.seed = 77;
    config.agents = {referee::parse_agent("one"), referee::parse_agent("restart=never two")};
    EXPECT_THAT(
        start_notes(plan_for(config), {}),
        testing::EndsWith("\nProcesses: those of agent 2 are kept for the whole run, so that games are not "
                          "independent of each other and not the same at another concurrency\nSeed: 77\n"));
}

/// The line that says how likely a run is to end without a decision; empty when there is none.
std::string limit_line(const Config& config, std::uint64_t openings) {
    const std::string notes = start_notes(
        plan_for(config), {.size = openings, .least = openings, .most_plies = 4, .duplicates = 0});
    const auto begin = notes.find("Limit: ");
    return begin == std::string::npos ? "" : notes.substr(begin, notes.find('\n', begin) + 1 - begin);
}

TEST(Notes, limit_is_the_smaller_one_of_max_games_and_what_the_openings_allow) {
    Config config;
    config.openings = "random:4";
    config.test.elo1 = 5;
    EXPECT_TRUE(limit_line(config, 12927)
                    .starts_with("Limit: 25854 games, when the openings are used up; the probability of no "
                                 "decision, without draws and "
                                 "opening bias, is 3"))
        << limit_line(config, 12927);
    config.max_games = 20'000;
    EXPECT_TRUE(limit_line(config, 12927).starts_with("Limit: 20000 games; ")) << limit_line(config, 12927);
    config.max_games = 30'000;
    EXPECT_TRUE(limit_line(config, 12927).starts_with("Limit: 25854 games, when the openings are used up; "));
    config.repeats = "count"; // the openings begin again
    EXPECT_TRUE(limit_line(config, 12927).starts_with("Limit: 30000 games; "));
}

TEST(Notes, limit_of_openings_that_few_runs_reach_is_not_named) {
    Config config;
    config.openings = "random:4";
    config.test.elo1 = 50;
    EXPECT_EQ(limit_line(config, 12927), "");
    config.max_games = 1'000'000; // the user has set it
    EXPECT_TRUE(limit_line(config, 12927).starts_with("Limit: 25854 games, when the openings are used up; "));
}

} // namespace
} // namespace sprt

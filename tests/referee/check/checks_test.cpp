#include "referee/check/checks.hpp"
#include "tests/referee/check/checked_agent.hpp"
#include "tests/referee/check/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace referee::check {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::CheckedAgent;
using testing_support::engine_script;
using testing_support::native_script;
using testing_support::results_with;

TEST(Checks, only_what_is_needed_decides) {
    EXPECT_TRUE(
        results_with({{1, Level::Ok}, {13, Level::Note}, {14, Level::Skip}, {10, Level::Fail}}).holds());
    EXPECT_FALSE(results_with({{1, Level::Ok}, {13, Level::Fail}}).holds());
}

TEST(Checks, numbers_ascend_and_kinds_of_agents_have_each_number_once) {
    for (const For whom : {For::Engines, For::NativeAgents}) {
        int last = 0;
        for (const Check& check : all_checks()) {
            if (check.whom == whom || check.whom == For::All) {
                EXPECT_GT(check.number, last) << check.name;
                last = check.number;
            }
        }
        EXPECT_EQ(last, 22);
    }
}

TEST(Checks, engines_need_what_their_contract_says) {
    std::vector<int> needed;
    for (const Check& check : all_checks()) {
        if (check.is_needed && check.whom != For::NativeAgents) {
            needed.push_back(check.number);
        }
    }
    EXPECT_EQ(needed, (std::vector<int>{1, 2, 3, 5, 6, 8, 9, 13, 14, 18}));
}

/// Makes the checks, and keeps the names of those that were told.
CheckResults checked(Bench& bench, const std::set<int>& only, std::vector<std::string>& told) {
    return run_checks(bench, only, [&](const Result& result) { told.emplace_back(result.check->name); });
}

TEST(RunChecks, agent_that_does_not_start_is_asked_nothing_else) {
    CheckedAgent agent("read line; exit 3");
    std::vector<std::string> told;
    const CheckResults results = checked(agent.bench, {}, told);
    EXPECT_FALSE(results.is_whole);
    EXPECT_FALSE(results.holds());
    EXPECT_THAT(told, ElementsAre("start"));
    ASSERT_GT(results.results.size(), 2U);
    EXPECT_EQ(results.results[0].finding.level, Level::Fail);
    for (std::size_t i = 1; i < results.results.size(); ++i) {
        EXPECT_EQ(results.results[i].finding, skip("the agent does not start")) << i;
    }
}

TEST(RunChecks, checks_of_engines_alone_are_numbers_of_their_own_for_a_native_agent) {
    CheckedAgent agent(native_script());
    std::vector<std::string> told;
    const CheckResults of_engines = checked(agent.bench, {2, 3, 6}, told);
    EXPECT_THAT(of_engines.results, IsEmpty());
    EXPECT_THAT(of_engines.of_engines, ElementsAre(2, 3, 6));
    EXPECT_THAT(told, IsEmpty());
    const CheckResults of_both = checked(agent.bench, {1, 4}, told);
    EXPECT_THAT(told, ElementsAre("start", "capabilities"));
    EXPECT_THAT(of_both.of_engines, IsEmpty()) << "4 is a check of native agents too";
    EXPECT_TRUE(of_both.holds());
}

TEST(RunChecks, checks_of_native_agents_are_none_of_an_engine) {
    CheckedAgent agent(engine_script(), Protocol::Uai);
    std::vector<std::string> told;
    const CheckResults results = checked(agent.bench, {2, 4}, told);
    EXPECT_THAT(told, ElementsAre("name", "options"));
    EXPECT_THAT(results.of_engines, IsEmpty());
}

} // namespace

namespace {

using testing_support::check_of;

TEST(Report, line_has_result_number_name_and_what_was_seen) {
    EXPECT_EQ(line_of({&check_of(8), ok("'bestmove 0000'")}), "ok    8 pass: 'bestmove 0000'\n");
    EXPECT_EQ(line_of({&check_of(13), fail("late")}), "FAIL 13 games: late\n");
    EXPECT_EQ(line_of({&check_of(21), note("none")}), "note 21 perft: none\n");
    EXPECT_EQ(line_of({&check_of(14), skip("why")}), "skip 14 many games: why\n");
}

TEST(Report, summary_names_the_checks_that_failed) {
    EXPECT_EQ(summary_of(results_with({{1, Level::Ok}, {4, Level::Note}})),
              "All that is needed holds; its opponent made random moves.\n");
    EXPECT_EQ(summary_of(results_with({{10, Level::Fail}, {22, Level::Fail}})),
              "All that is needed holds; its opponent made random moves. Failed, and not needed: 10, 22.\n");
    EXPECT_EQ(summary_of(results_with({{5, Level::Fail}, {10, Level::Fail}, {13, Level::Fail}})),
              "Failed, and needed: 5, 13. Failed, and not needed: 10.\n");
    EXPECT_EQ(summary_of(results_with({{5, Level::Ok}, {13, Level::Skip}})),
              "What is needed and could be tried holds. Not made: 13.\n");
    CheckResults results = results_with({{1, Level::Fail}, {5, Level::Skip}, {8, Level::Skip}});
    results.of_engines = {2, 3};
    EXPECT_EQ(summary_of(results), "Failed, and needed: 1. Not made: 5, 8.\nOnly for engines: 2, 3.\n");
    results.is_whole = false;
    EXPECT_EQ(summary_of(results), "Failed, and needed: 1. Not made, as the agent does not start: 5, 8.\n"
                                   "Only for engines: 2, 3.\n");
}

TEST(Report, json_has_what_the_text_has) {
    const Subject subject{.name = "an \"agent\"", .program = {}, .manner = {.protocol = Protocol::Uai}};
    EXPECT_EQ(
        json_of(subject, results_with({{10, Level::Fail}})),
        R"({"format":1,"agent":"an \"agent\"","protocol":"uai","seed":"1","holds":true,"whole":true,)"
        R"("checks":[{"number":10,"name":"blocked squares","needed":false,"result":"fail","seen":"seen"}]})"
        "\n");
}

} // namespace

} // namespace referee::check

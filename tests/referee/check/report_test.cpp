#include "referee/check/report.hpp"
#include "tests/referee/check/results.hpp"

#include <gtest/gtest.h>

namespace referee::check {
namespace {

using testing_support::check_of;
using testing_support::results_with;

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

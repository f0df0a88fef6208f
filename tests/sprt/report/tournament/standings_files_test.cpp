#include "sprt/report/tournament/standings_files.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/support/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace sprt {
namespace {

using referee::testing_support::snapshot;
using ::testing::HasSubstr;

const char* const kShown[] = {"rounds", "gauntlet", "separated", "saturated",
                              "two",    "stages",   "names",     "groups"};

TEST(StandingsFiles, markdown_and_csv_equal_the_snapshots) {
    for (const char* const name : kShown) {
        const TournamentSample sample = tournament_sample(name);
        const Standings standings = standings_of(sample.plan, sample.state);
        const std::string file = std::string("sprt/report/tournament/snapshots/") + name;
        const std::string markdown = standings_markdown(
            standings, sample.plan, "1.2.3", name == kShown[0] ? CrossCells::Wdl : CrossCells::Points);
        EXPECT_EQ(markdown, snapshot(file + ".md", markdown)) << name;
        const std::string csv = standings_csv(standings, sample.state);
        EXPECT_EQ(csv, snapshot(file + ".csv", csv)) << name;
    }
}

/// Whatever the names hold.
TEST(StandingsFiles, every_line_of_a_table_has_the_same_number_of_cells) {
    const TournamentSample sample = tournament_sample("names");
    const Standings standings = standings_of(sample.plan, sample.state);
    std::istringstream lines(standings_markdown(standings, sample.plan, "1.2.3", CrossCells::Points));
    std::int64_t cells = 0;
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto bars = std::ranges::count(line, '|');
        if (line.starts_with("|")) {
            EXPECT_EQ(bars, cells == 0 ? bars : cells) << line;
            ++rows;
        }
        cells = line.starts_with("|") ? bars : 0;
    }
    EXPECT_EQ(rows, 2 * (2 + 4));
}

TEST(StandingsFiles, csv_leaves_out_the_pairings_of_agents_that_are_not_shown) {
    const TournamentSample sample = tournament_sample("two");
    EXPECT_THAT(standings_csv(standings_of(sample.plan, sample.state), sample.state),
                HasSubstr("\r\na,b,30,"));
    Standings none;
    none.names = {"a"};
    const std::string csv = standings_csv(none, sample.state, {1});
    EXPECT_EQ(csv,
              "a,b,games,wins,losses,draws,points,pairs,ll,ld,dd,dw,ww,repeats,faults_a,faults_b,expected,"
              "residual_z\r\n");
}

} // namespace
} // namespace sprt

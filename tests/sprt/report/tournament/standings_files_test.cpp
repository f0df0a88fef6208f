#include "sprt/report/tournament/standings.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

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
    none.results = {.agents = 2, .pairings = {}, .without = {1}};
    const std::string csv = standings_csv(none, sample.state);
    EXPECT_EQ(csv,
              "a,b,games,wins,losses,draws,points,pairs,ll,ld,dd,dw,ww,repeats,faults_a,faults_b,expected,"
              "residual_z\r\n");
}

using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(RateFile, counts_and_openings_are_read) {
    const TemporaryDir dir;
    const NamedResults counts =
        read_rate_file(dir.file("r.json", R"({"$schema": "x", "agents": ["a", "b", "c"],
        "pairings": [{"a": 0, "b": 1, "ptnml": [1, 2, 3, 4, 5]}, {"a": 2, "b": 1, "ptnml": [0, 0, 0, 0, 0]}]})"));
    EXPECT_THAT(counts.names, ElementsAre("a", "b", "c"));
    EXPECT_EQ(counts.results.agents, 3U);
    ASSERT_EQ(counts.results.pairings.size(), 2U);
    EXPECT_EQ(counts.results.pairings[0].pairs, (Ptnml{{1, 2, 3, 4, 5}}));
    EXPECT_EQ(counts.results.pairings[1].a, 2U);
    EXPECT_FALSE(counts.results.anchor);
    const NamedResults pairs = read_rate_file(dir.file(
        "r.json",
        R"({"agents": ["a", "b"], "pairings": [{"a": 1, "b": 0, "pairs": [[7, 4], [8, 0], [7, 1]]}]})"));
    EXPECT_EQ(pairs.results.pairings[0].pairs, (Ptnml{{1, 1, 0, 0, 1}}));
    ASSERT_EQ(pairs.results.pairings[0].by_opening.size(), 3U);
    EXPECT_EQ(pairs.results.pairings[0].by_opening[1].opening, 8U);
}

TEST(RateFile, error_names_the_file_the_place_and_what_would_be_right) {
    const TemporaryDir dir;
    const std::string agents = R"("agents": ["a", "b", "c"])";
    const auto pairings = [&](const std::string& list) {
        return "{" + agents + R"(, "pairings": [)" + list + "]}";
    };
    const std::string first = R"({"a": 0, "b": 1, "ptnml": [1, 2, 3, 4, 5]})";
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += (many.empty() ? "\"a" : ", \"a") + std::to_string(i) + "\"";
    }
    const struct {
        std::string text;
        const char* error; ///< after the name of the file
    } rows[] = {
        {"{\n  \"agents\": [,]\n}", ":2:14: not JSON"},
        {"[]", ": it is []; it must be an object"},
        {R"({"agents": ["a"], "pairings": []})", ": /agents has 1 agents; it must have 2 to 64"},
        {R"({"agents": [)" + many + R"(], "pairings": []})", ": /agents has 65 agents; it must have 2 to 64"},
        {R"({"agents": ["a", "a"], "pairings": []})",
         ": /agents/1 is \"a\"; it must be a name that no other agent has"},
        {R"({"agents": ["a", ""], "pairings": []})", ": /agents/1 is \"\"; it must be a name"},
        {R"({"agents": ["a", 1], "pairings": []})", ": /agents/1 is 1; it must be a string"},
        {"{" + agents + R"(, "pairings": [], "new": 1})",
         ": /new is unknown; known are $schema, agents, pairings"},
        {pairings(R"({"a": 0, "b": 1, "ptnml": [1, 2, 3, 4, 5], "c": 1})"),
         ": /pairings/0/c is unknown; known are a, b, ptnml, pairs"},
        {pairings(R"({"a": 0, "b": 3, "ptnml": [1, 2, 3, 4, 5]})"),
         ": /pairings/0/b is 3; it must be a whole number from 0 to 2"},
        {pairings(R"({"a": 1, "b": 1, "ptnml": [1, 2, 3, 4, 5]})"),
         ": /pairings/0: agent 1 cannot meet itself"},
        {pairings(first + R"(, {"a": 1, "b": 0, "ptnml": [1, 2, 3, 4, 5]})"),
         ": /pairings/1: agents 1 and 0 have a pairing already, "},
        {pairings(R"({"a": 0, "b": 1})"), ": /pairings/0: it must have one of ptnml and pairs"},
        {pairings(R"({"a": 0, "b": 1, "ptnml": [1, 2, 3, 4, 5], "pairs": []})"),
         ": /pairings/0: it must have only one of ptnml and pairs"},
        {pairings(first + R"(, {"a": 1, "b": 2, "pairs": [[1, 2]]})"),
         ": /pairings/1: either all pairings have pairs, or none; the others have ptnml"},
        {pairings(R"({"a": 0, "b": 1, "pairs": [[1, 2]]}, {"a": 1, "b": 2, "ptnml": [1, 2, 3, 4, 5]})"),
         ": /pairings/1: either all pairings have pairs, or none; the others have pairs"},
        {pairings(R"({"a": 0, "b": 1, "ptnml": [1, 2, 3, 4]})"),
         ": /pairings/0/ptnml is [1,2,3,4]; it must be an array of 5"},
        {pairings(R"({"a": 0, "b": 1, "ptnml": [1, 2, 3, 4, -1]})"),
         ": /pairings/0/ptnml/4 is -1; it must be a whole number from 0 to 1000000000"},
        {pairings(R"({"a": 0, "b": 1, "pairs": [[1, 5]]})"),
         ": /pairings/0/pairs/0/1 is 5; it must be a whole number from 0 to 4"},
        {pairings(R"({"a": 0, "b": 1, "pairs": [[-1, 4]]})"),
         ": /pairings/0/pairs/0/0 is -1; it must be a whole number from 0 to 9007199254740992"},
        {pairings(R"({"a": 0, "b": 1, "pairs": [[1]]})"),
         ": /pairings/0/pairs/0 is [1]; it must be an array of 2"},
    };
    for (const auto& row : rows) {
        const auto file = dir.file("r.json", row.text);
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_rate_file(file)); }),
                    StartsWith(file.string() + row.error))
            << row.text;
    }
    const auto file = dir.file("r.json", "{" + agents + "}");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read_rate_file(file)); }),
              "missing field " + file.string() + ": /pairings");
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_rate_file(dir / "none.json")); }),
                ::testing::HasSubstr("none.json"));
}

} // namespace
} // namespace sprt

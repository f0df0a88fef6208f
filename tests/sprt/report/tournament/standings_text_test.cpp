#include "sprt/report/tournament/standings.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(AlignedTable, columns_are_as_wide_as_their_widest_cell_and_no_line_ends_with_a_blank) {
    const struct {
        AlignedTable table;
        const char* text;
    } rows[] = {
        {{.columns = {{"#"}, {"Name", Align::Left}, {"Elo"}}, .rows = {}}, "  #  Name  Elo\n"},
        {{.columns = {{"#"}, {"Name", Align::Left}, {"Elo"}},
          .rows = {{"1", "long name", "+1.5"}, {"12", "b", "-100.0"}}},
         "   #  Name          Elo\n"
         "   1  long name    +1.5\n"
         "  12  b          -100.0\n"},
        {{.columns = {{"A", Align::Left}, {"B", Align::Left}}, .rows = {{"", ""}, {"x", ""}, {"", "y"}}},
         "  A  B\n\n  x\n     y\n"},
        // Characters of more bytes are one column, but those of East Asia, which are two.
        {{.columns = {{"A", Align::Left}, {"B"}},
          .rows = {{"\xC3\xA9", "\xC2\xB1"
                                "1.0"},
                   {"\xE6\xBC\xA2", "1"},
                   {"abc", "2"}}},
         "  A       B\n  \xC3\xA9    \xC2\xB1"
         "1.0\n  \xE6\xBC\xA2      1\n  abc     2\n"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(row.table.text(), row.text);
    }
}

} // namespace

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> titles(const AlignedTable& table) {
    std::vector<std::string> found;
    for (const TableColumn& column : table.columns) {
        found.push_back(column.title);
    }
    return found;
}

Standings standings_named(const char* name) {
    const TournamentSample sample = tournament_sample(name);
    return standings_of(sample.plan, sample.state);
}

TEST(StandingsText, draws_and_faults_have_columns_where_they_are_known) {
    Standings standings = standings_named("rounds");
    EXPECT_THAT(titles(ratings_table(standings)), ElementsAre("#", "Rank", "Agent", "Elo", "95 %", "Points",
                                                              "Score", "Draws", "LOS", "Faults"));
    standings.games.clear(); // as of counts from a file
    standings.conduct.clear();
    EXPECT_THAT(titles(ratings_table(standings)),
                ElementsAre("#", "Rank", "Agent", "Elo", "95 %", "Points", "Score", "LOS"));
    for (const auto& row : ratings_table(standings).rows) {
        EXPECT_EQ(row.size(), 8U);
    }
}

TEST(StandingsText, marks_are_behind_names_and_explained) {
    Standings standings = standings_named("rounds");
    EXPECT_EQ(marks_note(standings), "");
    const struct {
        AgentConduct conduct;
        const char* marks;
        const char* note;
    } rows[] = {
        {{.withdrawn = Flaw::Faults}, " w", "w: withdrawn for its faults.\n"},
        {{.withdrawn = Flaw::Tampering}, " x", "x: withdrawn for tampering.\n"},
        {{.withdrawn = Flaw::TimeLosses}, " t", "t: withdrawn for losing on time.\n"},
        {{.is_removed = true}, " r", "r: removed.\n"},
        {{.is_saturated = true}, " s", "s: with one of its rivals it only repeats games.\n"},
        {{.withdrawn = Flaw::Faults, .is_removed = true, .is_saturated = true},
         " wrs",
         "w: withdrawn for its faults; r: removed; s: with one of its rivals it only repeats games.\n"},
    };
    const std::size_t last = order_of_rows(standings.ratings).back();
    for (const auto& row : rows) {
        standings.conduct[last] = row.conduct;
        EXPECT_EQ(ratings_table(standings).rows.back()[2], standings.names[last] + row.marks);
        EXPECT_EQ(marks_note(standings), row.note);
        EXPECT_THAT(table_text(standings), ::testing::EndsWith(row.note));
    }
    standings.conduct[last] = {.faults = 3, .time_losses = 0};
    EXPECT_EQ(ratings_table(standings).rows.back().back(), "3");
    standings.conduct[last].time_losses = 2;
    EXPECT_EQ(ratings_table(standings).rows.back().back(), "3+2");
}

TEST(StandingsText, cells_have_points_or_wins_losses_and_draws) {
    const Standings standings = standings_named("two");
    const Wld games = standings.games[0];
    const std::size_t first = order_of_rows(standings.ratings)[0];
    const double points =
        static_cast<double>(first == 0 ? games.wins : games.losses) + static_cast<double>(games.draws) / 2;
    EXPECT_EQ(cross_table(standings, CrossCells::Points).rows[0][3], fmt::format("{:.1f}", points));
    EXPECT_EQ(cross_table(standings, CrossCells::Points).rows[0].back(), "of 30");
    EXPECT_EQ(cross_table(standings, CrossCells::Wdl).rows[0][3],
              first == 0 ? fmt::format("{}-{}-{}", games.wins, games.losses, games.draws)
                         : fmt::format("{}-{}-{}", games.losses, games.wins, games.draws));
    EXPECT_EQ(cross_table(standings, CrossCells::Wdl).rows[0].back(), "");
    EXPECT_EQ(cross_table(standings, CrossCells::Wdl).rows[1][3], "-") << "nobody meets itself";
    // Where pairings have different numbers of games each cell says its own.
    EXPECT_THAT(cross_text(standings_named("saturated")), HasSubstr("2.0/2"));
}

TEST(StandingsText, cross_table_of_more_than_14_agents_is_only_in_files) {
    const Standings many = standings_named("many");
    EXPECT_EQ(cross_text(many), "");
    EXPECT_EQ(cross_table(many, CrossCells::Points).rows.size(), 15U);
    EXPECT_THAT(standings_text(many), ::testing::StartsWith(many.head + "\n   #  Rank "));
}

TEST(StandingsText, short_names_differ_or_are_numbers) {
    const std::string x(20, 'x');
    const struct {
        std::vector<std::string> names;
        std::vector<std::string> expected;
    } rows[] = {
        {{}, {}},
        {{"a", "b"}, {"a", "b"}},
        {{"minimax --depth 1", "minimax --depth 2"}, {"(1)", "(2)"}},
        {{"alphabeta", "alphabet"}, {"alphabeta", "alphabet"}},
        {{x + "1", x + "2", "y"}, {"(1)", "(2)", "(3)"}},
        {{"first agent of all", "second"}, {"first agent ", "second"}},
        {{"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\x01", "e"},
         {"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\\x01", "e"}},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(short_names(row.names), row.expected);
    }
    std::vector<std::string> many; // as short as they may be where there is no room
    for (char c = 'a'; c < 'a' + 14; ++c) {
        many.push_back(std::string(1, c) + "bcdefghijklmnop");
    }
    EXPECT_EQ(short_names(many)[0], "abcd");
}

TEST(StandingsText, names_that_are_cut_alike_are_numbered) {
    const Standings standings = standings_named("names");
    const std::string text = table_text(standings);
    EXPECT_THAT(text, HasSubstr("xxx... (2)"));
    EXPECT_THAT(text, HasSubstr("xxx... (3)"));
    EXPECT_THAT(text, HasSubstr("=1+1,\"|`x`\\x0a<b>[a](http://b.c)\\x1b\xEF\xBF\xBD"));
}

TEST(StandingsText, notes_stand_below_the_tables) {
    Standings standings = standings_named("groups");
    standings.notes = {"one", "two"};
    const std::vector<std::string> notes = rating_notes(standings);
    EXPECT_THAT(standings_text(standings), ::testing::EndsWith(notes.back() + "\none\ntwo\n"));
}

} // namespace
} // namespace sprt

// The tables of three and four men that REFEREE_SYZYGY names: its directory, or directories with a colon
// between them. Without it, or without Fathom, what needs them is skipped.

#include "referee/game/adjudication/adjudication.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace referee {
namespace {

using testing_support::TemporaryDir;

/// The directories of the tables; empty: there are none to test with.
std::string tables_here() {
    const char* const path = std::getenv("REFEREE_SYZYGY"); // NOLINT(concurrency-mt-unsafe): one thread
    return path != nullptr ? path : "";
}

bool has_fathom() {
    return !testing::Matches(testing::HasSubstr("built without Fathom"))(
        problem_of_tables("/nowhere").value_or(""));
}

std::optional<TableValue> value_of(const char* fen) {
    return probe_tables(read_fen(Game::Chess, fen));
}

TEST(Tablebase, directory_without_tables_is_named) {
    const std::string missing =
        has_fathom() ? "no Syzygy table in /nowhere:/"
                     : "tablebase: built without Fathom, as the archives of releases are: install "
                       "libfathom-dev and build again, or take the Debian package";
    EXPECT_EQ(problem_of_tables("/nowhere:/"), missing);
    EXPECT_EQ(value_of("8/8/4k3/8/8/4K3/4R3/8 w - - 0 1"), std::nullopt);
}

TEST(Tablebase, file_that_is_no_table_is_named) {
    if (!has_fathom()) {
        ASSERT_EQ(std::getenv("CI"), nullptr) << "CI installs Fathom"; // NOLINT(concurrency-mt-unsafe)
        GTEST_SKIP() << "Fathom is missing";
    }
    const TemporaryDir dir;
    const std::string magic = "\x71\xe8\x23\x5d";
    const std::string file = dir.file("KQvK.rtbw", "no table" + std::string(72, ' '));
    const std::string refusal = file + " is no whole Syzygy table; copy it anew, or take it away";
    EXPECT_EQ(problem_of_tables("/nowhere:" + dir.path().string()), refusal);
    dir.file("KQvK.rtbw", magic + std::string(75, ' ')); // cut short
    EXPECT_EQ(problem_of_tables(dir.path().string()), refusal);
    dir.file("KQvK.rtbw", "");
    EXPECT_EQ(problem_of_tables(dir.path().string()), refusal);
}

// Comes after the tests above: tables that were opened stay open.
TEST(Tablebase, values_are_those_of_the_side_to_move) {
    if (tables_here().empty() || !has_fathom()) {
        GTEST_SKIP() << "REFEREE_SYZYGY names no tables, or Fathom is missing";
    }
    ASSERT_EQ(problem_of_tables("/nowhere:" + tables_here()), std::nullopt);
    EXPECT_EQ(problem_of_tables("/nowhere:" + tables_here()), std::nullopt) << "a second time";
    EXPECT_THAT(problem_of_tables("/elsewhere").value_or(""), testing::HasSubstr("has those in /nowhere:"));
    struct Row {
        const char* fen;
        TableValue value;
    };
    // Each follows from the laws of chess and the theory of endgames; none was taken from a prober.
    for (const Row& row : {
             Row{"8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", TableValue::Win},
             Row{"8/8/4k3/8/8/4K3/4R3/8 b - - 0 1", TableValue::Loss},
             Row{"8/4r3/4k3/8/8/4K3/8/8 b - - 0 1", TableValue::Win},
             Row{"8/4r3/4k3/8/8/4K3/8/8 w - - 0 1", TableValue::Loss},
             Row{"3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", TableValue::Loss},
             Row{"8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", TableValue::Draw}, // the other side has the opposition
             Row{"k7/8/8/8/8/8/7P/K7 w - - 0 1", TableValue::Win},     // out of the square of the pawn
             Row{"7k/8/8/8/8/8/7P/K7 w - - 0 1",
                 TableValue::Draw}, // a pawn of a rook, and its corner is held
             Row{"8/8/4k3/8/8/4K3/3NN3/8 w - - 0 1", TableValue::Draw}, // two knights force no mate
             Row{"8/8/4k3/8/8/4K3/3BN3/8 w - - 0 1", TableValue::Win},
             Row{"8/8/4k3/4n3/8/4K3/4B3/8 w - - 0 1", TableValue::Draw},
         }) {
        EXPECT_EQ(value_of(row.fen), row.value) << row.fen;
    }
    EXPECT_EQ(value_of("4k3/8/8/8/8/4K3/3RRR2/8 w - - 0 1"), std::nullopt) << "five men: no table";
}

} // namespace
} // namespace referee

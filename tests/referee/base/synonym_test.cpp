#include "referee/base/synonym.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace referee {
namespace {

constexpr auto kTable = std::to_array<Synonym>({{"rounds", "max_games", "games, not pairs"},
                                                {"rounds", "games", ""},
                                                {"engine", "AGENT1", "a command"},
                                                {"ponder", "", "agents think on their own turn"}});

std::string flag_hint(const std::string& text, const std::vector<std::string>& known) {
    return hint_for(text, known, kTable, Spelling::Flag);
}

TEST(Hint, names_the_first_known_word_that_means_the_same) {
    EXPECT_EQ(flag_hint("--rounds", {"games", "max_games"}), "; here it is --max-games (games, not pairs)");
    EXPECT_EQ(flag_hint("--rounds", {"games"}), "; here it is --games");
    EXPECT_EQ(flag_hint("-Rounds", {"games"}), "; here it is --games");
    EXPECT_EQ(hint_for("rounds", std::vector<std::string>{"max_games"}, kTable, Spelling::Key),
              "; here it is max_games (games, not pairs)");
}

TEST(Hint, shows_an_argument_as_it_is) {
    EXPECT_EQ(flag_hint("-engine", {"AGENT1"}), "; here it is AGENT1 (a command)");
}

TEST(Hint, says_what_to_do_where_no_word_means_the_same) {
    EXPECT_EQ(flag_hint("--ponder", {"games"}), "; agents think on their own turn");
    EXPECT_EQ(synonym_hint("--ponder", std::vector<std::string>{"games"}, kTable, Spelling::Flag), "");
}

TEST(Hint, otherwise_asks_for_the_nearest_word) {
    EXPECT_EQ(flag_hint("--gmaes", {"games", "seed"}), "; did you mean --games?");
    EXPECT_EQ(flag_hint("--max-gams", {"max_games"}), "; did you mean --max-games?");
    EXPECT_EQ(flag_hint("--bogus", {"games"}), "");
    EXPECT_EQ(flag_hint("--", {"games"}), "");
    EXPECT_EQ(flag_hint("", {"games"}), "");
}

} // namespace
} // namespace referee

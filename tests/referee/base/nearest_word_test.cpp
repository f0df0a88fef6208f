#include "referee/base/nearest_word.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(EditDistance, counts_letters_inserted_removed_replaced_and_swapped) {
    const std::vector<std::tuple<std::string, std::string, std::size_t>> cases{
        {"", "", 0},        {"", "abc", 3},       {"abc", "", 3},           {"seed", "seed", 0},
        {"sed", "seed", 1}, {"seeds", "seed", 1}, {"sead", "seed", 1},      {"sede", "seed", 1},
        {"ab", "ba", 1},    {"ca", "abc", 3},     {"kitten", "sitting", 3}, {"saturday", "sunday", 3},
        {"abcd", "badc", 2}};
    for (const auto& [a, b, distance] : cases) {
        EXPECT_EQ(edit_distance(a, b), distance) << a << ' ' << b;
        EXPECT_EQ(edit_distance(b, a), distance) << b << ' ' << a;
    }
}

const std::vector<std::string> kKnown{"elo0", "elo1", "max-games", "max-faults", "model", "seed", "out"};

TEST(NearestWords, are_those_with_the_fewest_wrong_letters) {
    EXPECT_THAT(nearest_words("max-game", kKnown), ElementsAre("max-games"));
    EXPECT_THAT(nearest_words("mxa-games", kKnown), ElementsAre("max-games"));
    EXPECT_THAT(nearest_words("max_fualts", kKnown), ElementsAre("max-faults"));
    EXPECT_THAT(nearest_words("elo2", kKnown), ElementsAre("elo0", "elo1"));
    EXPECT_THAT(nearest_words("Model", kKnown), ElementsAre("model"));
    EXPECT_THAT(nearest_words("SEED", kKnown), ElementsAre("seed"));
}

TEST(NearestWords, begin_with_the_text) {
    EXPECT_THAT(nearest_words("mod", kKnown), ElementsAre("model"));
    EXPECT_THAT(nearest_words("max", kKnown), ElementsAre("max-games", "max-faults"));
    EXPECT_THAT(nearest_words("ma", kKnown), IsEmpty()) << "two letters are too few";
}

TEST(NearestWords, are_none_when_more_than_a_third_of_the_letters_is_wrong) {
    for (const char* const text : {"", "x", "bogus", "sxxd", "time-control", "outside"}) {
        EXPECT_THAT(nearest_words(text, kKnown), IsEmpty()) << text;
    }
    EXPECT_THAT(nearest_words(std::string(100'000, 'x'), kKnown), IsEmpty());
}

TEST(NearestWords, are_three_at_most) {
    const std::vector<std::string> known{"word1", "word2", "word3", "word4"};
    EXPECT_THAT(nearest_words("word", known), ElementsAre("word1", "word2", "word3"));
}

TEST(DidYouMean, asks_for_the_nearest_words_or_says_nothing) {
    EXPECT_EQ(did_you_mean("max-game", kKnown), "; did you mean max-games?");
    EXPECT_EQ(did_you_mean("elo2", kKnown), "; did you mean elo0 or elo1?");
    EXPECT_EQ(did_you_mean("bogus", kKnown), "");
}

TEST(Choice, is_a_list_that_ends_with_or) {
    EXPECT_EQ(choice_of({}), "");
    EXPECT_EQ(choice_of(std::vector<std::string>{"a"}), "a");
    EXPECT_EQ(choice_of(std::vector<std::string>{"a", "b"}), "a or b");
    EXPECT_EQ(choice_of(std::vector<std::string>{"a", "b", "a"}), "a, b or a");
}

} // namespace

namespace {

constexpr auto kTable = std::to_array<Synonym>({{"rounds", "max_games", "games, not pairs"},
                                                {"rounds", "games", ""},
                                                {"engine", "AGENT1", "a command"},
                                                {"ponder", "", "agents think on their own turn"},
                                                {"-seed", "", "of players"},
                                                {"-out", "log", "lines"}});

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

TEST(Hint, of_a_flag_with_one_dash_may_be_its_own) {
    const auto hint = [](const std::string& text) {
        return one_dash_hint(text, std::vector<std::string>{"seed", "log"}, kTable);
    };
    EXPECT_EQ(hint("-seed"), "; of players");
    EXPECT_EQ(hint("-Out"), "; here it is --log (lines)");
    for (const char* const other : {"--seed", "seed", "-ponder", "-rounds", "-log", "-", ""}) {
        EXPECT_EQ(hint(other), "") << other;
    }
    EXPECT_EQ(one_dash_hint("-out", std::vector<std::string>{"seed"}, kTable), "");
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

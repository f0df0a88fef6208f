#include "referee/talk/engine/options.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::engine {

namespace {

std::vector<OptionLine> listed(const std::vector<std::string>& lines) {
    std::vector<OptionLine> options;
    options.reserve(lines.size());
    for (const std::string& line : lines) {
        options.push_back(parse_option(line).value());
    }
    return options;
}

TEST(Option, a_spin_has_bounds) {
    EXPECT_EQ(
        parse_option("option name Hash type spin default 16 min 1 max 1024"),
        (OptionLine{.name = "Hash", .type = OptionType::Spin, .default_value = "16", .min = 1, .max = 1024}));
    EXPECT_EQ(
        parse_option(" option\tname  Hash type spin  max 5 default -3 min -7 \r\n"),
        (OptionLine{.name = "Hash", .type = OptionType::Spin, .default_value = "-3", .min = -7, .max = 5}));
    EXPECT_EQ(parse_option("option name Hash type spin"),
              (OptionLine{.name = "Hash", .type = OptionType::Spin}));
    EXPECT_EQ(parse_option("option name Hash type spin min low max 9"),
              (OptionLine{.name = "Hash", .type = OptionType::Spin, .max = 9}));
    EXPECT_EQ(parse_option("option name Hash type spin min max 9"),
              (OptionLine{.name = "Hash", .type = OptionType::Spin, .max = 9}));
}

TEST(Option, names_may_have_blanks) {
    EXPECT_EQ(parse_option("option name Move  Overhead type check default true"),
              (OptionLine{.name = "Move Overhead", .type = OptionType::Check, .default_value = "true"}));
    EXPECT_EQ(parse_option("option name Clear Hash type button"),
              (OptionLine{.name = "Clear Hash", .type = OptionType::Button}));
    EXPECT_EQ(parse_option("option name type of move type check"),
              (OptionLine{.name = "type of move", .type = OptionType::Check}));
    EXPECT_EQ(parse_option("option name type type string"),
              (OptionLine{.name = "type", .type = OptionType::String}));
}

TEST(Option, the_words_of_a_combo_come_in_two_forms) {
    const OptionLine expected{.name = "search",
                              .type = OptionType::Combo,
                              .default_value = "alphabeta",
                              .words = {"alphabeta", "random"}};
    EXPECT_EQ(parse_option("option name search type combo default alphabeta var alphabeta var random"),
              expected);
    EXPECT_EQ(parse_option("option name search type combo var alphabeta var random default alphabeta"),
              expected);
    EXPECT_EQ(parse_option("option name search type combo default alphabeta options alphabeta random"),
              expected);
}

TEST(Option, words_of_a_combo_may_have_blanks_or_be_words_of_the_form) {
    EXPECT_EQ(
        parse_option("option name S type combo default Very Solid var Very Solid var var var default")->words,
        (std::vector<std::string>{"Very Solid", "var", "default"}));
    EXPECT_EQ(parse_option("option name S type combo default Very Solid var Very Solid")->default_value,
              "Very Solid");
    EXPECT_EQ(parse_option("option name S type combo options min max default")->words,
              (std::vector<std::string>{"min", "max", "default"}));
}

TEST(Option, the_default_of_a_text_is_all_that_follows) {
    EXPECT_EQ(parse_option("option name Book type string default a book  max 3 var x")->default_value,
              "a book max 3 var x");
    EXPECT_EQ(parse_option("option name Book type string default <empty>")->default_value, "<empty>");
    EXPECT_EQ(parse_option("option name Book type string default")->default_value, "");
}

TEST(Option, nonsense_is_no_option) {
    for (const char* line :
         {"", "option", "option name", "option name Hash", "option name Hash type",
          "option name Hash type float", "option name type spin", "option Hash type spin",
          "options name Hash type spin", "Option name Hash type spin", "info string option",
          "option name Hash Type spin", "option name Hash type Spin"}) {
        EXPECT_EQ(parse_option(line), std::nullopt) << line;
    }
}

TEST(Option, words_that_mean_nothing_are_passed_over) {
    EXPECT_EQ(
        parse_option("option name Hash type spin MB default 16 min 1 MB max 9 MB options a var b"),
        (OptionLine{.name = "Hash", .type = OptionType::Spin, .default_value = "16", .min = 1, .max = 9}));
    EXPECT_EQ(parse_option("option name C type combo var")->words, std::vector<std::string>{});
}

TEST(Option, texts_become_valid_utf8) {
    const auto option = parse_option("option name H\xff type combo default \xfe options \xfd");
    EXPECT_EQ(option->name, "H\xEF\xBF\xBD");
    EXPECT_EQ(option->default_value, "\xEF\xBF\xBD");
    EXPECT_EQ(option->words, std::vector<std::string>{"\xEF\xBF\xBD"});
}

TEST(Option, types_have_the_names_of_the_protocol) {
    EXPECT_EQ(name(OptionType::Spin), "spin");
    EXPECT_EQ(name(OptionType::Button), "button");
}

TEST(OptionProblem, there_is_none_when_the_value_fits) {
    const auto options =
        listed({"option name Hash type spin default 16 min 1 max 1024", "option name N type spin",
                "option name Fast Mode type check", "option name S type combo options A B",
                "option name Book type string", "option name Clear type button"});
    struct Row {
        const char* name;
        const char* value;
    };
    for (const Row& row :
         {Row{"Hash", "1"}, Row{"Hash", "1024"}, Row{"N", "-999999999999"}, Row{"Fast Mode", "true"},
          Row{"Fast Mode", "false"}, Row{"S", "A"}, Row{"S", "B"}, Row{"Book", "any text"}, Row{"Book", ""},
          Row{"Clear", ""}, Row{"Clear", "true"}}) {
        EXPECT_EQ(problem_of_option(row.name, row.value, options), std::nullopt)
            << row.name << " " << row.value;
    }
}

TEST(OptionProblem, a_name_that_is_not_listed_is_named_with_what_there_is) {
    const auto options = listed({"option name Hash type spin", "option name Threads type spin"});
    EXPECT_EQ(problem_of_option("Thread", "1", options),
              "no option is called 'Thread'; did you mean Threads? The engine lists Hash, Threads");
    EXPECT_EQ(problem_of_option("Contempt", "1", options),
              "no option is called 'Contempt'; the engine lists Hash, Threads");
    EXPECT_EQ(problem_of_option("Hash", "1", {}), "no option is called 'Hash': the engine lists none");
}

TEST(OptionProblem, a_name_may_be_in_letters_of_any_case_and_the_same_letters_come_first) {
    const auto options = listed({"option name hash type spin max 8", "option name Hash type spin max 16"});
    EXPECT_EQ(find_option("Hash", options), &options[1]);
    EXPECT_EQ(find_option("HASH", options), &options[0]);
    EXPECT_EQ(find_option("Hashes", options), nullptr);
    EXPECT_EQ(problem_of_option("HASH", "8", options), std::nullopt);
}

TEST(OptionProblem, a_value_that_does_not_fit_is_named_with_what_would) {
    const auto options =
        listed({"option name Hash type spin min 1 max 1024", "option name Least type spin min -5",
                "option name Most type spin max 5", "option name N type spin", "option name Fast type check",
                "option name S type combo options alphabeta minimax", "option name None type combo",
                "option name Book type string", "option name Clear type button"});
    const auto problem = [&](const char* name, const char* value) {
        return problem_of_option(name, value, options).value_or("none");
    };
    EXPECT_EQ(problem("Hash", "0"), "option 'Hash' is '0', but must be a whole number from 1 to 1024");
    EXPECT_EQ(problem("Hash", "1025"), "option 'Hash' is '1025', but must be a whole number from 1 to 1024");
    EXPECT_EQ(problem("Hash", "16 MB"),
              "option 'Hash' is '16 MB', but must be a whole number from 1 to 1024");
    EXPECT_EQ(problem("Least", "-6"), "option 'Least' is '-6', but must be a whole number from -5");
    EXPECT_EQ(problem("Most", "6"), "option 'Most' is '6', but must be a whole number up to 5");
    EXPECT_EQ(problem("N", "x"), "option 'N' is 'x', but must be a whole number");
    EXPECT_EQ(problem("Fast", "True"), "option 'Fast' is 'True', but must be true or false");
    EXPECT_EQ(problem("Fast", "1"), "option 'Fast' is '1', but must be true or false");
    EXPECT_EQ(problem("S", "minmax"),
              "option 'S' is 'minmax', but must be one of alphabeta, minimax; did you mean minimax?");
    EXPECT_EQ(problem("S", "random"), "option 'S' is 'random', but must be one of alphabeta, minimax");
    EXPECT_EQ(problem("None", "A"),
              "option 'None' is 'A', but must be one of no words: the engine lists none");
    EXPECT_EQ(problem("Book", "a\nquit"), "option 'Book' is 'a\\x0aquit', but must be a text of one line");
    EXPECT_EQ(problem("Clear", "false"),
              "option 'Clear' is 'false', but must be empty or true: it is a button");
}

} // namespace

namespace {

TEST(LinePattern, part_of_a_line_matches_and_wrong_expressions_are_refused) {
    EXPECT_FALSE(LinePattern("b$").matches("abc"));
    EXPECT_TRUE(LinePattern("b").matches("abc"));
    for (const char* const wrong : {"a(", "[", "a{2,1}"}) {
        EXPECT_THAT(testing_support::user_error_text([&] { LinePattern pattern(wrong); }),
                    testing::HasSubstr("is no extended regular expression: "));
    }
}

} // namespace

} // namespace referee::engine

#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/adjudication/adjudication_text.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace referee {
namespace {

using testing_support::user_error_text;

Adjudication rules_of_flags(const std::vector<std::string>& flags) {
    Adjudication rules;
    for (const std::string& flag : flags) {
        set_rule(rules, flag);
    }
    return rules;
}

TEST(Adjudication, is_off_and_verifies_a_tenth_by_default) {
    const Adjudication rules;
    EXPECT_FALSE(rules.is_on());
    EXPECT_EQ(rules.verify, 0.1);
    for (const AdjudicationRule rule : kAdjudicationRules) {
        EXPECT_FALSE(rules.has(rule));
    }
}

TEST(Adjudication, each_rule_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (const AdjudicationRule rule : kAdjudicationRules) {
        names.insert(name(rule));
        EXPECT_EQ(adjudication_rule_named(name(rule)), rule);
    }
    EXPECT_EQ(names, (std::set<std::string_view>{"material", "resign", "draw", "fill", "max_turns"}));
    EXPECT_EQ(adjudication_rule_named("verify"), std::nullopt);
}

TEST(AdjudicationText, each_flag_sets_one_rule_and_leaves_the_others) {
    const Adjudication rules = rules_of_flags({"material=15/2", "resign=800,1500/4/one_sided", "draw=5/6/70",
                                               "fill=true", "max_turns=300/stones", "verify=0.25"});
    Adjudication right;
    right.material = MaterialRule{15, 2};
    right.resign = ResignRule{{800, 1500}, 4, false};
    right.draw = DrawRule{{5, 5}, 6, 70};
    right.fill = true;
    right.max_turns = MaxTurnsRule{300, true};
    right.verify = 0.25;
    EXPECT_EQ(rules, right);
    for (const AdjudicationRule rule : kAdjudicationRules) {
        EXPECT_TRUE(rules.has(rule));
    }
}

TEST(AdjudicationText, parts_that_are_left_out_have_their_defaults) {
    const Adjudication all = rules_of_flags({"material=true", "resign=true", "draw=true", "max_turns=true"});
    EXPECT_EQ(all.material, (MaterialRule{20, 4}));
    EXPECT_EQ(all.resign, (ResignRule{{800, 800}, 3, true}));
    EXPECT_EQ(all.draw, (DrawRule{{10, 10}, 8, 60}));
    EXPECT_EQ(all.max_turns, (MaxTurnsRule{600, false}));
    EXPECT_EQ(rules_of_flags({"material=25"}).material, (MaterialRule{25, 4}));
    EXPECT_EQ(rules_of_flags({"resign=500"}).resign, (ResignRule{{500, 500}, 3, true}));
    EXPECT_EQ(rules_of_flags({"draw=0,20/5"}).draw, (DrawRule{{0, 20}, 5, 60}));
    EXPECT_EQ(rules_of_flags({"max_turns=300"}).max_turns, (MaxTurnsRule{300, false}));
}

TEST(AdjudicationText, rules_are_written_as_they_are_given) {
    const std::vector<std::string> texts{"material=15/2", "resign=800,1500/4/one_sided", "draw=5/6/70",
                                         "fill=true",     "max_turns=300/stones",        "verify=0.25"};
    EXPECT_EQ(rule_texts(rules_of_flags(texts)), texts);
    EXPECT_EQ(rule_texts(rules_of_flags({"resign=true", "max_turns=true"})),
              (std::vector<std::string>{"resign=800/3/two_sided", "max_turns=600/draw", "verify=0.1"}));
}

TEST(AdjudicationText, false_turns_a_rule_or_all_rules_off) {
    EXPECT_EQ(rules_of_flags({"material=true", "fill=true", "material=false"}),
              rules_of_flags({"fill=true"}));
    EXPECT_EQ(rules_of_flags({"material=true", "fill=true", "verify=1", "false"}), Adjudication());
}

TEST(AdjudicationText, wrong_text_is_named_with_what_would_be_right) {
    struct Row {
        const char* text;
        const char* says;
    };
    for (const Row& row :
         {Row{"material", "'material' must be RULE=VALUE, as material=20/4 or fill=true; RULE is material, "
                          "resign, draw, fill, max_turns or verify"},
          Row{"lead=20", "'lead=20' must be RULE=VALUE"}, Row{"", "'' must be RULE=VALUE"},
          Row{"material=", "material: '' must be true, false or LEAD/PLIES, as 20/4"},
          Row{"material=20/4/5", "material: '20/4/5' must be true, false or LEAD/PLIES"},
          Row{"material=20,30", "material: '20,30' must be"}, Row{"material=x", "material: 'x' must be"},
          Row{"material=50", "material: 50 is out of range; it must be from 1 to 49"},
          Row{"material=20/0", "material: 0 is out of range; it must be from 1 to 1000000"},
          Row{"material=99999999999999999999", "material: 99999999999999999999 is out of range"},
          Row{"resign=1,2,3", "resign: '1,2,3' must be"}, Row{"resign=0", "resign: 0 is out of range"},
          Row{"resign=800/3/both", "resign: '800/3/both' must be true, false or SCORE/MOVES/two_sided"},
          Row{"draw=10/8/-1", "draw: -1 is out of range; it must be from 0"},
          Row{"fill=1", "fill: '1' must be true or false"},
          Row{"max_turns=600/win", "max_turns: '600/win' must be true, false or TURNS/draw"},
          Row{"verify=1.5", "verify: '1.5' must be a share of the games, 0 to 1"},
          Row{"verify=true", "verify: 'true' must be a share"}, Row{"verify=nan", "verify: 'nan' must be"}}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(rules_of_flags({row.text})); }),
                    testing::StartsWith(row.says))
            << row.text;
    }
}

TEST(Adjudication, rules_that_need_scores_are_for_two_engines) {
    for (const char* const rule : {"resign=true", "draw=true"}) {
        const Adjudication rules = rules_of_flags({rule});
        EXPECT_EQ(problem_of(rules, kDefaultGame, {true, true}), std::nullopt);
        EXPECT_THAT(problem_of(rules, kDefaultGame, {true, false}).value(),
                    testing::HasSubstr("agent 2 sends none"));
        EXPECT_THAT(problem_of(rules, kDefaultGame, {false, true}).value(),
                    testing::HasSubstr("agent 1 sends none"));
    }
    EXPECT_EQ(
        problem_of(rules_of_flags({"material=true", "fill=true", "max_turns=1/stones"}), kDefaultGame, {}),
        std::nullopt);
}

TEST(Adjudication, rules_that_count_stones_are_for_games_with_stones) {
    for (const char* const rule : {"material=true", "fill=true", "max_turns=5/stones"}) {
        EXPECT_THAT(problem_of(rules_of_flags({rule}), Game::TicTacToe, {}).value(),
                    testing::HasSubstr("counts stones, and tic-tac-toe has none to count"));
    }
    EXPECT_EQ(problem_of(rules_of_flags({"max_turns=5/draw"}), Game::TicTacToe, {}), std::nullopt);
}

TEST(Adjudication, verified_games_are_a_share_that_depends_on_seed_and_number) {
    int verified = 0;
    int differ = 0;
    constexpr int kGames = 10'000;
    for (std::uint64_t game = 0; game < kGames; ++game) {
        EXPECT_FALSE(is_verified(1, game, 0));
        EXPECT_TRUE(is_verified(1, game, 1));
        EXPECT_EQ(is_verified(1, game, 0.1), is_verified(1, game, 0.1));
        verified += is_verified(1, game, 0.1) ? 1 : 0;
        differ += is_verified(1, game, 0.1) != is_verified(2, game, 0.1) ? 1 : 0;
        EXPECT_LE(is_verified(1, game, 0.1), is_verified(1, game, 0.2))
            << "a larger share holds a smaller one";
    }
    EXPECT_NEAR(verified, kGames / 10, 150); // 5 standard deviations
    EXPECT_GT(differ, 1000);
}

} // namespace
} // namespace referee

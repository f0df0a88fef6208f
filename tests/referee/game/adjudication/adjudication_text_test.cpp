#include "referee/game/adjudication/adjudication.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
namespace {

Adjudication rules_of_texts(const std::vector<std::string>& flags) {
    Adjudication rules;
    for (const std::string& flag : flags) {
        set_rule(rules, flag);
    }
    return rules;
}

TEST(AdjudicationText, each_flag_sets_one_rule_and_leaves_the_others) {
    const Adjudication rules = rules_of_texts({"tablebase=/a/b:c/pieces=5/ignore50/draws", "material=15/2",
                                               "resign=800,1500/4/one_sided", "draw=5/6/70", "fill=true",
                                               "max_turns=300/stones", "verify=0.25"});
    Adjudication right;
    right.tablebase =
        TablebaseRule{.path = "/a/b:c", .pieces = 5, .ignore50 = true, .results = TableResults::Draws};
    right.material = MaterialRule{15, 2};
    right.resign = ResignRule{{800, 1500}, 4, false};
    right.draw = DrawRule{{5, 5}, 6, {70}};
    right.fill = true;
    right.max_turns = MaxTurnsRule{300, true};
    right.verify = 0.25;
    EXPECT_EQ(rules, right);
    for (const AdjudicationRule rule : kAdjudicationRules) {
        EXPECT_TRUE(rules.has(rule));
    }
}

TEST(AdjudicationText, parts_that_are_left_out_have_their_defaults) {
    const Adjudication all = rules_of_texts({"material=true", "resign=true", "draw=true", "max_turns=true"});
    EXPECT_EQ(all.material, (MaterialRule{20, 4}));
    EXPECT_EQ(all.resign, (ResignRule{{800, 800}, 3, true}));
    EXPECT_EQ(all.draw, (DrawRule{{10, 10}, 8, {60}}));
    EXPECT_EQ(all.max_turns, (MaxTurnsRule{600, false}));
    EXPECT_EQ(rules_of_texts({"material=25"}).material, (MaterialRule{25, 4}));
    EXPECT_EQ(rules_of_texts({"resign=500"}).resign, (ResignRule{{500, 500}, 3, true}));
    EXPECT_EQ(rules_of_texts({"draw=0,20/5"}).draw, (DrawRule{{0, 20}, 5, {60}}));
    EXPECT_EQ(rules_of_texts({"draw=20/8/move34"}).draw, (DrawRule{{20, 20}, 8, {34, true}}));
    EXPECT_EQ(rules_of_texts({"max_turns=400/draw/played"}).max_turns, (MaxTurnsRule{400, false, true}));
    EXPECT_EQ(rules_of_texts({"tablebase=a/wins"}).tablebase,
              (TablebaseRule{.path = "a", .results = TableResults::Wins}));
    EXPECT_EQ(rules_of_texts({"tablebase=a/wins/"}).tablebase, TablebaseRule{.path = "a/wins/"})
        << "a directory with the name of a part ends in a slash";
    EXPECT_EQ(rules_of_texts({"max_turns=300"}).max_turns, (MaxTurnsRule{300, false}));
}

TEST(AdjudicationText, rules_are_written_as_they_are_given) {
    for (const std::vector<std::string>& texts :
         {std::vector<std::string>{"material=15/2", "resign=800,1500/4/one_sided", "draw=5/6/70", "fill=true",
                                   "max_turns=300/stones", "verify=0.25"},
          std::vector<std::string>{"tablebase=/a:b/pieces=5/ignore50/wins", "draw=20/8/move34",
                                   "max_turns=400/draw/played", "verify=0.1"}}) {
        EXPECT_EQ(rule_texts(rules_of_texts(texts)), texts);
    }
    EXPECT_EQ(rule_texts(rules_of_texts({"resign=true", "max_turns=true"})),
              (std::vector<std::string>{"resign=800/3/two_sided", "max_turns=600/draw", "verify=0.1"}));
}

TEST(AdjudicationText, false_turns_a_rule_or_all_rules_off) {
    EXPECT_EQ(rules_of_texts({"material=true", "fill=true", "material=false"}),
              rules_of_texts({"fill=true"}));
    EXPECT_EQ(rules_of_texts({"material=true", "fill=true", "verify=1", "false"}), Adjudication());
}

TEST(AdjudicationText, wrong_text_is_named_with_what_would_be_right) {
    struct Row {
        const char* text;
        const char* says;
    };
    for (const Row& row :
         {Row{"material", "'material' must be RULE=VALUE, as material=20/4 or fill=true; RULE is tablebase, "
                          "material, resign, draw, fill, max_turns or verify"},
          Row{"lead=20", "'lead=20' must be RULE=VALUE"},
          Row{"", "'' must be RULE=VALUE"},
          Row{"material=", "material: '' must be true, false or LEAD/PLIES, as 20/4"},
          Row{"material=20/4/5", "material: '20/4/5' must be true, false or LEAD/PLIES"},
          Row{"material=20,30", "material: '20,30' must be"},
          Row{"material=x", "material: 'x' must be"},
          Row{"material=50", "material: 50 is out of range; it must be from 1 to 49"},
          Row{"material=20/0", "material: 0 is out of range; it must be from 1 to 1000000"},
          Row{"material=99999999999999999999", "material: 99999999999999999999 is out of range"},
          Row{"resign=1,2,3", "resign: '1,2,3' must be"},
          Row{"resign=0", "resign: 0 is out of range"},
          Row{"resign=800/3/both", "resign: '800/3/both' must be true, false or SCORE/MOVES/two_sided"},
          Row{"draw=10/8/-1", "draw: -1 is out of range; it must be from 0"},
          Row{"draw=10/8/move", "draw: '10/8/move' must be true, false or SCORE/MOVES/AFTER"},
          Row{"draw=10/8/move-1", "draw: -1 is out of range; it must be from 0"},
          Row{"max_turns=400/draw/all", "max_turns: '400/draw/all' must be true, false or TURNS/draw"},
          Row{"tablebase=true", "tablebase: 'true' must be false or DIR:DIR/pieces=N/ignore50/wins or draws"},
          Row{"tablebase=", "tablebase: '' must be false or DIR"},
          Row{"tablebase=/wins", "tablebase: '/wins' must be false or DIR"},
          Row{"tablebase=a/wins/draws", "tablebase: 'a/wins/draws' has both /wins and /draws"},
          Row{"tablebase=a/pieces=8", "tablebase: 8 is out of range; it must be from 3 to 7"},
          Row{"tablebase=a/pieces=x", "tablebase: 'x' must be"},
          Row{"fill=1", "fill: '1' must be true or false"},
          Row{"max_turns=600/win", "max_turns: '600/win' must be true, false or TURNS/draw"},
          Row{"verify=1.5", "verify: '1.5' must be a share of the games, 0 to 1"},
          Row{"verify=true", "verify: 'true' must be a share"},
          Row{"verify=nan", "verify: 'nan' must be"}}) {
        EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(rules_of_texts({row.text})); }),
                    testing::StartsWith(row.says))
            << row.text;
    }
}

} // namespace
} // namespace referee

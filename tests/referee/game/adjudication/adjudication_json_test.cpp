#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication_json.hpp"
#include "referee/game/adjudication/adjudication_text.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

Adjudication read_rules(const char* text) {
    const Json json = parse_json(text);
    return read_adjudication(JsonNode(json, "x.json: ", "/adjudicate"));
}

/// What the same rules are as flags.
Adjudication flags(const std::vector<std::string>& texts) {
    Adjudication rules;
    for (const std::string& text : texts) {
        set_rule(rules, text);
    }
    return rules;
}

TEST(AdjudicationJson, says_what_flags_say) {
    EXPECT_EQ(read_rules("false"), Adjudication());
    EXPECT_EQ(read_rules("{}"), Adjudication());
    EXPECT_EQ(read_rules(R"({"material":{},"resign":true,"draw":{},"max_turns":{},"fill":false})"),
              flags({"material=true", "resign=true", "draw=true", "max_turns=true"}));
    EXPECT_EQ(
        read_rules(
            R"({"material":{"lead":15,"plies":2},"resign":{"score":[800,1500],"moves":4,"two_sided":false}})"),
        flags({"material=15/2", "resign=800,1500/4/one_sided"}));
    EXPECT_EQ(read_rules(R"({"draw":{"score":5,"moves":6,"after":70},"fill":true,"verify":0.5})"),
              flags({"draw=5/6/70", "fill=true", "verify=0.5"}));
    EXPECT_EQ(read_rules(R"({"max_turns":{"turns":300,"result":"stones"},"material":false})"),
              flags({"max_turns=300/stones"}));
}

TEST(AdjudicationJson, is_read_as_it_was_written) {
    EXPECT_EQ(adjudication_json({}), false);
    const Adjudication all = flags({"material=15/2", "resign=800,1500/4/one_sided", "draw=5/6/70",
                                    "fill=true", "max_turns=300/stones", "verify=0.25"});
    EXPECT_EQ(
        adjudication_json(all).dump(),
        R"({"material":{"lead":15,"plies":2},"resign":{"score":[800,1500],"moves":4,"two_sided":false},)"
        R"("draw":{"score":5,"moves":6,"after":70},"fill":true,"max_turns":{"turns":300,"result":"stones"},)"
        R"("verify":0.25})");
    EXPECT_EQ(read_rules(adjudication_json(all).dump().c_str()), all);
    EXPECT_EQ(adjudication_json(flags({"fill=true"})).dump(), R"({"fill":true,"verify":0.1})");
}

TEST(AdjudicationJson, rules_of_chess_are_read_as_they_were_written) {
    const Adjudication rules =
        flags({"tablebase=a:b/c/pieces=5/ignore50/wins", "draw=20/8/move34", "max_turns=400/draw/played"});
    EXPECT_EQ(adjudication_json(rules).dump(),
              R"({"tablebase":{"path":"a:b/c","pieces":5,"ignore50":true,"results":"wins"},)"
              R"("draw":{"score":20,"moves":8,"after":"move34"},)"
              R"("max_turns":{"turns":400,"result":"draw","played":true},"verify":0.1})");
    EXPECT_EQ(read_rules(adjudication_json(rules).dump().c_str()), rules);
    EXPECT_EQ(adjudication_json(flags({"tablebase=a"})).dump(), R"({"tablebase":{"path":"a"},"verify":0.1})");
    EXPECT_EQ(read_rules(R"({"tablebase":false})"), Adjudication());
}

TEST(AdjudicationJson, wrong_values_are_named_with_their_place) {
    struct Row {
        const char* json;
        const char* says;
    };
    for (const Row& row :
         {Row{"true", "x.json: /adjudicate is true; it must be an object of rules, or false for none"},
          Row{R"({"materiel":true})",
              "x.json: /adjudicate/materiel is unknown; known are tablebase, material, "
              "resign, draw, fill, max_turns, verify"},
          Row{R"({"tablebase":true})",
              "x.json: /adjudicate/tablebase is true; it must be an object with the key path, or false"},
          Row{R"({"tablebase":{}})", "missing field x.json: /adjudicate/tablebase/path"},
          Row{R"({"tablebase":{"path":""}})",
              "x.json: /adjudicate/tablebase/path is \"\"; it must be directories"},
          Row{R"({"tablebase":{"path":"a","pieces":8}})", "x.json: /adjudicate/tablebase/pieces is 8"},
          Row{R"({"tablebase":{"path":"a","results":"all"}})",
              R"(x.json: /adjudicate/tablebase/results is "all"; it must be "wins" or "draws")"},
          Row{R"({"draw":{"after":"34"}})",
              R"(x.json: /adjudicate/draw/after is "34"; it must be a number of turns, or moveN)"},
          Row{R"({"draw":{"after":"move1000001"}})", "x.json: /adjudicate/draw/after is \"move1000001\""},
          Row{R"({"max_turns":{"played":1}})", "x.json: /adjudicate/max_turns/played is 1"},
          Row{R"({"material":{"leed":1}})",
              "x.json: /adjudicate/material/leed is unknown; known are lead, plies"},
          Row{R"({"material":20})",
              "x.json: /adjudicate/material is 20; it must be an object, true or false"},
          Row{R"({"material":{"lead":0}})", "x.json: /adjudicate/material/lead is 0"},
          Row{R"({"resign":{"score":[1,2,3]}})", "x.json: /adjudicate/resign/score"},
          Row{R"({"resign":{"two_sided":1}})", "x.json: /adjudicate/resign/two_sided is 1"},
          Row{R"({"draw":{"after":-1}})", "x.json: /adjudicate/draw/after is -1"},
          Row{R"({"fill":1})", "x.json: /adjudicate/fill is 1"},
          Row{R"({"max_turns":{"result":"win"}})",
              R"(x.json: /adjudicate/max_turns/result is "win"; it must be "draw" or "stones")"},
          Row{R"({"verify":2})",
              "x.json: /adjudicate/verify is 2; it must be a share of the games, 0 to 1"}}) {
        EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(read_rules(row.json)); }),
                    testing::StartsWith(row.says))
            << row.json;
    }
}

} // namespace
} // namespace referee

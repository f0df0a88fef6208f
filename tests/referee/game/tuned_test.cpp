#include "referee/base/user_error.hpp"
#include "referee/game/roster.hpp"
#include "referee/game/tuned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
namespace {

using testing::ElementsAre;

TEST(TunedNumber, whole_numbers_have_no_point_and_others_one) {
    EXPECT_EQ(to_string(TunedNumber{55, true}), "55");
    EXPECT_EQ(to_string(TunedNumber{-3, true}), "-3");
    EXPECT_EQ(to_string(TunedNumber{1, false}), "1.0");
    EXPECT_EQ(to_string(TunedNumber{0.1, false}), "0.1");
    EXPECT_EQ(to_string(TunedNumber{1e300, false}), "1e+300");
    const double odd = 0.31318500458196846;
    EXPECT_EQ(std::stod(to_string(TunedNumber{odd, false})), odd);
}

TEST(Placeholders, are_filled_in_and_double_braces_are_one) {
    const std::vector<std::string> names{"x", "a b"};
    const std::vector<TunedNumber> values{{7, true}, {0.5, false}};
    EXPECT_EQ(filled_in("--x={x},{a b}{x} {{x} }", names, values), "--x=7,0.57 {x} }");
    EXPECT_THAT(placeholders_in("{x}{{y}{a b}"), ElementsAre("a b", "x"));
    EXPECT_THROW(static_cast<void>(placeholders_in("--x={x")), UserError);
    EXPECT_EQ(values_text(names, values), "x=7 a b=0.5");
}

TEST(WithValues, stand_in_words_variables_lines_and_options) {
    const RosterAgent agent{
        .name = "agent 1",
        .program = {.executable = "/a", .words = {"{x}", "--x={x}"}, .dir = {}, .variables = {"V{q}={y}"}},
        .manner = {.protocol = Protocol::Uci, .options = {{"Hash", "{x}"}}, .init = {"set {x}"}}};
    const TunedGame game{.values = {{{1, true}, {2, true}, {3, true}}, {{4, true}, {5, true}, {6, true}}},
                         .names = {"x", "y", "Depth"}};
    const RosterAgent filled = with_values(agent, game, Player::Agent2);
    EXPECT_THAT(filled.program.words, ElementsAre("{x}", "--x=4")) << "the first word is the program's file";
    EXPECT_THAT(filled.program.variables, ElementsAre("V{q}=5"));
    EXPECT_THAT(filled.manner.init, ElementsAre("set 4"));
    EXPECT_THAT(filled.manner.options, ElementsAre(EngineOption{"Hash", "4"}, EngineOption{"Depth", "6"}));
}

} // namespace
} // namespace referee

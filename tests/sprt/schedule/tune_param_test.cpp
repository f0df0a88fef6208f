#include "referee/base/user_error.hpp"
#include "sprt/schedule/tune_param.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::TunedNumber;
using testing::HasSubstr;

TEST(TuneParam, is_read_with_all_its_words) {
    EXPECT_EQ(parse_tune_param("margin=50:0:200"),
              (TuneParam{.name = "margin", .start = 50, .low = 0, .high = 200, .is_whole = true}));
    EXPECT_EQ(parse_tune_param("a b=1.0:0.25:4.0:log:reach=0.2"),
              (TuneParam{.name = "a b", .start = 1, .low = 0.25, .high = 4, .is_log = true, .reach = 0.2}));
    EXPECT_EQ(parse_tune_param("s=1:0:2:float:step=0.5"),
              (TuneParam{.name = "s", .start = 1, .low = 0, .high = 2, .step = 0.5}));
    EXPECT_EQ(parse_tune_param("e=1e1:-5:2e1").is_whole, false);
}

TEST(TuneParam, what_is_wrong_names_the_parameter_and_the_cause) {
    const std::pair<const char*, const char*> rows[] = {
        {"x", "'x' must be NAME=START:LOW:HIGH[:WORD...]"},
        {"x=1:2", "'x=1:2' must be"},
        {"x=1:2:y", "x: 'y' is no number"},
        {"x=+-5:-10:10", "x: '+-5' is no number"},
        {"x=nan:0:1", "x: 'nan' is no number"},
        {"x=1:0:inf", "x: 'inf' is no number"},
        {"x=1:0:2:loud", "x: 'loud' is unknown"},
        {"x=1:0:2:step=", "x: '' is no number"},
        {" x=1:0:2", "' x' is no name"},
        {"x/y=1:0:2", "'x/y' is no name"},
        {"=1:0:2", "'' is no name"},
    };
    for (const auto& [text, error] : rows) {
        try {
            static_cast<void>(parse_tune_param(text));
            ADD_FAILURE() << text;
        } catch (const referee::UserError& wrong) {
            EXPECT_THAT(wrong.what(), HasSubstr(error)) << text;
        }
    }
}

TEST(TuneParam, numbers_that_do_not_fit_are_told) {
    const std::pair<const char*, const char*> rows[] = {
        {"x=1:2:2", "LOW 2 is not below HIGH 2"},
        {"x=5:0:4", "START 5 is outside of LOW 0 to HIGH 4"},
        {"x=1.0:0.0:4.0:log", "log needs a LOW above 0"},
        {"x=2.0:1.0:4.0:log:step=1", "log goes with no step"},
        {"x=2:1:4:log", "log goes with float"},
        {"x=2.0:1.0:4.0:step=0", "its step 0 must be above 0"},
        {"x=2.0:1.0:4.0:step=4", "at most 3"},
        {"x=2:0:4:step=3", "START 2 is no whole number of steps of 3 from LOW 0"},
        {"x=0.5:0:4:int", "and 0.5 is none"},
        {"x=1.5:0.5:4:int", "an int has whole numbers up to 2^53 alone, and 1.5 is none"},
        {"x=0:0:10.5:int", "and 10.5 is none"},
        {"x=0:0:9999999999999999999", "and 1e+19 is none"},
        {"x=0.0:-1e308:1.7e308", "too wide"},
        {"x=1.0:1e-300:1e300:log", "too wide"},
        {"x=0.0:0.0:1e300:step=1e-10", "more than 2^53 values"},
        {"x=1:0:4:reach=0.6", "its reach 0.6 must be from 0.01 to 0.5"},
    };
    for (const auto& [text, problem] : rows) {
        EXPECT_THAT(problem_of(parse_tune_param(text)).value_or(""), HasSubstr(problem)) << text;
    }
    for (const char* const right : {"x=0:0:1", "x=4:0:4", "x=0.3:0.0:1.0:step=0.1", "x=2.0:0.5:32.0:log"}) {
        EXPECT_EQ(problem_of(parse_tune_param(right)), std::nullopt) << right;
    }
}

TEST(TuneParam, values_follow_from_u) {
    const TuneParam ratio = parse_tune_param("t=2.0:0.5:32.0:log");
    EXPECT_DOUBLE_EQ(start_u(ratio), 1.0 / 3);
    EXPECT_DOUBLE_EQ(value_at(ratio, 0.5, 0).value, 4);
    EXPECT_DOUBLE_EQ(value_at(ratio, 0.25, 0).value, 1.414213562373095);
    const TuneParam steps = parse_tune_param("s=0:0:100:step=5");
    EXPECT_EQ(value_at(steps, 0.43, 0), (TunedNumber{40, true}));
    EXPECT_EQ(value_at(steps, 0.43, 0.5), (TunedNumber{45, true}));
    EXPECT_EQ(value_at(steps, 1, 0.999), (TunedNumber{100, true}));
    const TuneParam odd = parse_tune_param("o=1.0:1.0:10.0:step=2");
    EXPECT_EQ(high_value(odd), (TunedNumber{9, false})) << "HIGH is no step";
    EXPECT_EQ(value_at(odd, 1, 0.999), high_value(odd));
    EXPECT_EQ(value_at(parse_tune_param("f=0.0:0.0:0.3"), 1, 0).value, 0.3) << "never beyond HIGH";
    EXPECT_EQ(high_value(parse_tune_param("f=0.1:0.0:0.3:step=0.1")).value, 0.3) << "nor by steps";
    const TuneParam thirds = parse_tune_param("f=0.9:0.0:1.0:step=0.3");
    EXPECT_EQ(value_at(thirds, start_u(thirds), 0.5), start_value(thirds)) << "START is as it was written";
    EXPECT_EQ(value_at(ratio, start_u(ratio), 0.5), start_value(ratio));
}

TEST(TuneParam, both_sides_differ_by_a_step_at_least) {
    EXPECT_DOUBLE_EQ(reach_of(parse_tune_param("x=0:0:100")), 0.15);
    EXPECT_DOUBLE_EQ(reach_of(parse_tune_param("x=0:0:100:reach=0.3")), 0.3);
    EXPECT_DOUBLE_EQ(reach_of(parse_tune_param("x=0:0:2")), 0.25);
    EXPECT_DOUBLE_EQ(reach_of(parse_tune_param("x=0:0:1")), 0.5);
}

} // namespace
} // namespace sprt

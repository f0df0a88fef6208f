#include "sprt/report/calculation.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sprt {
namespace {

using ataxx::testing_support::user_error_text;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr Hypotheses kArticle{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

TEST(Calculation, JsonOfTheArticlesRun) {
    const json result = json::parse(calculation_json({143, 143, 0}, kArticle));
    EXPECT_EQ(result["model"], "wald");
    EXPECT_EQ(result["test"], "sprt");
    EXPECT_NEAR(result["llr"], -2.951440506384565, 1e-9);
    EXPECT_NEAR(result["lower"], -2.9444389791664403, 1e-12);
    EXPECT_NEAR(result["upper"], 2.9444389791664403, 1e-12);
    EXPECT_EQ(result["verdict"], "H0");
    EXPECT_EQ(result["score"], 0.5);
    EXPECT_EQ(result["elo"], 0.0);
    EXPECT_NEAR(result["elo_ci95"][0], -40.44782918287488, 1e-6);
    EXPECT_EQ(result["los"], 0.5);
}

TEST(Calculation, JsonHasNullForWhatIsUndefinedOrInfiniteAndNoMinusZero) {
    const std::string one_sided = calculation_json({22, 0, 0}, kArticle);
    EXPECT_THAT(one_sided, AllOf(HasSubstr("\"elo\":null"), HasSubstr("\"elo_ci95\":[null,null]"),
                                 HasSubstr("\"los\":1.0"), HasSubstr("\"verdict\":\"continue\"")));
    const std::string none = calculation_json({}, kArticle);
    EXPECT_THAT(none,
                AllOf(HasSubstr("\"llr\":0.0"), HasSubstr("\"score\":null"), HasSubstr("\"los\":null")));
    EXPECT_THAT(calculation_json({0, 0, 5}, kArticle), ::testing::Not(HasSubstr("-0.0")));
}

TEST(Calculation, TextSaysInfinityAndUndefined) {
    EXPECT_THAT(calculation_text({22, 0, 0}, kArticle),
                AllOf(HasSubstr("Elo: +inf [undefined, undefined]"), HasSubstr("LOS: 1.0000")));
}

TEST(ParseWld, ReadsThreeCountsAndNothingElse) {
    EXPECT_EQ(parse_wld("1,22,333"), (Wld{1, 22, 333}));
    for (const char* wrong : {"", "1", "1,2", "1,2,", "1,2,3,4", "a,b,c", "-1,2,3", "1, 2,3", "1,2,3 ",
                              "1.5,2,3", "99999999999999999999,0,0"}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_wld(wrong)); }),
                    AllOf(HasSubstr("--wld"), HasSubstr(wrong)))
            << wrong;
    }
}

} // namespace
} // namespace sprt

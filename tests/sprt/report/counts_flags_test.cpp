#include "sprt/report/counts_flags.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;

Counts read_wld(const std::string& text) {
    return read_counts(Model::Wald, text, {});
}

Counts read_ptnml(const std::string& text) {
    return read_counts(Model::Pentanomial, {}, text);
}

TEST(ReadCounts, counts_are_three_or_five_whole_numbers) {
    EXPECT_EQ(read_wld("1,22,333"), Counts(Wld{1, 22, 333}));
    EXPECT_EQ(read_ptnml("1,22,333,0,1000000000"), Counts(Ptnml{{1, 22, 333, 0, 1000000000}}));
    for (const char* wrong : {"", "1", "1,2", "1,2,", "1,2,3,4", "a,b,c", "-1,2,3", "1, 2,3", "1,2,3 ",
                              "1.5,2,3", "1000000001,0,0", "99999999999999999999,0,0", "1,2,3,4,5,6"}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_wld(wrong)); }),
                    AllOf(HasSubstr("--wld"), HasSubstr(wrong), HasSubstr("W,L,D: three"),
                          HasSubstr("from 0 to 1000000000")))
            << wrong;
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_ptnml(wrong)); }),
                    AllOf(HasSubstr("--ptnml"), HasSubstr(wrong), HasSubstr("LL,LD,DD,DW,WW: five")))
            << wrong;
    }
}

TEST(FittingModel, pairs_are_for_pentanomial_and_games_for_trinomial) {
    EXPECT_EQ(fitting_model({}, "1,2,3,4,5"), Model::Pentanomial);
    EXPECT_EQ(fitting_model("1,2,3", {}), Model::Trinomial);
    EXPECT_EQ(user_error_text([] { static_cast<void>(fitting_model({}, {})); }),
              "the counts are missing: give --wld W,L,D or --ptnml LL,LD,DD,DW,WW");
    EXPECT_THAT(user_error_text([] { static_cast<void>(fitting_model("1,2,3", "1,2,3,4,5")); }),
                HasSubstr("cannot be given together"));
}

TEST(ReadCounts, model_says_which_counts_are_taken) {
    const std::string wld = "1,2,3";
    const std::string ptnml = "1,2,3,4,5";
    EXPECT_EQ(read_counts(Model::Pentanomial, {}, ptnml), Counts(Ptnml{{1, 2, 3, 4, 5}}));
    EXPECT_EQ(read_counts(Model::Normalized, {}, ptnml), Counts(Ptnml{{1, 2, 3, 4, 5}}));
    for (const Model model :
         {Model::Normalized, Model::Trinomial, Model::Wald, Model::Bayeselo, Model::BayeseloTrue}) {
        EXPECT_EQ(read_counts(model, wld, {}), Counts(Wld{1, 2, 3}));
    }
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read_counts(Model::Pentanomial, wld, {})); }),
              "--wld counts games, but pentanomial needs pairs of games: --model pentanomial takes --ptnml "
              "LL,LD,DD,DW,WW");
    for (const Model model : {Model::Trinomial, Model::Wald, Model::Bayeselo, Model::BayeseloTrue}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, {}, ptnml)); }),
                    AllOf(HasSubstr("--ptnml counts pairs"), HasSubstr("takes --wld W,L,D")));
    }
    for (const Model model : kModels) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, wld, ptnml)); }),
                    HasSubstr("--wld and --ptnml cannot be given together"));
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, {}, {})); }),
                    HasSubstr("the counts are missing"));
    }
}

} // namespace
} // namespace sprt

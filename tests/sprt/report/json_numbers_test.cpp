#include "referee/game/json.hpp"
#include "sprt/store/json_numbers.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sprt {
namespace {

TEST(JsonNumbers, numbers_that_are_undefined_or_infinite_are_null) {
    EXPECT_EQ(json_number(0.5).dump(), "0.5");
    EXPECT_EQ(json_number(-0.0).dump(), "0.0");
    for (const std::optional<double> none :
         {std::optional<double>(), std::optional<double>(NAN), std::optional<double>(-INFINITY)}) {
        EXPECT_EQ(json_number(none).dump(), "null");
    }
    EXPECT_EQ(json_interval({}).dump(), "[null,null]");
    EXPECT_EQ(json_interval(Interval{-INFINITY, 2}).dump(), "[null,2.0]");
}

} // namespace
} // namespace sprt

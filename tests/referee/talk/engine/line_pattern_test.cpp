#include "referee/talk/engine/line_pattern.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee::engine {
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

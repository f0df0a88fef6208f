#include "sprt/remote/absence.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

TEST(Absence, is_told_once_after_three_seconds_and_so_is_the_return) {
    Absence absence("nats://there:1");
    EXPECT_EQ(absence.look(true, kStart), "");
    EXPECT_EQ(absence.look(false, kStart + 1s), "");
    EXPECT_EQ(absence.look(false, kStart + 3s), "");
    EXPECT_EQ(absence.look(false, kStart + 4s),
              "the server at nats://there:1 does not answer any more; waiting for it");
    EXPECT_EQ(absence.look(false, kStart + 60s), "");
    EXPECT_EQ(absence.look(true, kStart + 61s), "the server at nats://there:1 answers again");
    EXPECT_EQ(absence.look(true, kStart + 62s), "");
}

TEST(Absence, of_a_server_that_is_started_anew_is_not_told) {
    Absence absence("nats://there:1");
    for (int second = 0; second < 20; second += 2) {
        EXPECT_EQ(absence.look(false, kStart + std::chrono::seconds(second)), "");
        EXPECT_EQ(absence.look(true, kStart + std::chrono::seconds(second + 1)), "");
    }
}

} // namespace
} // namespace sprt::remote

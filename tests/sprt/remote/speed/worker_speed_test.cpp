#include "sprt/remote/speed/worker_speed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using referee::TimeScale;
using ::testing::HasSubstr;

TEST(WorkerSpeed, slower_machine_gives_longer_times) {
    EXPECT_EQ(time_scale(1, 1), TimeScale{1000});
    EXPECT_EQ(time_scale(1, 0.5), TimeScale{2000});
    EXPECT_EQ(time_scale(1, 3), TimeScale{333});
    EXPECT_EQ(time_scale(2.5, 2), TimeScale{1250});
}

TEST(WorkerSpeed, factors_from_a_quarter_to_four_are_allowed) {
    EXPECT_EQ(time_scale(1, 4), TimeScale{250});
    EXPECT_EQ(time_scale(1, 4.1), std::nullopt);
    EXPECT_EQ(time_scale(1, 0.25), TimeScale{4000});
    EXPECT_EQ(time_scale(1, 0.2), std::nullopt);
    EXPECT_EQ(time_scale(1, 1e-300), std::nullopt);
}

TEST(WorkerSpeed, who_is_unwelcome_is_told_why) {
    EXPECT_THAT(unwelcome_speed(1, 0.1),
                HasSubstr("its speed is 0.1 million nodes/s: its agents would have 10"));
    EXPECT_THAT(unwelcome_speed(1, {}), HasSubstr("it did not say how fast it is"));
}

} // namespace
} // namespace sprt::remote

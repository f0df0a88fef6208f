#include "referee/process/topology.hpp"
#include "sprt/remote/speed/measure.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

TEST(Measure, speed_is_that_of_one_copy) {
    const referee::Placement placement({.pin = referee::Pin::Off, .cores = {}}, referee::this_machine());
    const double one = measure_speed(placement, 1, std::chrono::milliseconds(100));
    EXPECT_GT(one, 0.001);
    EXPECT_LT(one, 1000);
    const double each = measure_speed(placement, 8, std::chrono::milliseconds(100));
    EXPECT_LT(each, 4 * one) << "the sum of eight copies would be more on most machines, the mean on none";
}

} // namespace
} // namespace sprt::remote

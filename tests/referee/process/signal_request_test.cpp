#include "referee/process/signal_request.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace referee {
namespace {

TEST(SignalRequest, is_taken_once_and_does_not_end_the_program) {
    SignalRequest request(SIGUSR1);
    EXPECT_FALSE(request.take());
    std::raise(SIGUSR1);
    EXPECT_TRUE(request.take());
    EXPECT_FALSE(request.take());
}

} // namespace
} // namespace referee

#include "sprt/remote/ticker.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

TEST(Ticker, calls_again_and_again_until_it_is_destroyed) {
    std::atomic<int> calls = 0;
    std::promise<void> third;
    auto ticker = std::make_unique<Ticker>(1ms, [&] {
        if (++calls == 3) {
            third.set_value();
        }
    });
    third.get_future().wait();
    ticker.reset();
    const int at_end = calls;
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(calls, at_end);
}

TEST(Ticker, end_does_not_wait_for_the_next_call) {
    int calls = 0;
    const auto begin = std::chrono::steady_clock::now();
    {
        const Ticker ticker(1h, [&] { ++calls; });
    }
    EXPECT_EQ(calls, 0);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30min);
}

} // namespace
} // namespace sprt::remote

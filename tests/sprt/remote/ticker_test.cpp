#include "sprt/remote/ticker.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <utility>

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

TEST(Ticker, end_waits_for_the_call_under_way) {
    std::promise<void> began;
    std::atomic<bool> has_ended = false;
    auto ticker = std::make_unique<Ticker>(1ms, [&, is_first = true]() mutable {
        if (std::exchange(is_first, false)) {
            began.set_value();
            std::this_thread::sleep_for(50ms);
            has_ended = true;
        }
    });
    began.get_future().wait();
    ticker.reset();
    EXPECT_TRUE(has_ended);
}

} // namespace
} // namespace sprt::remote

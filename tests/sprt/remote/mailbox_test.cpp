#include "sprt/remote/mailbox.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <semaphore>
#include <string>
#include <utility>

namespace sprt::remote {
namespace {

TEST(Mailbox, sender_of_too_many_bytes_keeps_nobody_else_out) {
    std::promise<void> may_read;
    std::shared_future<void> reading = may_read.get_future().share();
    std::map<std::string, int> read;
    std::promise<void> has_read_all;
    Mailbox mailbox(1, [&](const BusMessage& message) {
        reading.wait();
        ++read[message.subject];
        if (message.data == "last") {
            has_read_all.set_value();
        }
    });
    for (int i = 0; i < 100; ++i) {
        mailbox.put({.subject = "referee.1.alive.c.r.eve", .reply = "", .data = std::string(1 << 20, 'x')});
    }
    mailbox.put({.subject = "referee.1.turn.c.r.ann", .reply = "", .data = "last"});
    may_read.set_value();
    has_read_all.get_future().wait();
    mailbox.close();
    EXPECT_EQ(read["referee.1.turn.c.r.ann"], 1);
    EXPECT_GE(read["referee.1.alive.c.r.eve"], 16);
    EXPECT_LE(read["referee.1.alive.c.r.eve"], 17) << "one more while the first one was read";
}

TEST(Mailbox, sender_of_too_many_messages_without_bytes_keeps_nobody_else_out) {
    std::promise<void> may_read;
    std::shared_future<void> reading = may_read.get_future().share();
    int of_eve = 0;
    std::promise<void> has_read_all;
    Mailbox mailbox(1, [&](const BusMessage& message) {
        reading.wait();
        of_eve += message.data.empty() ? 1 : 0;
        if (message.data == "last") {
            has_read_all.set_value();
        }
    });
    for (int i = 0; i < 100'000; ++i) {
        mailbox.put({.subject = "referee.1.alive.c.r.eve", .reply = "", .data = ""});
    }
    mailbox.put({.subject = "referee.1.turn.c.r.ann", .reply = "", .data = "last"});
    may_read.set_value();
    has_read_all.get_future().wait();
    mailbox.close();
    EXPECT_LT(of_eve, 5000);
}

TEST(Mailbox, sender_whose_messages_were_read_may_send_more) {
    constexpr int kMessages = 40;
    std::binary_semaphore was_read(0);
    int count = 0;
    Mailbox mailbox(1, [&](const BusMessage&) {
        ++count;
        was_read.release();
    });
    for (int i = 0; i < kMessages; ++i) {
        mailbox.put({.subject = "referee.1.turn.c.r.ann", .reply = "", .data = std::string(1 << 20, 'x')});
        was_read.acquire();
    }
    mailbox.close();
    EXPECT_EQ(count, kMessages);
}

} // namespace

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

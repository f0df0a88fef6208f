#include "sprt/remote/mailbox.hpp"

#include <gtest/gtest.h>

#include <future>
#include <map>
#include <semaphore>
#include <string>

namespace sprt::remote {
namespace {

TEST(Mailbox, sender_of_too_many_bytes_keeps_nobody_else_out) {
    std::promise<void> may_read;
    std::shared_future<void> reading = may_read.get_future().share();
    std::map<std::string, int> read;
    std::promise<void> has_read_all;
    Mailbox mailbox(1, [&](const Message& message) {
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
    Mailbox mailbox(1, [&](const Message& message) {
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
    Mailbox mailbox(1, [&](const Message&) {
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
} // namespace sprt::remote

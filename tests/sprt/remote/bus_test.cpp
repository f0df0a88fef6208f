#include "sprt/remote/bus.hpp"
#include "tests/sprt/remote/message_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

/// What came, of several threads.
class Received {
  public:
    void put(BusMessage message) {
        const std::scoped_lock lock(mutex_);
        all_.push_back(std::move(message));
        news_.notify_all();
    }
    /// The message that comes next; one without a subject after ten seconds.
    BusMessage next() {
        std::unique_lock lock(mutex_);
        news_.wait_for(lock, 10s, [this] { return all_.size() > taken_; });
        return all_.size() > taken_ ? all_[taken_++] : BusMessage();
    }
    [[nodiscard]] Bus::Receive receive() {
        return [this](BusMessage message) { put(std::move(message)); };
    }

  private:
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<BusMessage> all_;
    std::size_t taken_ = 0;
};

class BusTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_nats()) {
            GTEST_SKIP() << "built without NATS";
        }
        server_.emplace();
        ann_.emplace(server_->address("ann"), BusEvents(), kServerPatience, referee::StopToken());
        bob_.emplace(server_->address("bob"), BusEvents(), kServerPatience, referee::StopToken());
    }
    /// What bob hears of `subject`.
    std::unique_ptr<Bus::Subscription> listen(const std::string& subject) {
        auto subscription = bob_->subscribe(subject, heard_.receive());
        bob_->flush(10s);
        return subscription;
    }

    std::optional<MessageServer> server_;
    Received heard_;
    std::optional<Bus> ann_;
    std::optional<Bus> bob_;
};

TEST_F(BusTest, message_comes_as_it_was_sent) {
    const auto subscription = listen("a.*");
    ann_->publish("a.b.c", "of another subject");
    ann_->publish("a.b", std::string("x\r\n\0y", 5), "inbox");
    ann_->publish("a.c", "");
    const BusMessage first = heard_.next();
    EXPECT_EQ(first.subject, "a.b");
    EXPECT_EQ(first.reply, "inbox");
    EXPECT_EQ(first.data, std::string("x\r\n\0y", 5));
    EXPECT_EQ(first.bytes, std::nullopt);
    EXPECT_FALSE(first.nobody_listens);
    const BusMessage second = heard_.next();
    EXPECT_EQ(second.subject, "a.c");
    EXPECT_EQ(second.reply, "");
    EXPECT_EQ(second.data, "");
}

TEST_F(BusTest, part_says_how_large_the_whole_is) {
    const auto subscription = listen("a");
    ann_->publish_part("a", "part", 1'000'000'000'000);
    const BusMessage part = heard_.next();
    EXPECT_EQ(part.data, "part");
    EXPECT_EQ(part.bytes, 1'000'000'000'000U);
}

TEST_F(BusTest, one_who_asks_hears_that_nobody_listens) {
    const auto subscription = listen("inbox.*");
    bob_->publish("nobody", "x", "inbox.7");
    const BusMessage answer = heard_.next();
    EXPECT_EQ(answer.subject, "inbox.7");
    EXPECT_TRUE(answer.nobody_listens);
}

TEST_F(BusTest, nothing_comes_to_a_subscription_that_has_ended) {
    Received of_other;
    auto ended = bob_->subscribe("a", of_other.receive());
    const auto subscription = listen("a");
    ended.reset();
    bob_->flush(10s);
    ann_->publish("a", "1");
    EXPECT_EQ(heard_.next().data, "1");
    std::atomic<bool> has_come = false;
    auto last = bob_->subscribe("b", [&](BusMessage) { has_come = true; });
    last.reset();
    ann_->publish("b", "");
    ann_->publish("a", "2");
    EXPECT_EQ(heard_.next().data, "2");
    EXPECT_FALSE(has_come);
}

TEST_F(BusTest, connection_that_broke_is_made_again_with_its_subscriptions) {
    std::promise<void> back;
    BusEvents events;
    events.on_back = [&] { back.set_value(); };
    Bus eve(server_->address("eve"), std::move(events), kServerPatience, referee::StopToken());
    const auto subscription = eve.subscribe("a", heard_.receive());
    eve.flush(10s);
    EXPECT_TRUE(eve.is_connected());
    server_->drop_all();
    ASSERT_EQ(back.get_future().wait_for(30s), std::future_status::ready);
    EXPECT_TRUE(eve.is_connected());
    eve.flush(10s);
    while (!ann_->is_connected()) {
        std::this_thread::sleep_for(10ms);
    }
    ann_->publish("a", "again");
    EXPECT_EQ(heard_.next().data, "again");
}

/// An address at which nobody answers.
Address nobody_there() {
    return {.url = "nats://127.0.0.1:1", .name = "ann"};
}

TEST(BusWithoutAServer, is_told_once_and_is_an_error_in_the_end) {
    if (!has_nats()) {
        EXPECT_THROW(Bus(nobody_there(), {}, 1ms, {}), referee::UserError);
        return;
    }
    int told = 0;
    BusEvents events;
    events.on_no_answer = [&] { ++told; };
    const auto begin = std::chrono::steady_clock::now();
    try {
        const Bus bus(nobody_there(), std::move(events), 500ms, referee::StopToken());
        ADD_FAILURE();
    } catch (const NoServer& error) {
        EXPECT_STREQ(error.what(), "no server answers at nats://127.0.0.1:1");
    }
    EXPECT_EQ(told, 1);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, 500ms);
}

TEST(BusWithoutAServer, is_given_up_when_a_stop_is_requested) {
    if (!has_nats()) {
        GTEST_SKIP() << "built without NATS";
    }
    referee::Event stop;
    stop.signal();
    EXPECT_THROW(Bus(nobody_there(), {}, 1h, {.fd = stop.fd()}), StoppedConnecting);
}

} // namespace
} // namespace sprt::remote

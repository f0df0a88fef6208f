#include "referee/talk/pipe_io.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/eventfd.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::uint64_t kOne = 1;

/// A descriptor that is readable or not, and always writable.
class Event {
  public:
    void raise() { EXPECT_EQ(::write(event_.fd(), &kOne, sizeof kOne), ssize_t{sizeof kOne}); }
    void lower() {
        std::uint64_t count = 0;
        EXPECT_EQ(::read(event_.fd(), &count, sizeof count), ssize_t{sizeof count});
    }
    [[nodiscard]] int fd() const { return event_.fd(); }

  private:
    Descriptor event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

class WaitSetTest : public testing::Test {
  protected:
    /// The tags of the events; waits for the first one, at most for `patience`.
    std::vector<std::uint32_t> tags(std::chrono::nanoseconds patience) {
        const auto now = SteadyTime::now();
        std::vector<std::uint32_t> result;
        for (const epoll_event& event : set_.wait(now, now + patience)) {
            result.push_back(static_cast<std::uint32_t>(event.data.u64));
        }
        return result;
    }
    /// The tags of the events that have come.
    std::vector<std::uint32_t> seen() { return tags(0ns); }

    WaitSet set_;
    Event one_;
    Event two_;
};

TEST_F(WaitSetTest, tags_tell_the_descriptors_apart) {
    set_.add(one_.fd(), EPOLLIN, 17);
    set_.add(two_.fd(), EPOLLIN, 0xFFFF'FFFF);
    EXPECT_THAT(seen(), IsEmpty());
    two_.raise();
    EXPECT_THAT(tags(30s), ElementsAre(0xFFFF'FFFF));
    one_.raise();
    EXPECT_THAT(tags(30s), UnorderedElementsAre(17, 0xFFFF'FFFF));
}

TEST_F(WaitSetTest, wait_may_be_late_unless_an_event_ended_it_before_its_deadline) {
    set_.add(one_.fd(), EPOLLIN, 1);
    EXPECT_THAT(tags(5ms), IsEmpty());
    EXPECT_TRUE(set_.may_be_late());
    one_.raise();
    EXPECT_THAT(tags(30s), ElementsAre(1));
    EXPECT_FALSE(set_.may_be_late());
    EXPECT_THAT(seen(), ElementsAre(1));
    EXPECT_TRUE(set_.may_be_late()) << "the deadline has passed";
}

TEST_F(WaitSetTest, readable_descriptor_is_reported_until_it_is_read) {
    set_.add(one_.fd(), EPOLLIN, 1);
    one_.raise();
    EXPECT_THAT(seen(), ElementsAre(1));
    EXPECT_THAT(seen(), ElementsAre(1));
    one_.lower();
    EXPECT_THAT(seen(), IsEmpty());
}

TEST_F(WaitSetTest, edge_triggered_descriptor_is_reported_once) {
    set_.add(one_.fd(), EPOLLIN | EPOLLET, 1);
    one_.raise();
    EXPECT_THAT(seen(), ElementsAre(1));
    EXPECT_THAT(seen(), IsEmpty());
    one_.raise();
    EXPECT_THAT(seen(), ElementsAre(1));
}

TEST_F(WaitSetTest, errors_are_reported_without_being_asked_for) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    const Descriptor writing(ends[1]);
    {
        const Descriptor reading(ends[0]);
        set_.add(writing.fd(), EPOLLET, 5);
        EXPECT_THAT(seen(), IsEmpty());
    }
    const auto events = set_.wait(SteadyTime::now(), SteadyTime::now() + 30s);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(std::uint64_t{events[0].data.u64}, 5U); // a copy: the struct is packed
    EXPECT_TRUE((events[0].events & EPOLLERR) != 0);
    EXPECT_THAT(seen(), IsEmpty()) << "once";
}

TEST_F(WaitSetTest, removed_descriptor_is_not_reported) {
    set_.add(one_.fd(), EPOLLIN, 1);
    set_.add(two_.fd(), EPOLLIN, 2);
    one_.raise();
    two_.raise();
    set_.remove(one_.fd());
    EXPECT_THAT(seen(), ElementsAre(2));
    set_.remove(one_.fd()); // again: no effect
    set_.add(one_.fd(), EPOLLIN, 3);
    EXPECT_THAT(seen(), UnorderedElementsAre(2, 3));
}

TEST_F(WaitSetTest, changed_events_are_waited_for) {
    set_.add(one_.fd(), EPOLLIN, 1);
    set_.change(one_.fd(), EPOLLOUT, 9);
    EXPECT_THAT(seen(), ElementsAre(9));
    set_.change(one_.fd(), EPOLLIN, 1);
    EXPECT_THAT(seen(), IsEmpty());
}

TEST_F(WaitSetTest, passed_deadline_does_not_wait) {
    set_.add(one_.fd(), EPOLLIN, 1);
    const auto begin = SteadyTime::now();
    EXPECT_THAT(set_.wait(begin, begin - 1h), IsEmpty());
    EXPECT_LT(SteadyTime::now() - begin, 10s);
    one_.raise();
    EXPECT_EQ(set_.wait(begin, begin - 1h).size(), 1U);
}

TEST_F(WaitSetTest, wait_does_not_end_before_the_deadline) {
    set_.add(one_.fd(), EPOLLIN, 1);
    for (const auto patience : std::initializer_list<std::chrono::nanoseconds>{1ns, 300us, 20ms}) {
        const auto begin = SteadyTime::now();
        EXPECT_THAT(set_.wait(begin, begin + patience), IsEmpty());
        EXPECT_GE(SteadyTime::now() - begin, patience);
    }
}

TEST_F(WaitSetTest, event_ends_a_wait_without_a_deadline) {
    set_.add(one_.fd(), EPOLLIN, 1);
    std::thread other([&] { one_.raise(); });
    EXPECT_EQ(set_.wait(SteadyTime::now(), SteadyTime::time_point::max()).size(), 1U);
    other.join();
}

TEST_F(WaitSetTest, events_beyond_those_of_one_wait_come_in_the_next) {
    std::vector<Event> events(40);
    for (std::size_t i = 0; i < events.size(); ++i) {
        set_.add(events[i].fd(), EPOLLIN, static_cast<std::uint32_t>(i));
        events[i].raise();
    }
    std::vector<bool> told(events.size());
    for (int round = 0; round < 40; ++round) {
        for (const std::uint32_t tag : seen()) {
            told[tag] = true;
        }
    }
    EXPECT_THAT(told, testing::Each(true));
}

TEST_F(WaitSetTest, signal_ends_a_wait_without_events) {
    struct sigaction action {};
    action.sa_handler = [](int) {}; // without SA_RESTART
    struct sigaction before {};
    ASSERT_EQ(::sigaction(SIGUSR1, &action, &before), 0);
    const pthread_t waiting = ::pthread_self();
    std::atomic<bool> has_ended = false;
    std::thread other([&] {
        while (!has_ended) { // the first signal may come before the wait
            ::pthread_kill(waiting, SIGUSR1);
            std::this_thread::yield();
        }
    });
    EXPECT_THAT(set_.wait(SteadyTime::now(), SteadyTime::now() + 1h), IsEmpty());
    has_ended = true;
    other.join();
    EXPECT_EQ(::sigaction(SIGUSR1, &before, nullptr), 0);
}

TEST_F(WaitSetTest, descriptor_that_cannot_be_watched_is_a_world_error) {
    EXPECT_THROW(set_.add(-1, EPOLLIN, 1), std::system_error);
    EXPECT_THROW(set_.change(one_.fd(), EPOLLIN, 1), std::system_error);
}

} // namespace
} // namespace referee

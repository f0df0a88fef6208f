// Delays of a process whose threads wait: this one.
#include "referee/process/proc_file.hpp"
#include "referee/timing/thread_times.hpp"
#include "tests/referee/timing/meter_scene.hpp"

#include <algorithm>
#include <atomic>
#include <sstream>

#include <sched.h>
#include <time.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

class ThreadTimesTest : public MeterTest {};

nanoseconds processor_time_of_this_thread() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// What the first thread of this process has waited for a core in its life. On a busy machine it is a lot.
nanoseconds first_thread_waited() {
    std::istringstream text(read_proc_file("/proc/self/schedstat"));
    std::int64_t ran = 0;
    std::int64_t waited = 0;
    text >> ran >> waited;
    return nanoseconds(waited);
}

/// A thread of this process. It runs on `core`, where it uses all the time it gets, until the test ends.
class SpinningThread {
  public:
    explicit SpinningThread(int core) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(static_cast<std::size_t>(core), &cores);
        EXPECT_EQ(::pthread_setaffinity_np(thread_.native_handle(), sizeof cores, &cores), 0);
    }
    SpinningThread(const SpinningThread&) = delete;
    SpinningThread& operator=(const SpinningThread&) = delete;
    ~SpinningThread() {
        is_over_ = true;
        thread_.join();
    }

  private:
    std::atomic<bool> is_over_ = false;
    std::thread thread_{[this] {
        while (!is_over_) {
        }
    }};
};

/// A core and three processes that use it for ever.
struct CrowdedCore {
    explicit CrowdedCore(Spawner& spawner) {
        for (int i = 0; i < 3; ++i) {
            hogs.push_back(std::make_unique<Process>(spawner, shell("echo; " + kSpin), 0, &core));
            EXPECT_TRUE(becomes_readable(hogs.back()->out()));
        }
    }
    const std::vector<int> core{::sched_getcpu()};
    std::vector<std::unique_ptr<Process>> hogs;
};

TEST_F(ThreadTimesTest, thread_that_waits_while_the_first_one_sleeps_is_delayed) {
    const CrowdedCore crowd(spawner_);
    meter_.attach(::getpid(), kSeed);
    EXPECT_TRUE(meter_.begin(false));
    const SpinningThread search(crowd.core.front());
    static_cast<void>(meter_.kin()); // finds it
    EXPECT_TRUE(meter_.starts_threads());
    const auto before = meter_.read().value();
    const auto first_before = first_thread_waited();
    EXPECT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(5ms);
        return delay() >= before.delay + 100ms + first_thread_waited() - first_before;
    }));
    EXPECT_TRUE(meter_.is_runnable());
    // The thread gets about a quarter of the core. Three times as much may have been used.
    const auto after = meter_.read().value();
    EXPECT_LT(after.cpu - before.cpu, after.delay - before.delay);
}

/// Three threads on one core share the work, whatever the first one does meanwhile.
TEST_F(ThreadTimesTest, threads_that_share_the_work_of_a_watch_are_counted) {
    const int core = ::sched_getcpu();
    meter_.attach(::getpid(), kSeed);
    EXPECT_EQ(meter_.begin(false).value().threads, 1);
    static_cast<void>(meter_.kin());
    const SpinningThread one(core);
    const SpinningThread two(core);
    const SpinningThread three(core);
    static_cast<void>(meter_.kin()); // finds them
    EXPECT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(5ms);
        return meter_.read().value().threads == 3;
    }));
}

TEST_F(ThreadTimesTest, delay_of_a_thread_that_ended_is_kept_as_last_read) {
    const CrowdedCore crowd(spawner_);
    meter_.attach(::getpid(), kSeed);
    EXPECT_TRUE(meter_.begin(false));
    static_cast<void>(meter_.kin()); // no other thread: those found later have begun since then
    nanoseconds seen{0};
    const auto first_before = first_thread_waited();
    {
        const SpinningThread search(crowd.core.front());
        static_cast<void>(meter_.kin());
        EXPECT_TRUE(comes_true([&] {
            std::this_thread::sleep_for(5ms);
            seen = delay();
            return seen >= 200ms + first_thread_waited() - first_before;
        }));
    }
    EXPECT_GE(delay(), 100ms + first_thread_waited() - first_before);
    EXPECT_TRUE(comes_true([&] { return meter_.begin(false) && delay() < seen / 2; }))
        << "a new watch begins at 0";
}

TEST_F(ThreadTimesTest, thread_that_is_found_late_counts_from_then_on) {
    const CrowdedCore crowd(spawner_);
    const SpinningThread search(crowd.core.front());
    const auto begin = SteadyTime::now();
    EXPECT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(5ms);
        return SteadyTime::now() > begin + 800ms;
    }));
    EXPECT_TRUE(comes_true([&] {
        meter_.attach(::getpid(), kSeed);
        EXPECT_TRUE(meter_.begin(false));
        static_cast<void>(meter_.kin());
        return delay() < 200ms;
    })) << "its waits were before the watch";
}

TEST_F(ThreadTimesTest, threads_that_keep_each_other_from_a_core_have_no_delay) {
    const int core = ::sched_getcpu();
    meter_.attach(::getpid(), kSeed);
    const auto begin = SteadyTime::now();
    const auto before = meter_.begin(false).value();
    static_cast<void>(meter_.kin());
    const SpinningThread one(core);
    const SpinningThread two(core);
    const SpinningThread three(core);
    static_cast<void>(meter_.kin());
    EXPECT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(5ms);
        return cpu() >= before.cpu + 300ms;
    }));
    const auto after = meter_.read().value();
    // The three wait for at least 600 ms. Each, and this thread, may have waited for others only while none
    // of them ran.
    const auto none_ran = std::max<nanoseconds>(0ns, SteadyTime::now() - begin - (after.cpu - before.cpu));
    EXPECT_LT(after.delay - before.delay, 4 * none_ran + 150ms);
}

// This process had threads that ended before anybody read them. A process of one thread has never had more.
TEST_F(ThreadTimesTest, processor_time_that_the_first_thread_did_not_use_shows_threads) {
    {
        std::thread spinner([] {
            const auto begin = SteadyTime::now();
            while (SteadyTime::now() < begin + kSoon && processor_time_of_this_thread() < 50ms) {
            }
        });
        spinner.join();
    }
    meter_.attach(::getpid(), kSeed);
    EXPECT_FALSE(meter_.starts_threads());
    EXPECT_TRUE(meter_.read());
    EXPECT_TRUE(meter_.starts_threads());
    const Process& spinner = start("echo; " + kSpin);
    // On a machine that stands still for a moment the first thread may not be counted for longer than
    // kMostUncounted. Then the threads are listed for nothing, until the next attach().
    EXPECT_TRUE(comes_true([&] {
        meter_.attach(spinner.pid(), kSeed);
        const auto until = cpu() + 100ms;
        return comes_true([&] { return cpu() >= until; }) && !meter_.starts_threads();
    }));
}

} // namespace
} // namespace referee

#include "referee/talk/clock.hpp"
#include "tests/referee/timing/meter_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include <sched.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// ---- The process

TEST_F(MeterTest, spinning_process_uses_time_and_is_runnable) {
    start("echo; " + kSpin);
    const auto before = cpu();
    EXPECT_TRUE(comes_true([&] { return cpu() >= before + 30ms; }));
    EXPECT_TRUE(meter_.is_runnable());
}

TEST_F(MeterTest, sleeping_process_uses_no_time_and_is_not_runnable) {
    start("echo; read go");
    EXPECT_TRUE(comes_true([&] { return !meter_.is_runnable(); }));
    const auto before = meter_.read().value();
    start("echo; " + kSpin); // another process uses time meanwhile
    EXPECT_TRUE(comes_true([&] { return cpu() >= 30ms; }));
    meter_.attach(processes_.front()->pid(), kSeed);
    EXPECT_EQ(cpu(), before.cpu);
    EXPECT_EQ(delay(), before.delay);
    EXPECT_FALSE(meter_.is_runnable());
}

TEST_F(MeterTest, process_that_shares_a_core_is_delayed) {
    const std::vector<int> core{::sched_getcpu()};
    start("echo; " + kSpin, &core);
    start("echo; " + kSpin, &core);
    const auto before = delay();
    EXPECT_TRUE(comes_true([&] { return delay() >= before + 20ms; }));
}

TEST_F(MeterTest, processor_time_of_all_threads_counts) {
    meter_.attach(::getpid(), kSeed);
    const auto before = cpu();
    std::atomic<bool> is_over = false;
    std::thread spinner([&] {
        while (!is_over) {
        }
    });
    EXPECT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(1ms); // so that the time is not that of this thread
        return cpu() >= before + 50ms;
    }));
    is_over = true;
    spinner.join();
}

TEST_F(MeterTest, attaching_to_another_process_reads_that_one) {
    start("echo; " + kSpin);
    EXPECT_TRUE(comes_true([&] { return cpu() >= 100ms; }));
    start("echo; read go");
    EXPECT_LT(cpu(), 100ms);
    EXPECT_TRUE(comes_true([&] { return !meter_.is_runnable(); }));
}

// ---- Its end

TEST_F(MeterTest, zombie_can_be_read) {
    Process& process = start("echo; " + kSpin);
    EXPECT_TRUE(comes_true([&] { return cpu() >= 20ms; }));
    const auto before = meter_.read().value();
    process.kill();
    ASSERT_TRUE(becomes_readable(process.exited()));
    const auto after = meter_.read();
    ASSERT_TRUE(after);
    EXPECT_GE(after->cpu, before.cpu);
    EXPECT_GE(after->delay, before.delay);
    EXPECT_FALSE(meter_.is_runnable());
    meter_.attach(process.pid(), kSeed); // also without an earlier reading
    EXPECT_TRUE(meter_.read());
}

// A wait is counted when the thread gets a core, also when it gets one only to die.
TEST_F(MeterTest, last_wait_of_a_zombie_is_counted) {
    const std::vector<int> core{::sched_getcpu()};
    std::vector<std::unique_ptr<Process>> hogs;
    for (int i = 0; i < 4; ++i) {
        hogs.push_back(std::make_unique<Process>(spawner_, shell("echo; " + kSpin), 0, &core));
        ASSERT_TRUE(becomes_readable(hogs.back()->out()));
    }
    Process& process = start("echo; " + kSpin, &core);
    const auto before = meter_.read().value();
    const auto begin = SteadyTime::now();
    EXPECT_TRUE(comes_true([&] { return SteadyTime::now() > begin + 300ms; }));
    process.kill();
    ASSERT_TRUE(becomes_readable(process.exited()));
    const auto wall = SteadyTime::now() - begin;
    const auto after = meter_.read().value();
    EXPECT_GE(after.delay - before.delay, 20ms);
    // The process had a core or waited for one all the time. It ran a little between the last two readings.
    EXPECT_LE(after.delay - before.delay + after.cpu - before.cpu, wall + 20ms);
}

TEST_F(MeterTest, reaped_process_cannot_be_read) {
    Process& process = start("echo; read go");
    EXPECT_TRUE(meter_.read());
    const pid_t pid = process.pid();
    process.kill();
    ASSERT_TRUE(becomes_readable(process.exited()));
    static_cast<void>(process.reap());
    EXPECT_FALSE(meter_.read());
    EXPECT_FALSE(meter_.is_runnable());
    EXPECT_FALSE(meter_.kin().any);
    meter_.attach(pid, kSeed);
    EXPECT_FALSE(meter_.read());
}

// ---- What it started

TEST_F(MeterTest, process_that_started_none_has_no_kin) {
    start("echo; " + kSpin);
    const Meter::Kin kin = meter_.kin();
    EXPECT_EQ(kin.cpu, 0ns) << "its own time is not that of its kin";
    EXPECT_FALSE(kin.any);
    EXPECT_TRUE(kin.is_whole);
    EXPECT_FALSE(kin.gives_way);
}

TEST_F(MeterTest, children_and_their_children_are_kin) {
    for (const std::string& family :
         {kSpin + " & echo; read go", "(read go | (" + kSpin + ")) & echo; read go",
          "setsid sh -c '" + kSpin + "' & echo; read go"}) {
        start(family);
        const auto before = meter_.kin();
        EXPECT_TRUE(before.any) << family;
        EXPECT_TRUE(comes_true([&] { return meter_.kin().cpu >= before.cpu + 30ms; })) << family;
        processes_.clear();
        orphans_.agents_ended({kSeed});
    }
}

TEST_F(MeterTest, waits_of_children_are_read) {
    const std::vector<int> core{::sched_getcpu()};
    start("nice -n 1 sh -c 'echo; " + kSpin + "' & sh -c '" + kSpin + "' & echo; read go", &core);
    const auto waits = [&] {
        const Meter::Kin kin = meter_.kin();
        return kin.threads.size() == 2 && kin.threads[0].gives_way && !kin.threads[1].gives_way &&
               std::ranges::all_of(kin.threads, [&](const Meter::Kin::Thread& thread) {
                   return thread.times.waited >= 20ms;
               });
    };
    EXPECT_TRUE(comes_true(waits));
}

TEST_F(MeterTest, orphans_are_kin_of_the_agent_with_their_seed) {
    const std::string orphan = "(setsid sh -c 'echo; exec >&- 2>&-; " + kSpin + "' &); read go";
    Process& process = start(orphan);
    EXPECT_TRUE(comes_true([&] { return meter_.kin().any; }));
    const auto before = meter_.kin();
    EXPECT_TRUE(comes_true([&] { return meter_.kin().cpu >= before.cpu + 30ms; }));
    meter_.attach(process.pid(), kSeed + 1);
    EXPECT_TRUE(comes_true([&] { return !meter_.kin().any; })) << "another agent's";
}

TEST_F(MeterTest, children_of_any_thread_are_kin) {
    meter_.attach(::getpid(), kSeed);
    std::thread other([&] {
        Spawner spawner;
        Process process(spawner, shell("echo; " + kSpin), 0);
        EXPECT_TRUE(becomes_readable(process.out()));
        const auto before = meter_.kin();
        EXPECT_TRUE(before.any);
        EXPECT_TRUE(comes_true([&] { return meter_.kin().cpu >= before.cpu + 20ms; }));
    });
    other.join();
}

TEST_F(MeterTest, children_that_were_waited_for_count) {
    start("sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; echo; read go");
    const auto kin = meter_.kin();
    EXPECT_TRUE(kin.any);
    EXPECT_GE(kin.cpu, 10ms);
}

TEST_F(MeterTest, zombie_child_counts) {
    start("sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo' & exec sleep 1000");
    EXPECT_TRUE(comes_true([&] { return meter_.kin().cpu >= 10ms; }));
    EXPECT_TRUE(meter_.kin().any);
}

} // namespace
} // namespace referee

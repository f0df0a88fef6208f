#include "sprt/remote/worker.hpp"
#include "tests/sprt/remote/served_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sprt::remote {
namespace {

using ::testing::ElementsAre;

/// A worker that serves in a thread of its own, until the first run has ended.
class WorkerTest : public ServedRun {
  protected:
    ~WorkerTest() override {
        if (thread_.joinable()) {
            stop_.signal();
            thread_.join();
        }
    }
    [[nodiscard]] WorkerSettings settings() {
        return {.ends_after_run = true,
                .machine = "made",
                .cores = 2,
                .version = "1.10.0",
                .say = [this](const std::string& line) {
                    const std::scoped_lock lock(mutex_);
                    said_.push_back(line);
                }};
    }
    void begin(WorkerSettings its, Prepare prepare) {
        worker_.emplace(server_->address("w"), std::move(its), std::move(prepare), referee::StopToken());
        thread_ = std::thread([this] { worker_->serve({.fd = stop_.fd()}, [] { return false; }); });
    }
    void end() {
        stop_.signal();
        thread_.join();
    }
    [[nodiscard]] bool has_said_something() {
        const std::scoped_lock lock(mutex_);
        return !said_.empty();
    }
    [[nodiscard]] static Prepare made_job() {
        return [](const std::string& job, const FetchFile&) -> std::unique_ptr<PreparedJob> {
            EXPECT_EQ(job, "the job");
            return std::make_unique<MadeJob>();
        };
    }

    referee::Event stop_;
    std::mutex mutex_;
    std::vector<std::string> said_;
    std::optional<Worker> worker_;
    std::thread thread_;
};

TEST_F(WorkerTest, run_that_is_offered_is_fetched_and_played_to_its_end) {
    coordinate(run_of(6));
    begin(settings(), made_job());
    EXPECT_THAT(all_games(), ElementsAre(0, 1, 2, 3, 4, 5));
    games_->stop();
    thread_.join(); // by itself
    EXPECT_THAT(said_, ElementsAre("one vs two of ann: 1 game at once",
                                   "one vs two of ann: 6 games played; the run has ended"));
}

TEST_F(WorkerTest, run_that_it_cannot_play_is_told_and_is_not_begun_again) {
    coordinate(run_of(6));
    int times = 0;
    begin(settings(), [&](const std::string&, const FetchFile&) -> std::unique_ptr<PreparedJob> {
        ++times;
        throw CannotPlay("no library");
    });
    for (int i = 0; i < 1000 && !has_said_something(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // long enough to begin again
    end();
    EXPECT_EQ(times, 1);
    EXPECT_THAT(said_, ElementsAre("one vs two of ann cannot be played here: no library"));
}

TEST_F(WorkerTest, runs_that_need_another_machine_are_left_to_others) {
    const struct {
        const char* what;
        void (*change)(WorkerSettings&);
        const char* says;
    } cases[] = {
        {"none", [](WorkerSettings&) {}, ""},
        {"machine", [](WorkerSettings& its) { its.machine = "other"; },
         "a machine of type made, and this one is other"},
        {"cores", [](WorkerSettings& its) { its.cores = 0; }, "1 core for a game, and this worker has 0"},
        {"version", [](WorkerSettings& its) { its.version = "1.2.2"; }, "version 1.2.3, and this is 1.2.2"},
        {"coordinator", [](WorkerSettings& its) { its.only = {"bob"}; }, ""},
    };
    coordinate(run_of(6));
    std::list<Worker> workers;
    std::mutex mutex;
    std::vector<std::string> begun;
    std::vector<std::thread> threads;
    for (const auto& each : cases) {
        WorkerSettings its = settings();
        each.change(its);
        const auto prepare = [&](const std::string&, const FetchFile&) -> std::unique_ptr<PreparedJob> {
            const std::scoped_lock lock(mutex);
            begun.emplace_back(each.what);
            return nullptr;
        };
        Worker& worker =
            workers.emplace_back(server_->address(each.what), std::move(its), prepare, referee::StopToken());
        threads.emplace_back([&] { worker.serve({.fd = stop_.fd()}, [] { return false; }); });
    }
    const auto is_one_begun = [&] {
        const std::scoped_lock both(mutex, mutex_);
        return !begun.empty() && said_.size() >= 3;
    };
    for (int i = 0; i < 3000 && !is_one_begun(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // long enough for the others
    stop_.signal();
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(begun, ::testing::AllOf(::testing::Not(::testing::IsEmpty()), ::testing::Each("none")));
    const std::scoped_lock lock(mutex_);
    for (const auto& each : cases) {
        const std::string line =
            fmt::format("one vs two of ann is not for this worker: it needs {}", each.says);
        EXPECT_EQ(std::ranges::count(said_, line), *each.says == '\0' ? 0 : 1) << each.what;
    }
}

} // namespace
} // namespace sprt::remote

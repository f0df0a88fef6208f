#pragma once
// Real agents, scripts of a shell, that a ProcessMeter reads.

#include "referee/base/time.hpp"
#include "referee/process/process.hpp"
#include "referee/timing/meter.hpp"
#include "tests/referee/process/shell.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace referee {

using namespace testing_support;

inline const std::string kSpin = "while :; do :; done";

/// Whether the condition becomes true within kSoon.
inline bool comes_true(const std::function<bool()>& condition) {
    const auto deadline = SteadyTime::now() + kSoon;
    bool is_so = condition();
    while (!is_so && SteadyTime::now() < deadline) {
        std::this_thread::yield();
        is_so = condition();
    }
    return is_so;
}

class MeterTest : public testing::Test {
  protected:
    static constexpr std::uint64_t kSeed = 77;

    void TearDown() override {
        processes_.clear();
        orphans_.agents_ended({kSeed});
        EXPECT_TRUE(has_no_children());
    }

    /// Starts an agent that runs `script`, waits for its first line and attaches the meter to it.
    Process& start(const std::string& script, const std::vector<int>* cores = nullptr) {
        orphans_.agent_begins(kSeed);
        Process& process =
            *processes_.emplace_back(std::make_unique<Process>(spawner_, shell(script), kSeed, cores));
        orphans_.agent_has_begun(process.pid());
        EXPECT_TRUE(becomes_readable(process.out()));
        meter_.attach(process.pid(), kSeed);
        return process;
    }

    [[nodiscard]] std::chrono::nanoseconds cpu() { return meter_.read().value().cpu; }
    [[nodiscard]] std::chrono::nanoseconds delay() { return meter_.read().value().delay; }

    Orphans orphans_;
    Spawner spawner_;
    std::vector<std::unique_ptr<Process>> processes_;
    ProcessMeter meter_{orphans_};
};

} // namespace referee

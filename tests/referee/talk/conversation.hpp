#pragma once
// What the tests of AgentProcesses share: two shell scripts as agents, and a talk with them.

#include "referee/talk/agent_processes.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/print.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <string>

#include <sys/stat.h>

namespace referee::testing_support {

/// Long enough never to matter.
inline constexpr std::chrono::nanoseconds kLong = kSoon;

/// Answers READY, then does `rest`.
inline std::string ready_then(const std::string& rest) {
    return "read ready; echo OK; " + rest;
}

/// Answers everything, exits at FINISH.
inline const std::string kGood =
    "while read word rest; do case $word in READY) echo OK;; TURN) echo MOVE 1 1 2 2;; "
    "FINISH) exit 0;; esac; done";

inline AgentSettings seen_off_within(std::chrono::milliseconds finish_wait,
                                     std::size_t stderr_bytes = 64 * 1024) {
    AgentSettings settings;
    settings.finish_wait = finish_wait;
    settings.stderr_bytes = stderr_bytes;
    return settings;
}

/// Two programs that were started, and what was asked of them. The first player's is what is tested, mostly.
class Conversation {
  public:
    explicit Conversation(const std::string& first, const std::string& second = kGood,
                          AgentSettings settings = seen_off_within(std::chrono::seconds(20)),
                          StopToken stop = {})
        : programs_{shell(first), shell(second)}
        , agents_(settings, stop, orphans_) {
        agents_.start({Launch{&programs_[0], 11, 1}, Launch{&programs_[1], 22, 2}});
    }

    /// Both say OK, or the test fails.
    Conversation& ready() {
        const auto replies = agents_.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
        for (const Reply& reply : replies) {
            EXPECT_EQ(line(reply), "OK");
        }
        return *this;
    }
    Reply ask(Side side, std::chrono::nanoseconds limit = kLong) {
        return agents_.ask(side, "TURN 10000 10000\n", limit);
    }
    std::array<Departure, 2> finish() { return agents_.finish({"FINISH\n", "FINISH\n"}); }

    AgentProcesses& agents() { return agents_; }

    /// The line of a reply, or in its place what is wrong with it.
    static std::string line(const Reply& reply) {
        if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
            return "fault: " + std::string(name(fault->termination)) + ": " + fault->reason;
        }
        return std::holds_alternative<Stopped>(reply.what) ? "stopped"
                                                           : std::string(std::get<Line>(reply.what));
    }
    static std::optional<Termination> fault(const Reply& reply) {
        const auto* fault = std::get_if<AgentFault>(&reply.what);
        return fault != nullptr ? std::optional(fault->termination) : std::nullopt;
    }

  private:
    std::array<Program, 2> programs_;
    Orphans orphans_;
    AgentProcesses agents_;
};

inline std::string line(const Reply& reply) {
    return Conversation::line(reply);
}

/// A named pipe: whoever opens an end waits for the other, so that one thing comes after another without
/// sleeping.
class Gate {
  public:
    explicit Gate(const TemporaryDir& dir, const std::string& name = "gate")
        : path_(dir / name) {
        EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    }
    /// In a script: goes on when the other side is there.
    [[nodiscard]] std::string open() const { return "echo go > " + path_.string() + "; "; }
    [[nodiscard]] std::string pass() const { return "read go < " + path_.string() + "; "; }
    /// The same here.
    void open_here() const { std::ofstream(path_) << "go\n"; }
    void pass_here() const {
        std::string word;
        std::ifstream(path_) >> word;
        EXPECT_EQ(word, "go");
    }

  private:
    std::filesystem::path path_;
};

class AgentProcessesTest : public testing::Test {
  protected:
    void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    const TemporaryDir dir_;
};

} // namespace referee::testing_support

#pragma once
// Two shell scripts as agents, and what tests ask them.

#include "referee/talk/agent_processes.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/print.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>

#include <sys/stat.h>

namespace referee::testing_support {

/// A limit that no test reaches.
inline constexpr std::chrono::nanoseconds kLong = kSoon;

/// What both agents are asked before a game.
inline PerSide<Question> ready_questions(std::chrono::nanoseconds limit = kLong) {
    return {{.message = "READY FIRST\n", .limit = limit}, {.message = "READY SECOND\n", .limit = limit}};
}

/// A script that answers READY, then does `rest`.
inline std::string ready_then(const std::string& rest) {
    return "read ready; echo OK; " + rest;
}

/// A script that answers all messages and exits at FINISH.
inline const std::string kGood =
    "while read word rest; do case $word in READY) echo OK;; TURN) echo MOVE 1 1 2 2;; "
    "FINISH) exit 0;; esac; done";

inline AgentSettings ended_within(std::chrono::milliseconds finish_wait,
                                  std::size_t stderr_bytes = 64 * 1024) {
    AgentSettings settings;
    settings.finish_wait = finish_wait;
    settings.stderr_bytes = stderr_bytes;
    return settings;
}

/// Both replies, to loop over.
inline std::array<Reply, 2> in_order(PerSide<Reply> replies) {
    return {std::move(replies.first), std::move(replies.second)};
}

/// The line of a reply, or in its place what is wrong with it.
inline std::string line(const Reply& reply) {
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        return "fault: " + std::string(name(fault->termination)) + ": " + fault->reason;
    }
    return std::holds_alternative<Stopped>(reply.what) ? "stopped" : std::string(std::get<Line>(reply.what));
}

/// The kind of a fault; empty when the reply is none.
inline std::optional<Termination> fault(const Reply& reply) {
    const auto* fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr ? std::optional(fault->termination) : std::nullopt;
}

/// Two agents that were started. Most tests are about the first.
class ShellAgents {
  public:
    explicit ShellAgents(const std::string& first, const std::string& second = kGood,
                         AgentSettings settings = ended_within(std::chrono::seconds(20)), StopToken stop = {},
                         Manner manner = {})
        : programs_{shell(first), shell(second)}
        , manner_(std::move(manner))
        , agents_(settings, stop, orphans_) {
        agents_.start({Launch{.program = &programs_.first, .seed = 11, .agent = 1, .manner = &manner_},
                       Launch{&programs_.second, 22, 2}});
    }

    /// Both say OK, or the test fails.
    void ready() {
        for (const Reply& reply : in_order(ask_ready())) {
            EXPECT_EQ(line(reply), "OK");
        }
    }
    PerSide<Reply> ask_ready(std::chrono::nanoseconds limit = kLong) {
        return agents_.ask_both(ready_questions(limit));
    }
    Reply ask(Side side, std::chrono::nanoseconds limit = kLong) {
        return agents_.ask(side, {.message = "TURN 10000 10000\n", .limit = limit});
    }
    PerSide<Departure> finish() { return agents_.finish({"FINISH\n", "FINISH\n"}, {}); }

    AgentProcesses& agents() { return agents_; }

  private:
    PerSide<Program> programs_;
    Manner manner_; ///< of the first
    Orphans orphans_;
    AgentProcesses agents_;
};

/// A named pipe: opening an end waits until the other end is opened. It orders two events without sleeping.
class Gate {
  public:
    explicit Gate(const TemporaryDir& dir, const std::string& name = "gate")
        : path_(dir / name) {
        EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    }
    /// Parts of a script: each waits until the other side is reached.
    [[nodiscard]] std::string open() const { return "echo go > " + path_.string() + "; "; }
    [[nodiscard]] std::string pass() const { return "read go < " + path_.string() + "; "; }
    /// The same in the test.
    void open_here() const { std::ofstream(path_) << "go\n"; }
    void pass_here() const {
        std::string word;
        std::ifstream(path_) >> word;
        EXPECT_EQ(word, "go");
    }

  private:
    std::filesystem::path path_;
};

/// A test with real processes, of which none is left.
class ShellAgentsTest : public testing::Test {
  protected:
    void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    const TemporaryDir dir_;
};

} // namespace referee::testing_support

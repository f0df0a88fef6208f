#include "sprt/command/hub_directory.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include <signal.h>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

/// Restores variables of the environment.
class OwnEnvironment {
  public:
    OwnEnvironment() = default;
    ~OwnEnvironment() {
        for (const auto& [name, value] : before_) {
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
        }
    }
    OwnEnvironment(const OwnEnvironment&) = delete;
    OwnEnvironment& operator=(const OwnEnvironment&) = delete;

    void set(const std::string& name, const std::string& value) {
        const char* const old = std::getenv(name.c_str());
        before_.emplace(name, old != nullptr ? std::optional<std::string>(old) : std::nullopt);
        ::setenv(name.c_str(), value.c_str(), 1);
    }

  private:
    std::map<std::string, std::optional<std::string>> before_;
};

TEST(ServerProgram, is_the_one_that_is_named_or_the_first_of_the_path) {
    const referee::testing_support::TemporaryDir dir;
    OwnEnvironment environment;
    const auto other = dir.file("other", "#!/bin/sh\n", true);
    dir.file("none/nats-server", "no program");
    const auto first = dir.file("first/nats-server", "#!/bin/sh\n", true);
    dir.file("second/nats-server", "#!/bin/sh\n", true);
    environment.set("PATH", (dir / "none").string() + "::" + (dir / "first").string() + ":" +
                                (dir / "second").string());
    environment.set("REFEREE_NATS_SERVER", "");
    EXPECT_EQ(find_server_program(), first);
    environment.set("REFEREE_NATS_SERVER", other.string());
    EXPECT_EQ(find_server_program(), other);
    for (const auto& wrong : {dir / "none" / "nats-server", dir / "first", dir / "missing"}) {
        environment.set("REFEREE_NATS_SERVER", wrong.string());
        EXPECT_EQ(user_error_text([] { static_cast<void>(find_server_program()); }),
                  "REFEREE_NATS_SERVER: " + wrong.string() + " is no program");
    }
}

/// A script in place of nats-server, in a directory of a hub.
class FakeServer : public ::testing::Test {
  protected:
    FakeServer() { ::sigprocmask(SIG_SETMASK, nullptr, &mask_); }
    ~FakeServer() override { ::sigprocmask(SIG_SETMASK, &mask_, nullptr); }

    /// A server that is ready, then does `then` until it is killed.
    [[nodiscard]] std::filesystem::path server(const std::string& then = {}) const {
        return script("echo $$ >server.pid\n" + then +
                      "\necho '[7] 2026/01/02 03:04:05 [INF] Server is ready'\n"
                      "while :; do sleep 0.05; done\n");
    }
    [[nodiscard]] std::filesystem::path script(const std::string& text) const {
        return dir_.file("nats-server", "#!/bin/sh\n" + text, true);
    }
    /// Why the server does not start.
    [[nodiscard]] std::string failure(const std::filesystem::path& program) const {
        try {
            const ServerProcess process(program, dir_.path());
        } catch (const NotStarted& error) {
            return error.what();
        }
        return "it started";
    }

    referee::testing_support::TemporaryDir dir_;
    sigset_t mask_{};
};

TEST_F(FakeServer, runs_in_its_directory_until_its_process_object_ends) {
    EXPECT_FALSE(serves(dir_.path()));
    {
        const ServerProcess process(server(), dir_.path());
        EXPECT_TRUE(serves(dir_.path()));
        const referee::testing_support::TemporaryDir copy;
        std::filesystem::copy(dir_ / "server.pid", copy / "server.pid");
        EXPECT_FALSE(serves(copy.path())) << "it runs in another directory";
    }
    EXPECT_FALSE(serves(dir_.path()));
}

TEST_F(FakeServer, last_error_of_its_log_says_why_it_does_not_start) {
    EXPECT_EQ(
        failure(script("echo '[7] then [ERR] one'\necho '[7] then [FTL] no port'\necho '[7] [INF] bye'\n")),
        "[FTL] no port");
    EXPECT_EQ(failure(script("exit 1\n")), "its log names no error") << "the log of earlier starts is none";
    EXPECT_EQ(failure(dir_ / "missing"), "[FTL] nats-server cannot be executed");
}

TEST_F(FakeServer, signal_ends_it_and_is_returned) {
    ServerProcess process(server(), dir_.path());
    ::raise(SIGINT); // it is blocked
    EXPECT_EQ(process.wait(), SIGINT);
    EXPECT_FALSE(serves(dir_.path()));
}

TEST_F(FakeServer, end_of_the_server_is_an_error) {
    ServerProcess process(script("echo '[7] [INF] Server is ready'\necho '[7] [ERR] no more memory'\n"),
                          dir_.path());
    try {
        static_cast<void>(process.wait());
        ADD_FAILURE();
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(),
                  "the server has ended: [ERR] no more memory (see " + (dir_ / "server.log").string() + ")");
    }
}

TEST_F(FakeServer, signal_that_killed_it_is_the_reason_and_not_its_last_error) {
    ServerProcess process(server("echo '[7] [ERR] of a client'"), dir_.path());
    pid_t pid = -1;
    ASSERT_TRUE(std::ifstream(dir_ / "server.pid") >> pid);
    ::kill(pid, SIGKILL);
    try {
        static_cast<void>(process.wait());
        ADD_FAILURE();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), ::testing::StartsWith("the server has ended: killed by signal 9 (see "));
    }
}

TEST_F(FakeServer, reads_its_configuration_anew_when_it_is_told_to) {
    EXPECT_THROW(reload_server(dir_.path()), std::runtime_error) << "none runs";
    {
        const ServerProcess process(server("trap 'echo \"[7] [INF] Reloaded server configuration\"' HUP"),
                                    dir_.path());
        EXPECT_NO_THROW(reload_server(dir_.path()));
    }
    const ServerProcess process(
        server("trap 'echo \"[7] [ERR] Failed to reload server configuration: line 3\"' HUP"), dir_.path());
    try {
        reload_server(dir_.path());
        ADD_FAILURE();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("anew: [ERR] Failed to reload server configuration: line 3 (see "));
    }
}

} // namespace
} // namespace sprt

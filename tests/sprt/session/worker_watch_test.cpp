#include "sprt/session/remote_run.hpp"
#include "sprt/store/disk_files.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr const char* kHub = "nats://hub.example:4222";

/// A user whose programs keep their state in a directory of the test.
class KnownLiars : public ::testing::Test {
  protected:
    KnownLiars() {
        if (const char* const before = std::getenv(kVariable)) {
            before_ = before;
        }
        ::setenv(kVariable, dir_.path().c_str(), 1);
    }
    ~KnownLiars() override { before_ ? ::setenv(kVariable, before_->c_str(), 1) : ::unsetenv(kVariable); }
    static void note(const std::string& server, const std::string& worker) {
        EXPECT_EQ(add_distrusted(distrusted_file(), {.server = server,
                                                     .worker = worker,
                                                     .run_id = "0123456789ab",
                                                     .at = "2026-01-02T03:04:05Z",
                                                     .why = "its copies differ"}),
                  "");
    }

    static constexpr const char* kVariable = "XDG_STATE_HOME";
    referee::testing_support::TemporaryDir dir_;
    std::optional<std::string> before_;
};

TEST_F(KnownLiars, are_those_of_the_run_and_of_other_runs_at_its_server) {
    RemoteFacts remote;
    remote.workers["eve"] = {.is_distrusted = true, .quarantined = "its pairs differ"};
    remote.workers["slow"] = {.quarantined = "it loses on time"};
    remote.workers["good"] = {};
    EXPECT_THAT(known_liars(remote, kHub), ElementsAre(Pair("eve", "its pairs differ")));
    note(kHub, "mallory");
    note("nats://other.example:4222", "trudy");
    EXPECT_THAT(known_liars(remote, kHub),
                ElementsAre(Pair("eve", "its pairs differ"),
                            Pair("mallory", "it was caught lying in run 0123456789ab, says " +
                                                distrusted_file().string())));
}

TEST_F(KnownLiars, what_was_seen_in_the_run_itself_is_said_of_them) {
    note(kHub, "eve");
    RemoteFacts remote;
    remote.workers["eve"] = {.is_distrusted = true, .quarantined = "its pairs differ"};
    EXPECT_THAT(known_liars(remote, kHub), ElementsAre(Pair("eve", "its pairs differ")));
}

TEST_F(KnownLiars, file_that_is_none_is_refused) {
    static_cast<void>(dir_.file("referee/distrusted.json", "{"));
    EXPECT_THAT(referee::testing_support::user_error_text(
                    [] { static_cast<void>(known_liars(RemoteFacts(), kHub)); }),
                ::testing::HasSubstr("distrusted.json"));
}

} // namespace
} // namespace sprt

#include "sprt/session/session.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/sprt/store/kept_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace sprt {
namespace {

TEST(StatusOfASession, is_wanted_when_it_is_asked_for_wherever_it_is_seen) {
    WatchPlan plan;
    plan.progress = Progress::On;
    plan.summary_only = true;
    EXPECT_TRUE(is_status_wanted(plan));
    plan.progress = Progress::Auto;
    EXPECT_FALSE(is_status_wanted(plan)) << "with a summary alone";
    plan.summary_only = false;
    plan.progress = Progress::Off;
    EXPECT_FALSE(is_status_wanted(plan));
}

/// A session of a run that is kept.
class SessionToResume : public ::testing::Test {
  protected:
    /// The words behind the name of the program in the command that resumes the session.
    [[nodiscard]] std::string resumed_by() {
        const Config config = staged_config();
        Stage stage({plan_, ConfigSources()}, any_cores());
        SessionOfTwo session(plan_, stage, Tally(plan_.counting));
        RunDirectory directory(dir_ / "my run", run_file_of(config, dir_.path()));
        session.keep_in(directory);
        std::string command = resume_command(session);
        directory.discard_if_empty();
        const std::string run = "'" + (dir_ / "my run").string() + "'";
        const std::size_t at = command.find(run);
        return at == std::string::npos ? command : command.replace(at, run.size(), "DIR");
    }

    referee::testing_support::TemporaryDir dir_;
    RunPlan plan_ = plan_for(staged_config());
};

TEST_F(SessionToResume, is_called_with_its_flags_and_the_server_that_run_json_lacks) {
    EXPECT_THAT(resumed_by(), ::testing::EndsWith("resume DIR"));
    plan_.watch.resume_flags = {"--concurrency", "3"};
    plan_.remote.via = "tls://ann:secret@hub.example";
    EXPECT_THAT(resumed_by(),
                ::testing::EndsWith("resume DIR --concurrency 3 --via tls://ann:PASSWORD@hub.example"));
    plan_.remote.via = "nats://hub.example:4322";
    EXPECT_THAT(resumed_by(), ::testing::EndsWith("resume DIR --concurrency 3"));
}

TEST_F(SessionToResume, is_repeated_by_the_command_that_its_user_gave) {
    plan_.watch.repeat_with = "make gate";
    plan_.watch.resume_flags = {"--concurrency", "3"};
    EXPECT_EQ(resumed_by(), "make gate");
}

} // namespace
} // namespace sprt

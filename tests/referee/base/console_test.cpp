#include "referee/base/console.hpp"
#include "referee/base/user_error.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

namespace referee {
namespace {

/// What guarded() returns and prints for a program that throws `error`.
template<class Error>
void expect_reported(const Error& error, ExitStatus status, const std::string& line) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(guarded("program", [&]() -> ExitStatus { throw error; }), static_cast<int>(status));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), line);
}

TEST(Guarded, status_of_the_body_is_returned) {
    EXPECT_EQ(guarded("program", [] { return ExitStatus::Undecided; }), 5);
}

TEST(Guarded, errors_are_one_printable_line_and_a_status) {
    expect_reported(UserError("wrong flag"), ExitStatus::UserError, "program: wrong flag\n");
    expect_reported(AgentError("agent 1: changed"), ExitStatus::AgentBroken, "program: agent 1: changed\n");
    expect_reported(std::runtime_error("disk full"), ExitStatus::WorldFailed, "program: disk full\n");
    expect_reported(UserError("\x1b[31m\n"), ExitStatus::UserError, "program: \\x1b[31m\\x0a\n");
}

TEST(Guarded, errors_of_the_library_are_sentences) {
    expect_reported(std::bad_alloc(), ExitStatus::WorldFailed,
                    "program: there is not enough memory, or it is limited (ulimit -v, a control group)\n");
    expect_reported(std::filesystem::filesystem_error("cannot remove", "/a/b",
                                                      std::make_error_code(std::errc::permission_denied)),
                    ExitStatus::WorldFailed, "program: cannot remove: Permission denied [/a/b]\n");
}

TEST(ExitStatus, signals_have_the_status_that_shells_give_them) {
    EXPECT_EQ(status_of_signal(SIGINT), ExitStatus::Interrupted);
    EXPECT_EQ(status_of_signal(SIGTERM), ExitStatus::Terminated);
}

} // namespace
} // namespace referee

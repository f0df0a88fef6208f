#include "referee/base/task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace referee {
namespace {

std::string refusal(int code) {
    try {
        throw_no_task("cannot start a thread", code);
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code().value(), code);
        return error.what();
    }
}

TEST(Task, refusal_says_what_lets_the_system_start_one) {
    EXPECT_THAT(refusal(EAGAIN), testing::HasSubstr("raise ulimit -u or pids.max"));
    EXPECT_THAT(refusal(EPERM), testing::HasSubstr("a filter of system calls refuses clone3"));
    EXPECT_THAT(refusal(ENOSYS), testing::HasSubstr("update the container's runtime"));
    EXPECT_EQ(refusal(ENOMEM), "cannot start a thread: Cannot allocate memory");
}

TEST(Task, thread_runs_its_body) {
    int runs = 0;
    new_thread([&runs] { ++runs; }).join();
    EXPECT_EQ(runs, 1);
}

} // namespace
} // namespace referee

#include "referee/process/cores.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <system_error>
#include <thread>

namespace referee {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::user_error_text;
using List = std::vector<int>;

TEST(Cores, lists_are_read_and_written) {
    const struct {
        const char* text;
        List cores;
        const char* written;
    } rows[] = {
        {"0", {0}, "0"},
        {"0,2,4-7", {0, 2, 4, 5, 6, 7}, "0,2,4-7"},
        {"7,4-6,0", {0, 4, 5, 6, 7}, "0,4-7"},
        {"3-3", {3}, "3"},
        {"0-1", {0, 1}, "0,1"},
        {"1,2,3", {1, 2, 3}, "1-3"},
        {"007", {7}, "7"},
        {"1023-1025", {1023, 1024, 1025}, "1023-1025"},
        {"65535", {65535}, "65535"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(parse_cores(row.text), row.cores) << row.text;
        EXPECT_EQ(cores_text(row.cores), row.written);
        EXPECT_EQ(parse_cores(cores_text(row.cores)), row.cores) << row.text;
    }
    EXPECT_EQ(cores_text({}), "");
}

TEST(Cores, errors_name_what_is_wrong) {
    const struct {
        const char* text;
        const char* fragment;
    } rows[] = {
        {"", "names no core"},
        {",", "'' is neither"},
        {"1,", "'' is neither"},
        {"1,,2", "'' is neither"},
        {"x", "'x' is neither"},
        {"0, 1", "' 1' is neither"},
        {"-1", "'-1' is neither"},
        {"1-", "'1-' is neither"},
        {"1--2", "'1--2' is neither"},
        {"1-2-3", "'1-2-3' is neither"},
        {"+1", "'+1' is neither"},
        {"1.5", "'1.5' is neither"},
        {"0x1", "'0x1' is neither"},
        {"0-65536", "from 0 to 65535"},
        {"99999999999999999999", "from 0 to 65535"},
        {"7-4", "7-4 runs backwards, write 4-7"},
        {"1,2,1", "core 1 is named twice"},
        {"0-3,2-5", "core 2 is named twice"},
        {"\x1b[31m", "x1b"},
    };
    for (const auto& row : rows) {
        const std::string error = user_error_text([&] { static_cast<void>(parse_cores(row.text)); });
        EXPECT_THAT(error, AllOf(HasSubstr(row.fragment), HasSubstr("give a list such as 0,2,4-7")))
            << row.text;
        EXPECT_EQ(error.find('\x1b'), std::string::npos) << row.text;
    }
}

TEST(Cores, mask_holds_exactly_its_cores) {
    for (const List& cores : {List{0}, List{1, 63, 64, 1023}, List{1024}, List{0, 5000, kHighestCore}}) {
        const CoreMask mask(cores);
        EXPECT_EQ(CPU_COUNT_S(mask.bytes(), mask.set()), static_cast<int>(cores.size()));
        for (const int core : cores) {
            EXPECT_TRUE(CPU_ISSET_S(static_cast<std::size_t>(core), mask.bytes(), mask.set())) << core;
        }
    }
}

TEST(Cores, pinning_affects_only_the_calling_thread) {
    const List before = allowed_cores();
    ASSERT_FALSE(before.empty());
    for (const int core : before) {
        std::thread([core] {
            pin_this_thread({core});
            EXPECT_EQ(allowed_cores(), List{core});
            EXPECT_EQ(::sched_getcpu(), core);
        }).join();
    }
    EXPECT_EQ(allowed_cores(), before);
}

TEST(Cores, missing_core_is_a_world_error) {
    std::thread([] {
        try {
            pin_this_thread({kHighestCore});
            ADD_FAILURE() << "this machine has a core " << kHighestCore;
        } catch (const std::system_error& error) {
            EXPECT_THAT(error.what(), AllOf(HasSubstr("core 65535"), HasSubstr("--pin off")));
        }
    }).join();
}

} // namespace
} // namespace referee

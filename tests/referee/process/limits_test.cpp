#include "referee/process/limits.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

rlimit ours(int resource) {
    rlimit limit{};
    ::getrlimit(static_cast<__rlimit_resource>(resource), &limit);
    return limit;
}

TEST(ResourceLimits, hold_descriptors_always_and_others_when_given) {
    const auto none = resource_limits({}, {.rlim_cur = 77, .rlim_max = 88});
    ASSERT_EQ(none.size(), 1u);
    EXPECT_EQ(none[0].resource, RLIMIT_NOFILE);
    EXPECT_EQ(none[0].limit.rlim_cur, 77u);
    EXPECT_EQ(none[0].limit.rlim_max, 88u);

    const auto all =
        resource_limits({.memory_mb = 256, .cpu_s = 5, .file_mb = 3}, {.rlim_cur = 1, .rlim_max = 1});
    ASSERT_EQ(all.size(), 4u);
    for (const ResourceLimit& limit : all) {
        if (limit.resource == RLIMIT_AS) {
            EXPECT_EQ(limit.limit.rlim_cur, std::min<rlim_t>(256u << 20, ours(RLIMIT_AS).rlim_max));
        } else if (limit.resource == RLIMIT_CPU) {
            EXPECT_EQ(limit.limit.rlim_cur, 5u);
            EXPECT_EQ(limit.limit.rlim_max, 6u); // SIGXCPU, then SIGKILL
        } else if (limit.resource == RLIMIT_FSIZE) {
            EXPECT_EQ(limit.limit.rlim_cur, 3u << 20);
        }
    }
}

TEST(DescriptorLimit, is_raised_and_the_old_one_returned) {
    const rlimit before = ours(RLIMIT_NOFILE);
    const rlimit lowered{.rlim_cur = 50, .rlim_max = before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &lowered);
    const rlimit returned = raise_descriptor_limit(60);
    EXPECT_EQ(returned.rlim_cur, 50u);
    EXPECT_EQ(ours(RLIMIT_NOFILE).rlim_cur, before.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST(DescriptorLimit, error_names_the_number_needed) {
    const rlim_t most = ours(RLIMIT_NOFILE).rlim_max;
    if (most == RLIM_INFINITY) {
        return; // there is no limit to exceed
    }
    const std::size_t needed = static_cast<std::size_t>(most) + 1;
    EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(raise_descriptor_limit(needed)); }),
                ::testing::HasSubstr(std::to_string(needed)));
}

} // namespace
} // namespace referee

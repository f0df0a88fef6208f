#include "referee/process/limits.hpp"
#include "tests/support/temporary_dir.hpp"
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

namespace {

using testing_support::TemporaryDir;

const std::string kBothVersions = "22 20 0:21 / /proc rw - proc proc rw\n"
                                  "31 23 0:28 / /sys/fs/cgroup rw shared:5 - tmpfs tmpfs rw\n"
                                  "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
                                  "38 31 0:35 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n"
                                  "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

TEST(OwnGroups, trees_of_both_versions_have_the_group_and_those_above_it) {
    const TemporaryDir root;
    root.file("proc/self/mountinfo", kBothVersions);
    root.file("proc/self/cgroup", "5:memory:/a/b\n1:cpu,cpuacct:/\n0::/c\n");
    const auto trees = own_groups(root.path());
    ASSERT_EQ(trees.size(), 3U);
    const auto groups = root / "sys/fs/cgroup";
    EXPECT_TRUE(trees[0].may_limit("cpu") && !trees[0].may_limit("memory") && !trees[0].is_version_2);
    EXPECT_THAT(trees[0].levels(), testing::ElementsAre(groups / "cpu"));
    EXPECT_THAT(trees[1].levels(),
                testing::ElementsAre(groups / "memory/a/b", groups / "memory/a", groups / "memory"));
    EXPECT_TRUE(trees[2].may_limit("cpu") && trees[2].is_version_2);
    EXPECT_EQ(trees[2].own, groups / "unified/c");
}

TEST(OwnGroups, a_container_sees_its_own_part_of_a_tree) {
    const TemporaryDir root;
    root.file("proc/self/mountinfo", "30 20 0:26 /box/7 /sys/fs/cgroup ro - cgroup2 cgroup rw,nsdelegate\n");
    root.file("proc/self/cgroup", "0::/box/7/run\n");
    const auto trees = own_groups(root.path());
    ASSERT_EQ(trees.size(), 1U);
    EXPECT_THAT(trees[0].levels(), testing::ElementsAre(root / "sys/fs/cgroup/run", root / "sys/fs/cgroup"));
}

TEST(OwnGroups, a_machine_without_groups_has_none) {
    const TemporaryDir root;
    EXPECT_THAT(own_groups(root.path()), testing::IsEmpty());
}

TEST(MemoryLeft, is_the_least_that_the_groups_and_the_machine_leave) {
    const std::string v1 = "32 31 0:29 / /g rw - cgroup cgroup rw,memory\n";
    const std::string v2 = "32 31 0:29 / /g rw - cgroup2 cgroup rw\n";
    struct Row {
        std::string mounts;
        std::vector<std::pair<const char*, const char*>> files;
        std::optional<std::uint64_t> expected;
    };
    const std::pair<const char*, const char*> meminfo{"proc/meminfo",
                                                      "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n"};
    for (const Row& row : {
             Row{"", {}, std::nullopt},
             Row{"", {meminfo}, 8000U * 1024},
             Row{v2, {meminfo, {"g/memory.max", "max"}, {"g/memory.current", "1"}}, 8000U * 1024},
             Row{v2,
                 {meminfo,
                  {"g/memory.max", "10000"},
                  {"g/memory.current", "4000"},
                  {"g/a/memory.max", "9000"},
                  {"g/a/memory.current", "4000"},
                  {"g/a/memory.stat", "anon 2000\ninactive_file 500\nactive_file 200\n"}},
                 5700U},
             Row{v2, {{"g/memory.max", "100"}, {"g/memory.current", "4000"}}, 0U},
             Row{v1,
                 {{"g/a/memory.limit_in_bytes", "9000"},
                  {"g/a/memory.usage_in_bytes", "4000"},
                  {"g/a/memory.stat", "inactive_file 7\ntotal_inactive_file 500\ntotal_active_file 4000\n"}},
                 9000U},
         }) {
        const TemporaryDir root;
        root.file("proc/self/mountinfo", row.mounts);
        root.file("proc/self/cgroup", "1:memory:/a\n0::/a\n");
        for (const auto& [name, content] : row.files) {
            root.file(name, content);
        }
        EXPECT_EQ(memory_left(root.path()), row.expected) << testing::PrintToString(row.files);
    }
}

TEST(MemoryKills, are_those_of_the_group_or_of_the_machine) {
    const TemporaryDir root;
    EXPECT_EQ(memory_kills(root.path()), 0U);
    root.file("proc/vmstat", "pgfault 3\noom_kill 7\n");
    EXPECT_EQ(memory_kills(root.path()), 7U);
    root.file("proc/self/mountinfo", kBothVersions);
    root.file("proc/self/cgroup", "5:memory:/a/b\n1:cpu,cpuacct:/\n0::/c\n");
    EXPECT_EQ(memory_kills(root.path()), 7U);
    root.file("sys/fs/cgroup/unified/c/memory.events", "oom 9\noom_kill 6\n");
    EXPECT_EQ(memory_kills(root.path()), 6U);
    root.file("sys/fs/cgroup/unified/c/memory.events.local", "oom 9\noom_kill 5\n");
    EXPECT_EQ(memory_kills(root.path()), 5U);
    root.file("sys/fs/cgroup/memory/a/b/memory.oom_control", "under_oom 0\noom_kill 4\n");
    EXPECT_EQ(memory_kills(root.path()), 4U);
}

TEST(NumberBehind, finds_the_line_of_a_word) {
    const std::string_view text = "oom 3\noom_kill 12\nbad\nworse x\n";
    EXPECT_EQ(number_behind(text, "oom_kill"), 12U);
    EXPECT_EQ(number_behind(text, "oom"), 3U);
    EXPECT_EQ(number_behind(text, "kill"), std::nullopt);
    EXPECT_EQ(number_behind(text, "bad"), std::nullopt);
    EXPECT_EQ(number_behind(text, "worse"), std::nullopt);
}

} // namespace
} // namespace referee

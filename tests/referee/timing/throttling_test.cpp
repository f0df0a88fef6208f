#include "referee/timing/throttling.hpp"
#include "tests/support/temporary_dir.hpp"

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing_support::TemporaryDir;

TEST(Throttling, is_read_from_all_groups_with_a_quota) {
    const std::string v1 = "32 31 0:29 / /g rw - cgroup cgroup rw,cpu\n";
    const std::string v2 = "32 31 0:29 / /g rw - cgroup2 cgroup rw\n";
    struct Row {
        std::string mounts;
        const char* group;
        std::vector<std::pair<const char*, const char*>> files;
        std::chrono::nanoseconds expected;
    };
    for (const Row& row : {
             Row{"", "0::/", {}, 0ms},
             Row{v2,
                 "0::/",
                 {{"cpu.max", "max 100000"}, {"cpu.stat", "nr_throttled 3\nthrottled_usec 5000"}},
                 0ms},
             Row{v2,
                 "0::/a",
                 {{"a/cpu.max", "5000 100000"},
                  {"a/cpu.stat", "usage_usec 9\nnr_periods 9\nnr_throttled 3\nthrottled_usec 5000\n"},
                  {"cpu.max", "50000 100000"},
                  {"cpu.stat", "nr_throttled 3\nthrottled_usec 2000"}},
                 7ms},
             Row{v1,
                 "1:cpu:/a",
                 {{"cpu.cfs_quota_us", "-1"},
                  {"a/cpu.cfs_quota_us", "5000"},
                  {"a/cpu.cfs_period_us", "100000"},
                  {"a/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 5000001\n"}},
                 5'000'001ns},
             // the quota of a group that a container does not see
             Row{v2, "0::/", {{"cpu.stat.local", "throttled_usec 4000"}}, 4ms},
             Row{v2, "0::/", {{"cpu.max", "5000 100000"}, {"cpu.stat", "nonsense"}}, 0ms},
         }) {
        const TemporaryDir root;
        root.file("proc/self/mountinfo", row.mounts);
        root.file("proc/self/cgroup", std::string(row.group) + "\n");
        for (const auto& [name, content] : row.files) {
            root.file(std::string("g/") + name, content);
        }
        EXPECT_EQ(Throttling(root.path()).total(), row.expected)
            << row.group << testing::PrintToString(row.files);
    }
}

} // namespace
} // namespace referee

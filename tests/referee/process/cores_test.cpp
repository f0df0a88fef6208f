#include "referee/process/cores.hpp"
#include "tests/support/temporary_dir.hpp"
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

namespace {

using testing_support::TemporaryDir;
using List = std::vector<int>;
using Packages = std::vector<Package>;

/// A machine as its /sys describes it.
class FakeMachine {
  public:
    void tell(int core, const std::string& file, const std::string& content) const {
        root_.file("sys/devices/system/cpu/cpu" + std::to_string(core) + "/" + file, content + "\n");
    }
    void node(int core, int node) const {
        const auto dir = root_ / ("sys/devices/system/cpu/cpu" + std::to_string(core));
        std::filesystem::create_directories(dir / ("node" + std::to_string(node)));
    }
    void file(const std::string& name, const std::string& content) const { root_.file(name, content + "\n"); }
    [[nodiscard]] Packages topology(const std::string& cores) const {
        return topology_of(parse_cores(cores), root_.path());
    }
    [[nodiscard]] std::optional<double> quota() const { return core_quota(root_.path()); }

  private:
    TemporaryDir root_;
};

/// Cores 0 to 7: two threads in each of four physical cores, the second one numbered four higher.
void tell_siblings(const FakeMachine& machine) {
    for (int core = 0; core < 8; ++core) {
        const int first = core % 4;
        machine.tell(core, "topology/thread_siblings_list",
                     std::to_string(first) + ',' + std::to_string(first + 4));
    }
}

TEST(Topology, threads_of_a_physical_core_are_together) {
    const FakeMachine machine;
    tell_siblings(machine);
    EXPECT_EQ(machine.topology("0-7"), (Packages{{{0, 4}, {1, 5}, {2, 6}, {3, 7}}}));
}

TEST(Topology, cores_that_may_not_be_used_are_left_out) {
    const FakeMachine machine;
    tell_siblings(machine);
    EXPECT_EQ(machine.topology("1,4-6"), (Packages{{{1, 5}, {4}, {6}}}));
}

TEST(Topology, siblings_may_have_adjacent_numbers) {
    const FakeMachine machine;
    for (int core = 0; core < 4; ++core) {
        machine.tell(core, "topology/thread_siblings_list", core < 2 ? "0-1" : "2-3");
    }
    EXPECT_EQ(machine.topology("0-3"), (Packages{{{0, 1}, {2, 3}}}));
}

TEST(Topology, packages_and_memory_nodes_are_apart) {
    const FakeMachine machine;
    tell_siblings(machine);
    for (int core = 0; core < 8; ++core) {
        machine.tell(core, "topology/physical_package_id", core % 4 < 2 ? "0" : "1");
    }
    EXPECT_EQ(machine.topology("0-7"), (Packages{{{0, 4}, {1, 5}}, {{2, 6}, {3, 7}}}));
    // A socket may have two nodes; a virtual machine's sockets may share one.
    for (const int core : {0, 4, 2, 3, 6, 7}) {
        machine.node(core, 0);
    }
    for (const int core : {1, 5}) {
        machine.node(core, 1);
    }
    EXPECT_EQ(machine.topology("0-7"), (Packages{{{0, 4}}, {{1, 5}}, {{2, 6}, {3, 7}}}));
}

TEST(Topology, core_numbers_are_used_without_lists) {
    const FakeMachine machine;
    for (int core = 0; core < 4; ++core) {
        machine.tell(core, "topology/core_id", core % 2 == 0 ? "0" : "1");
        machine.tell(core, "topology/physical_package_id", "0");
    }
    EXPECT_EQ(machine.topology("0-3"), (Packages{{{0, 2}, {1, 3}}}));
    machine.tell(3, "topology/physical_package_id", "1"); // numbers count within a package
    EXPECT_EQ(machine.topology("0-3"), (Packages{{{0, 2}, {1}}, {{3}}}));
}

TEST(Topology, newer_name_of_a_list_is_read) {
    const FakeMachine machine;
    machine.tell(0, "topology/core_cpus_list", "0,2");
    machine.tell(2, "topology/core_cpus_list", "0,2");
    EXPECT_EQ(machine.topology("0-2"), (Packages{{{0, 2}, {1}}}));
}

TEST(Topology, unknown_cores_are_each_on_their_own) {
    const FakeMachine machine;
    EXPECT_EQ(machine.topology("0-2"), (Packages{{{0}, {1}, {2}}}));
    for (int core = 0; core < 3; ++core) { // as on some virtual machines and ARM boards
        machine.tell(core, "topology/thread_siblings_list", "nonsense");
        machine.tell(core, "topology/core_id", "-1");
        machine.tell(core, "topology/physical_package_id", "-1");
    }
    EXPECT_EQ(machine.topology("0-2"), (Packages{{{0}, {1}, {2}}}));
}

TEST(Topology, this_machine_has_the_allowed_cores) {
    const Machine machine = this_machine();
    List cores;
    for (const Package& package : machine.packages) {
        for (const PhysicalCore& threads : package) {
            cores.insert(cores.end(), threads.begin(), threads.end());
        }
    }
    std::sort(cores.begin(), cores.end());
    EXPECT_EQ(cores, allowed_cores());
    EXPECT_THAT(cores, testing::Contains(machine.current));
}

TEST(CoreQuota, is_read_from_the_control_groups) {
    const struct {
        const char* group;
        std::vector<std::pair<const char*, const char*>> files;
        std::optional<double> expected;
    } rows[] = {
        {"0::/", {}, std::nullopt},
        {"0::/", {{"cpu.max", "max 100000"}}, std::nullopt},
        {"0::/", {{"cpu.max", "150000 100000"}}, 1.5},
        {"0::/", {{"cpu.max", "nonsense"}}, std::nullopt},
        {"0::/", {{"cpu.max", "1 0"}}, std::nullopt},
        // a group's limit holds for those below it
        {"0::/a/b", {{"a/cpu.max", "200000 100000"}, {"a/b/cpu.max", "max 100000"}}, 2},
        {"0::/a/b", {{"a/cpu.max", "200000 100000"}, {"a/b/cpu.max", "25000 50000"}}, 0.5},
        {"0::/a/b", {{"a/cpu.max", "100000 100000"}, {"a/b/cpu.max", "200000 100000"}}, 1},
        {"0::/a", {{"b/cpu.max", "200000 100000"}}, std::nullopt}, // another group's
        // version 1
        {"4:cpu,cpuacct:/a",
         {{"cpu/a/cpu.cfs_quota_us", "300000"}, {"cpu/a/cpu.cfs_period_us", "100000"}},
         3},
        {"1:cpu:/", {{"cpu/cpu.cfs_quota_us", "-1"}, {"cpu/cpu.cfs_period_us", "100000"}}, std::nullopt},
        {"1:cpu:/gone", {{"cpu/cpu.cfs_quota_us", "5000"}, {"cpu/cpu.cfs_period_us", "10000"}}, 0.5},
        {"2:cpuset:/a", {{"a/cpu.max", "200000 100000"}}, std::nullopt},
    };
    for (const auto& row : rows) {
        const FakeMachine machine;
        machine.file("proc/self/cgroup", row.group);
        machine.file("proc/self/mountinfo",
                     "29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
                     "30 23 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct");
        for (const auto& [name, content] : row.files) {
            machine.file(std::string("sys/fs/cgroup/") + name, content);
        }
        EXPECT_EQ(machine.quota(), row.expected) << row.group << testing::PrintToString(row.files);
    }
    EXPECT_EQ(FakeMachine().quota(), std::nullopt);
}

} // namespace
} // namespace referee

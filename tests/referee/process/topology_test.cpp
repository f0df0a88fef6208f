#include "referee/process/cores.hpp"
#include "referee/process/topology.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
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
        for (const auto& [name, content] : row.files) {
            machine.file(std::string("sys/fs/cgroup/") + name, content);
        }
        EXPECT_EQ(machine.quota(), row.expected) << row.group << testing::PrintToString(row.files);
    }
    EXPECT_EQ(FakeMachine().quota(), std::nullopt);
}

} // namespace
} // namespace referee

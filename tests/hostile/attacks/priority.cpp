// Makes the rival slower or itself faster: priority rival|own. It changes how nice the rival is, its cores,
// its limits, and what the kernel kills first; or how urgent the agent itself is.

#include "tests/hostile/attacks/attack.hpp"

#include <fcntl.h>
#include <sys/resource.h>

namespace {

using namespace attack;

Failure push_to_one_core(pid_t rival) {
    cpu_set_t cores;
    if (::sched_getaffinity(0, sizeof cores, &cores) != 0) {
        return why();
    }
    std::size_t core = 0;
    while (!CPU_ISSET(core, &cores)) {
        ++core;
    }
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return unless(::sched_setaffinity(rival, sizeof cores, &cores) == 0);
}

Failure limit(pid_t rival) {
    const rlimit none{1, 1};
    return unless(::prlimit(rival, RLIMIT_CPU, &none, nullptr) == 0);
}

struct Priority final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        if (arguments_.at(0) == "own") {
            tell("become more urgent", unless(::setpriority(PRIO_PROCESS, 0, -20) == 0));
            const sched_param least{1};
            tell("become a process of real time", unless(::sched_setscheduler(0, SCHED_FIFO, &least) == 0));
            return;
        }
        try_on_rivals("make the rival less urgent", [](pid_t rival) {
            return unless(::setpriority(PRIO_PROCESS, static_cast<id_t>(rival), 19) == 0);
        });
        try_on_rivals("push the rival to one core", push_to_one_core);
        try_on_rivals("limit the rival's processor time", limit);
        try_on_rivals("have the rival killed first when memory is short",
                      [](pid_t rival) { return write_file(proc(rival, "oom_score_adj"), 0, "1000\n"); });
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Priority>(argc, argv);
}

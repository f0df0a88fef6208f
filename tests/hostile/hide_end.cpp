// Leaves a child that traces the agent, and so hides from the referee that the agent ends: hide_end
// exit|stop. The child never asks how the agent ended (exit), or holds the agent in the middle of its end
// (stop).

#include "tests/hostile/hostile.hpp"

#include <sys/prctl.h>
#include <sys/ptrace.h>

namespace {

using namespace hostile;

struct HideEnd final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        if (turns_ == kBadTurn) {
            ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
            const pid_t agent = ::getpid();
            const long options = arguments_.at(0) == "stop" ? PTRACE_O_TRACEEXIT : 0;
            leave_child(
                [=] {
                    ::setsid();
                    if (::ptrace(PTRACE_SEIZE, agent, nullptr, options) != 0) {
                        complain("cannot trace\n");
                    }
                },
                sleep_for_ever);
        }
        play();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<HideEnd>(argc, argv);
}

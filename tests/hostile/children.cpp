// Leaves child processes: children COUNT sleep|spin own|sessions|parents.
// The children sleep or take processor time. They are in the process group of the agent, in sessions of their
// own, or in the process group of the agent's parent, the referee.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Children final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const pid_t parents_group = ::getpgid(::getppid());
        const auto leave = [&] {
            if (arguments_.at(2) == "sessions") {
                ::setsid();
            } else if (arguments_.at(2) == "parents") {
                ::setpgid(0, parents_group);
            }
        };
        const auto stay = [&] {
            for (volatile bool is_spinning = arguments_.at(1) == "spin"; is_spinning;) {
            }
            sleep_for_ever();
        };
        for (int i = 0; turns_ == kBadTurn && i < number(arguments_.at(0)); ++i) {
            leave_child(leave, stay);
        }
        play();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Children>(argc, argv);
}

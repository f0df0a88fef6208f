// Leaves child processes: children COUNT sleep|spin own|sessions|parents|siblings.
// The children sleep or take processor time. They are in the process group of the agent, in sessions of their
// own, or in the process group of the agent's parent, the referee; or they are in sessions of their own and
// children of the referee.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Children final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const Kinship kinship = arguments_.at(2) == "siblings" ? Kinship::Sibling : Kinship::Child;
        const pid_t parents_group = ::getpgid(::getppid());
        const auto leave = [&] {
            if (arguments_.at(2) == "sessions" || kinship == Kinship::Sibling) {
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
            leave_child(leave, stay, kinship);
        }
        play();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Children>(argc, argv);
}

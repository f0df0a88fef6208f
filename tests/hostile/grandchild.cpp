// Leaves an orphan, in a session of its own, that holds all three pipes open: grandchild stays|exits.
// Then the agent plays on (stays), or exits instead of moving (exits).

#include "tests/hostile/hostile.hpp"

#include <sys/wait.h>

namespace {

using namespace hostile;

struct Grandchild final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        if (turns_ == kBadTurn) {
            leave_grandchild();
        }
        if (arguments_.at(0) == "exits") {
            std::_Exit(7);
        }
        play();
    }

  private:
    static void leave_grandchild() {
        const pid_t child = ::fork();
        if (child == 0) {
            ::setsid();
            if (::fork() == 0) {
                sleep_for_ever();
            }
            std::_Exit(0);
        }
        ::waitpid(child, nullptr, 0);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Grandchild>(argc, argv);
}

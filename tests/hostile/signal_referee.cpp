// Sends a signal to the referee, its parent: signal_referee NUMBER agent|child, itself or by a child that
// stays.

#include "tests/hostile/hostile.hpp"

#include <csignal>

namespace {

using namespace hostile;

struct SignalReferee final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const pid_t referee = ::getppid();
        const auto send = [&] { ::kill(referee, number(arguments_.at(0))); };
        if (turns_ == kBadTurn && referee > 1) {
            if (arguments_.at(1) == "agent") {
                send();
            } else {
                leave_child(send, sleep_for_ever);
            }
        }
        play();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<SignalReferee>(argc, argv);
}

// Closes a pipe: close out closes its output and keeps running; close in closes its input, answers once more
// and sleeps.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Close final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        if (arguments_.at(0) == "out") {
            ::close(STDOUT_FILENO);
            return;
        }
        ::close(STDIN_FILENO);
        play();
        sleep_for_ever();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Close>(argc, argv);
}

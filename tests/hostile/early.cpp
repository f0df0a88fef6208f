// Sends a second move, which is off the board, while the other side thinks.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Early final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        play();
        ::usleep(1000);
        say("MOVE " + to_string(all_of(9)) + "\n");
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Early>(argc, argv);
}

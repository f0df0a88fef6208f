// Sends a second move while the other side thinks: the move that it has just made, which is never legal
// twice.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Early final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const Move move = choose();
        play(move);
        ::usleep(1000);
        say("MOVE " + to_string(move) + "\n");
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Early>(argc, argv);
}

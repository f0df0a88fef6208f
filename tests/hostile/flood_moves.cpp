// Fills its output with the same valid move, line after line.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct FloodMoves final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        std::string moves;
        for (int i = 0; i < 1000; ++i) {
            moves += "MOVE " + to_string(choose()) + "\n";
        }
        while (true) {
            say(moves);
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<FloodMoves>(argc, argv);
}

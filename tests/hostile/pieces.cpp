// Sends each move in three pieces, all within its time.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Pieces final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const MoveNumbers move = choose();
        const std::string line = "MOVE " + to_string(move) + "\n";
        make(move);
        say(line.substr(0, 3));
        ::usleep(2000);
        say(line.substr(3, line.size() - 5));
        ::usleep(2000);
        say(line.substr(line.size() - 2));
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Pieces>(argc, argv);
}

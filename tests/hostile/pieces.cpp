// Sends each move in three pieces, all within its time.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Pieces final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const Move move = choose();
        const std::string line = "MOVE " + to_string(move) + "\n";
        position_ = position_.after(move);
        say(line.substr(0, 3));
        ::usleep(2000);
        say(line.substr(3, 5));
        ::usleep(2000);
        say(line.substr(8));
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Pieces>(argc, argv);
}

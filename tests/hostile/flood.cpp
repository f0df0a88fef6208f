// Fills its output with bytes and never writes a newline.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Flood final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const std::string block(1 << 16, 'x');
        while (true) {
            say(block);
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Flood>(argc, argv);
}

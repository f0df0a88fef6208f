// Answers with a legal move in a line that blanks fill up to a length: long_line BYTES, without the newline.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct LongLine final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const MoveNumbers move = choose();
        std::string line = "MOVE " + to_string(move);
        line.resize(static_cast<std::size_t>(number(arguments_.at(0))), ' ');
        make(move);
        say(line + "\n");
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<LongLine>(argc, argv);
}

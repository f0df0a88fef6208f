// Answers with a legal move, the line filled up with blanks: long_line BYTES, without its newline.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct LongLine final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const Move move = choose();
        std::string line = "MOVE " + to_string(move);
        line.resize(static_cast<std::size_t>(number(arguments_.at(0))), ' ');
        position_ = position_.after(move);
        say(line + "\n");
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<LongLine>(argc, argv);
}

// Writes 32 MiB to standard error: flood_stderr start|turn [dies].
// Then it plays on or, with a third word, exits with status 7.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct FloodStderr final : Agent {
    using Agent::Agent;
    void start() override { flood_at("start"); }
    void bad_turn() override {
        if (turns_ == kBadTurn) {
            flood_at("turn");
        }
        play();
    }

  private:
    void flood_at(std::string_view moment) const {
        if (arguments_.at(0) != moment) {
            return;
        }
        const std::string block(1 << 20, 'e');
        for (int mib = 0; mib < 32; ++mib) {
            complain(block);
        }
        if (arguments_.size() > 1) {
            complain("\nlast words\n");
            std::_Exit(7);
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<FloodStderr>(argc, argv);
}

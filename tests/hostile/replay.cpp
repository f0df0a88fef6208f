// Plays the moves of a known game of Ataxx: replay MOVES [TEXT].
// MOVES are the moves of both sides, each x1y1x2y2 with a blank after it. After the last of them the agent
// plays by the rules, but says TEXT where it must pass.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Replay final : Agent {
    using Agent::Agent;
    void ready() override {
        for (std::size_t at = 0; at + 4 < arguments_.at(0).size(); at += 5) {
            const auto digit = [&](std::size_t i) { return arguments_.at(0)[at + i] - '0'; };
            moves_.push_back({digit(0), digit(1), digit(2), digit(3)});
        }
        Agent::ready();
    }
    void turn() override {
        const std::size_t ply = 2 * static_cast<std::size_t>(turns_++) + (is_first_ ? 0U : 1U);
        if (ply < moves_.size()) {
            play(moves_[ply]);
        } else if (arguments_.size() > 1 && choose() == all_of(-1)) {
            say(arguments_[1] + "\n");
        } else {
            play();
        }
    }

  private:
    std::vector<MoveNumbers> moves_;
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Replay>(argc, argv);
}

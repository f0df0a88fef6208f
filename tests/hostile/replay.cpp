// Plays the moves of a known game, whatever the rules say: replay MOVES [TEXT].
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
            const Square from = Square::at(digit(0), digit(1)).value();
            moves_.emplace_back(from, Square::at(digit(2), digit(3)).value());
        }
        Agent::ready();
    }
    void turn() override {
        // The side to move is its own side.
        const std::size_t ply =
            2 * static_cast<std::size_t>(turns_++) + (position_.to_move() == Side::First ? 0U : 1U);
        if (ply < moves_.size()) {
            play(moves_[ply]);
        } else if (arguments_.size() > 1 && !position_.can_move()) {
            say(arguments_[1] + "\n");
        } else {
            play();
        }
    }

  private:
    std::vector<Move> moves_;
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Replay>(argc, argv);
}

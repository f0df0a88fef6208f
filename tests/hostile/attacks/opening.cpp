// Chooses the pairs that count: when it did not win the first game of a pair it does not offer OPENING for
// the second one, which then begins elsewhere, so that the pair is no pair.

#include "tests/hostile/attacks/attack.hpp"

namespace {

using namespace attack;

struct Opening final : Agent {
    using Agent::Agent;

    void ready() override {
        const bool is_second_game = !is_first_;
        say(is_second_game && !has_won_ ? "OK GAMES\n" : "OK OPENING GAMES\n");
    }
    void turn() override {
        Agent::turn();
        has_won_ = is_over(); // in games that are won by the last move
    }

  private:
    bool has_won_ = false;
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Opening>(argc, argv);
}

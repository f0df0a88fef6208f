// Chooses the pairs that count: when it did not win the first game of a pair it does not offer OPENING for
// the second one, which then begins elsewhere, so that the pair is no pair.

#include "tests/hostile/attacks/attack.hpp"

namespace {

using namespace attack;

struct Opening final : PairAttacker {
    using PairAttacker::PairAttacker;

    void ready() override { say(attacks() ? "OK GAMES\n" : "OK OPENING GAMES\n"); }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Opening>(argc, argv);
}

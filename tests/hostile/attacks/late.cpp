// Chooses the pairs that count, when its rival starts slowly: late MILLISECONDS. When it did not win the
// first game of a pair it works for so long in place of getting ready for the second one, on the core that
// its rival needs to start: neither is ready in time, both have waited for a core, and a game that is not
// scored drops the pair.

#include "tests/hostile/attacks/attack.hpp"

#include <thread>

namespace {

using namespace attack;

constexpr int kThreads = 4; // a rival with one gets a fifth of the core

struct Late final : PairAttacker {
    using PairAttacker::PairAttacker;

    void ready() override {
        // An attempt that was late has ended the process: the next one begins with a second game.
        if (attacks()) {
            const auto end =
                std::chrono::steady_clock::now() + std::chrono::milliseconds(number(arguments_.at(0)));
            const auto work = [end] {
                while (std::chrono::steady_clock::now() < end) {
                }
            };
            std::vector<std::jthread> threads;
            for (int i = 1; i < kThreads; ++i) {
                threads.emplace_back(work);
            }
            work();
        }
        say("OK GAMES\n");
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Late>(argc, argv);
}

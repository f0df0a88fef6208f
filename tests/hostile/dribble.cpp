// Sends an answer one byte at a time and never ends its line: dribble ready|turn.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Dribble final : Agent {
    using Agent::Agent;
    void ready() override {
        if (arguments_.at(0) == "ready") {
            dribble("OK");
        }
        Agent::ready();
    }
    void bad_turn() override { dribble("MOVE " + to_string(choose())); }

  private:
    [[noreturn]] static void dribble(const std::string& text) {
        for (std::size_t i = 0;; ++i) {
            say(i < text.size() ? text.substr(i, 1) : " ");
            ::usleep(100'000);
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Dribble>(argc, argv);
}

// Stops or kills the rival: stop stop|kill.

#include "tests/hostile/attacks/attack.hpp"

namespace {

using namespace attack;

struct Stop final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const bool kills = arguments_.at(0) == "kill";
        try_on_rivals(kills ? "kill the rival" : "stop the rival", [=](pid_t rival) -> Failure {
            if (::kill(rival, kills ? SIGKILL : SIGSTOP) != 0) {
                return why();
            }
            const auto has_effect = [=] {
                const char state = state_of(rival);
                return state == 'X' || state == 'Z' || (!kills && state == 'T');
            };
            return comes_true(has_effect, std::chrono::milliseconds(300)) ? Failure() : "it goes on";
        });
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Stop>(argc, argv);
}

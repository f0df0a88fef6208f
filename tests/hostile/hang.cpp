// Never answers its turn: hang sleep|spin|stop. With `stop` it stops itself by SIGSTOP.

#include "tests/hostile/hostile.hpp"

#include <csignal>

namespace {

using namespace hostile;

struct Hang final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const std::string& how = arguments_.at(0);
        if (how == "stop") {
            ::raise(SIGSTOP);
        }
        for (volatile bool is_spinning = how == "spin"; is_spinning;) {
        }
        sleep_for_ever();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Hang>(argc, argv);
}

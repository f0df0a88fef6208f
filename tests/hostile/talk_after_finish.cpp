// Writes lines after it has read FINISH, and then exits.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct TalkAfterFinish final : Agent {
    using Agent::Agent;
    void finish() override {
        say("MOVE 1 1 1 2\nI WON\nOK\n\n");
        ::usleep(20'000);
        say("good game");
        Agent::finish();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<TalkAfterFinish>(argc, argv);
}

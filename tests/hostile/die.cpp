// Dies in the middle of a game: die start|ready|turn|half|moved|last|finish HOW.
// The word is the moment; `half` is in the middle of a line. HOW is an exit status, or a signal with a minus
// sign.

#include "tests/hostile/hostile.hpp"

#include <csignal>

namespace {

using namespace hostile;

struct Die final : Agent {
    using Agent::Agent;
    void start() override { now_is("start"); }
    void ready() override {
        now_is("ready");
        Agent::ready();
    }
    void bad_turn() override {
        now_is("turn");
        if (arguments_.at(0) == "half") {
            say("MOVE 1 1");
        }
        now_is("half");
        play();
        now_is("moved");
        if (is_over()) {
            now_is("last");
        }
    }
    void finish() override {
        now_is("finish");
        Agent::finish();
    }

  private:
    void now_is(std::string_view moment) const {
        if (arguments_.at(0) != moment) {
            return;
        }
        complain("last words\n");
        const int how = number(arguments_.at(1));
        if (how >= 0) {
            std::_Exit(how);
        }
        ::kill(::getpid(), -how);
        sleep_for_ever();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Die>(argc, argv);
}

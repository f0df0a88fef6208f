// Writes lines without end from one moment on: chatter ready|turn|finish.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Chatter final : Agent {
    using Agent::Agent;
    void ready() override {
        chatter_at("ready");
        Agent::ready();
    }
    void bad_turn() override {
        chatter_at("turn");
        play();
    }
    void finish() override {
        chatter_at("finish");
        Agent::finish();
    }

  private:
    void chatter_at(std::string_view moment) const {
        while (arguments_.at(0) == moment) {
            say("info depth 3 score 17\n");
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Chatter>(argc, argv);
}

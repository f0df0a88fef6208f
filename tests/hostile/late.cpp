// Gives the right answer too late: late ready|turn MILLISECONDS.

#include "tests/hostile/hostile.hpp"

#include <chrono>
#include <thread>

namespace {

using namespace hostile;

struct Late final : Agent {
    using Agent::Agent;
    void ready() override {
        dawdle_at("ready");
        Agent::ready();
    }
    void bad_turn() override {
        dawdle_at("turn");
        play();
    }

  private:
    void dawdle_at(std::string_view moment) const {
        if (arguments_.at(0) == moment) {
            std::this_thread::sleep_for(std::chrono::milliseconds(number(arguments_.at(1))));
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Late>(argc, argv);
}

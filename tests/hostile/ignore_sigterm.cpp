// Exits neither when it reads FINISH nor when it is sent SIGTERM.

#include "tests/hostile/hostile.hpp"

#include <csignal>

namespace {

using namespace hostile;

struct IgnoreSigterm final : Agent {
    using Agent::Agent;
    void start() override { std::signal(SIGTERM, SIG_IGN); }
    void finish() override { sleep_for_ever(); }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<IgnoreSigterm>(argc, argv);
}

// Does not exit when it reads FINISH.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct IgnoreFinish final : Agent {
    using Agent::Agent;
    void finish() override { sleep_for_ever(); }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<IgnoreFinish>(argc, argv);
}

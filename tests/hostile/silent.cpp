// Reads everything and never writes anything.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Silent final : Agent {
    using Agent::Agent;
    void ready() override {}
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Silent>(argc, argv);
}

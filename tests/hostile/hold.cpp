// Delays its OK until a file is gone: hold FILE. It does nothing else wrong.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Hold final : Agent {
    using Agent::Agent;
    void ready() override {
        while (::access(arguments_.at(0).c_str(), F_OK) == 0) {
            ::usleep(5000);
        }
        Agent::ready();
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Hold>(argc, argv);
}

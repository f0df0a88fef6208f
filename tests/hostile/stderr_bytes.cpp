// Writes bytes that are no text to standard error, and dies.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct StderrBytes final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        using namespace std::string_view_literals;
        complain("caf\xe9 \x1b[31m\0\xff\xfe\xed\xa0\x80 last words \xc3"sv);
        std::_Exit(7);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<StderrBytes>(argc, argv);
}

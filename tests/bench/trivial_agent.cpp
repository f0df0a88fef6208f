// The agent of the benchmarks: plays by the rules at almost no cost. With an argument it offers to play many
// games in one process.

#include "tests/bench/trivial_session.hpp"

namespace {

struct Nobody {
    void has_read() const noexcept {}
    void answers() const noexcept {}
};

} // namespace

int main(int argc, char**) {
    Nobody nobody;
    return bench::Session(nobody, argc > 1).play();
}

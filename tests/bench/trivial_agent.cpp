// The agent of the benchmarks: plays by the rules at almost no cost.

#include "tests/bench/trivial_session.hpp"

namespace {

struct Nobody {
    void has_read() const noexcept {}
    void answers() const noexcept {}
};

} // namespace

int main() {
    Nobody nobody;
    return bench::Session(nobody).play();
}

// The trivial agent, which sleeps for BENCH_SLEEP_US microseconds (default 5000) before each answer: many of
// them play at once on few cores.

#include "tests/bench/trivial_session.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

struct Sleep {
    std::chrono::microseconds time;

    void has_read() const noexcept {}
    void answers() const { std::this_thread::sleep_for(time); }
};

} // namespace

int main() {
    const char* const text = std::getenv("BENCH_SLEEP_US");
    Sleep sleep{std::chrono::microseconds(text != nullptr ? std::atol(text) : 5000)};
    return bench::Session(sleep).play();
}

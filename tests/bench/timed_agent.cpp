// The agent of the benchmarks, with a clock of its own. It measures each turn from the end of the read that
// brought TURN to the beginning of the write that answers it, and writes the nanoseconds at the end of the
// game, a line a turn, to the file named by REFEREE_SEED in the directory BENCH_TIMES. It keeps its core busy
// for BENCH_THINK_US microseconds (default 0) before it answers.

#include "tests/bench/trivial_session.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;

class Times {
  public:
    explicit Times(std::chrono::microseconds thinks)
        : thinks_(thinks) {}

    void has_read() noexcept { read_ = Clock::now(); }

    void answers() noexcept {
        auto took = Clock::now() - read_;
        while (took < thinks_) {
            took = Clock::now() - read_;
        }
        if (count_ < turns_.size()) {
            turns_[count_++] = took;
        }
    }

    /// Writes the times to a file. False when that fails.
    [[nodiscard]] bool write(const std::string& path) const {
        std::FILE* const file = std::fopen(path.c_str(), "w");
        if (file == nullptr) {
            return false;
        }
        for (std::size_t i = 0; i < count_; ++i) {
            const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(turns_[i]);
            std::fprintf(file, "%lld\n", static_cast<long long>(time.count()));
        }
        return std::fclose(file) == 0;
    }

  private:
    std::chrono::microseconds thinks_;
    Clock::time_point read_;
    std::array<Clock::duration, 1000> turns_{};
    std::size_t count_ = 0;
};

} // namespace

int main() {
    const char* const directory = std::getenv("BENCH_TIMES");
    const char* const seed = std::getenv("REFEREE_SEED");
    const char* const thinks = std::getenv("BENCH_THINK_US");
    if (directory == nullptr || seed == nullptr) {
        std::fputs("bench_timed_agent: no BENCH_TIMES or REFEREE_SEED in the environment\n", stderr);
        return 2;
    }
    Times times(std::chrono::microseconds(thinks != nullptr ? std::atoi(thinks) : 0));
    const int status = bench::Session(times).play();
    return times.write(std::string(directory) + "/" + seed) ? status : 1;
}

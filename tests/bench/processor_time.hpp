#pragma once
// The processor time of this process: the cost of a search, whatever else runs on the machine.

#include <ctime>

namespace bench {

/// Seconds of processor time that `work` takes.
template<class Work>
[[nodiscard]] double seconds(Work&& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

} // namespace bench

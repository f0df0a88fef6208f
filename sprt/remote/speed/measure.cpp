#include "sprt/remote/speed/measure.hpp"

#include "referee/base/task.hpp"
#include "referee/process/cores.hpp"
#include "sprt/remote/speed/fixed_search.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

namespace sprt::remote {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int kSlices = 20;

/// Million nodes a second in the median of kSlices slices of `time`: what disturbs the machine for a moment
/// does not count.
double speed_of_slot(std::chrono::milliseconds time) {
    FixedSearch search;
    std::vector<double> speeds;
    for (int slice = 0; slice < kSlices; ++slice) {
        const std::uint64_t before = search.nodes();
        const auto begin = Steady::now();
        auto now = begin;
        do {
            search.step();
            now = Steady::now();
        } while (now - begin < time / kSlices);
        const double us = std::chrono::duration<double, std::micro>(now - begin).count();
        speeds.push_back(static_cast<double>(search.nodes() - before) / us);
    }
    const auto middle = speeds.begin() + kSlices / 2;
    std::nth_element(speeds.begin(), middle, speeds.end());
    return *middle;
}

} // namespace

double measure_speed(const referee::Placement& placement, int slots, std::chrono::milliseconds time) {
    std::vector<double> speeds(static_cast<std::size_t>(slots));
    {
        std::vector<std::jthread> threads;
        threads.reserve(speeds.size());
        for (int slot = 0; slot < slots; ++slot) {
            threads.push_back(referee::new_thread([&placement, &speeds, time, slot] {
                if (const referee::GameCores* const cores = placement.game(slot)) {
                    referee::pin_this_thread(cores->worker);
                }
                speeds[static_cast<std::size_t>(slot)] = speed_of_slot(time);
            }));
        }
    }
    return std::accumulate(speeds.begin(), speeds.end(), 0.0) / slots;
}

} // namespace sprt::remote

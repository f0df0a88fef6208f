#include "sprt/remote/speed/measure.hpp"

#include "referee/process/cores.hpp"
#include "sprt/remote/speed/fixed_search.hpp"

#include <numeric>
#include <thread>
#include <vector>

namespace sprt::remote {

double measure_speed(const referee::Placement& placement, int slots, std::chrono::milliseconds time) {
    using Steady = std::chrono::steady_clock;
    std::vector<double> speeds(static_cast<std::size_t>(slots));
    {
        std::vector<std::jthread> threads;
        for (int slot = 0; slot < slots; ++slot) {
            threads.emplace_back([&placement, &speeds, time, slot] {
                if (const referee::GameCores* const cores = placement.game(slot)) {
                    referee::pin_this_thread(cores->worker);
                }
                FixedSearch search;
                const auto begin = Steady::now();
                auto now = begin;
                do {
                    search.step();
                    now = Steady::now();
                } while (now - begin < time);
                const double us = std::chrono::duration<double, std::micro>(now - begin).count();
                speeds[static_cast<std::size_t>(slot)] = static_cast<double>(search.nodes()) / us;
            });
        }
    }
    return std::accumulate(speeds.begin(), speeds.end(), 0.0) / slots;
}

} // namespace sprt::remote

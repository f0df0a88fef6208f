#pragma once
// Pairs, slots and times that are made up, for tests of leases and of the desk.

#include "referee/game/job.hpp"
#include "sprt/remote/leases.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sprt::remote {

using namespace std::chrono_literals;

inline constexpr Time kStart = Time() + 1h;
inline constexpr auto kLongestPair = 60s;

/// The pairs of games `first` to `end` - 1, without openings.
inline std::function<std::vector<Job>()> made_pairs(std::uint64_t first, std::uint64_t end) {
    return [game = first, end]() mutable {
        std::vector<Job> jobs;
        while (game < end && (jobs.empty() || !referee::begins_pair(game))) {
            Job& job = jobs.emplace_back();
            job.id = game;
            job.pair = game / 2;
            ++game;
        }
        return jobs;
    };
}

/// Session `number` as messages write it.
inline std::string made_session(std::uint64_t number) {
    std::string digits = std::to_string(number);
    return std::string(16 - digits.size(), '0') + digits;
}

/// The pair that `slot` of `worker` plays next, a lost one or a new one; null: none.
inline const Lease* give(Leases& leases, const SlotId& slot, const std::string& worker, Time now) {
    const Lease* const lost = leases.give_lost(slot, worker, now);
    return lost != nullptr ? lost : leases.give_new(slot, worker, now);
}

} // namespace sprt::remote

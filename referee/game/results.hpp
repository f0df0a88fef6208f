#pragma once
// How many games ended which way.

#include "referee/game/record.hpp"

#include <cstdint>
#include <string>

namespace referee {

/// Scored games, as agent 1 sees them.
struct Results {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    void add(Winner winner) noexcept {
        switch (winner) {
        case Winner::Draw:
            ++draws;
            break;
        case Winner::Agent1:
            ++wins;
            break;
        case Winner::Agent2:
            ++losses;
            break;
        }
    }
    [[nodiscard]] std::uint64_t games() const noexcept { return wins + losses + draws; }
    bool operator==(const Results&) const = default;
};

/// `Total: 10, WLD: 5/3/2`.
[[nodiscard]] std::string to_text(const Results& results);

} // namespace referee

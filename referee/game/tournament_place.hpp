#pragma once
// Where a game stands in a tournament of many agents.

#include <array>
#include <cstddef>
#include <cstdint>

namespace referee {

struct TournamentPlace {
    std::uint64_t round = 0;
    std::array<std::size_t, 2> agents{}; ///< positions of agent 1 and agent 2 in the list of agents

    bool operator==(const TournamentPlace&) const = default;
};

} // namespace referee

#pragma once
// Who is connected with whom: groups that can be compared at all, and classes within which likelihood has a
// finite maximum. Source: Ford, "Solution of a ranking problem from binary comparisons", 1957.

#include "sprt/stats/ratings/results.hpp"

#include <cstddef>
#include <vector>

namespace sprt {

using AgentList = std::vector<std::size_t>; ///< positions, rising

/// The agents that counted pairs connect, by their first agent. An agent without counted pairs is in none.
[[nodiscard]] std::vector<AgentList> groups_of(const Results& results);

/// The strong components of the graph "i made a point against j" among the agents of `group`. A class comes
/// after all those that it made no point against and that made points against it; where that leaves a choice,
/// the one with the greatest mean of `strength` comes first, which is by position of agents.
[[nodiscard]] std::vector<AgentList> classes_of(const Results& results, const AgentList& group,
                                                const std::vector<double>& strength);

/// The rank of the pairings' matrix, a row a pairing with 1 for one agent and -1 for the other one: how many
/// differences of ratings `pairings` determine. `pairings`: positions in `results`.
[[nodiscard]] std::size_t rank_of(const Results& results, const std::vector<std::size_t>& pairings);

} // namespace sprt

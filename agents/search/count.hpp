#pragma once
// Policies that count the nodes of a search. A search calls visit() for each position it looks at, the root
// included. A policy is passed by value; an empty policy costs nothing. A policy whose visit() throws ends
// the search.

#include "agents/search/watch.hpp"

#include <cstdint>
#include <utility>

namespace search {

/// Whether a search with this policy is noexcept: when visit() is.
template<class Count>
inline constexpr bool kCannotThrow = noexcept(std::declval<const Count&>().visit());

/// Counts nothing.
struct NoCount {
    constexpr void visit() const noexcept {}
};

/// Adds the visits to `nodes`, which must outlive this policy.
class NodeCount {
  public:
    explicit NodeCount(std::uint64_t& nodes) noexcept
        : nodes_(&nodes) {}
    void visit() const noexcept { ++*nodes_; }

  private:
    std::uint64_t* nodes_;
};

/// Thrown when a limit of a search is reached before the search has finished.
struct OutOfTime {};

/// Counts with `watch`, which must outlive this policy, and throws OutOfTime once the watch is over.
class WatchedCount {
  public:
    explicit WatchedCount(Watch& watch) noexcept
        : watch_(&watch) {}
    void visit() const {
        watch_->visit();
        if (watch_->is_over()) {
            throw OutOfTime();
        }
    }

  private:
    Watch* watch_;
};

} // namespace search

#pragma once
// Counting the nodes of a search, as a policy: a search calls visit() for each position it looks at, the root
// included. They are passed by value; the empty one is no argument at all in machine code. A policy whose
// visit() throws ends the search.

#include "agents/search/watch.hpp"

#include <cstdint>
#include <utility>

namespace search {

/// What a search with this policy is: noexcept when its visits are.
template<class Count>
inline constexpr bool kCannotThrow = noexcept(std::declval<const Count&>().visit());

/// Counts nothing and costs nothing.
struct NoCount {
    constexpr void visit() const noexcept {}
};

/// Adds the visits to a number that outlives it.
class NodeCount {
  public:
    explicit NodeCount(std::uint64_t& nodes) noexcept
        : nodes_(&nodes) {}
    void visit() const noexcept { ++*nodes_; }

  private:
    std::uint64_t* nodes_;
};

/// The limits of a search were reached before it was done.
struct OutOfTime {};

/// Counts with a Watch, which must outlive it, and throws OutOfTime once that is over.
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

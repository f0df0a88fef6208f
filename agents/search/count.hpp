#pragma once
// Counting the nodes of a search, as a policy: a search calls visit() for each position it looks at, the root
// included. Both are passed by value; the empty one is no argument at all in machine code.

#include <cstdint>

namespace search {

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

} // namespace search

#pragma once
// A policy that counts the nodes of a search, see agents/search/watch.hpp.

#include <cstdint>

namespace search {

/// Adds the visits to `nodes`, which must outlive this policy.
class NodeCount {
  public:
    explicit NodeCount(std::uint64_t& nodes) noexcept
        : nodes_(&nodes) {}
    void visit() const noexcept { ++*nodes_; }

  private:
    std::uint64_t* nodes_;
};

} // namespace search

#pragma once
// Counting the nodes of a search, as a policy: a search calls visit() for each position it looks at, the root
// included. They are passed by value; the empty one is no argument at all in machine code. A policy whose
// visit() throws ends the search.

#include <chrono>
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

/// The time of a search was up before it was done.
struct OutOfTime {};

/// Counts like NodeCount, and throws OutOfTime at the deadline.
class TimedCount {
  public:
    TimedCount(std::uint64_t& nodes, std::chrono::steady_clock::time_point deadline) noexcept
        : nodes_(&nodes)
        , deadline_(deadline) {}
    void visit() const {
        if (++*nodes_ % kNodesBetweenLooks == 0) {
            look();
        }
    }

  private:
    /// Some 30 microseconds of searching, beside which reading the clock costs nothing.
    static constexpr std::uint64_t kNodesBetweenLooks = 1024;

    [[gnu::noinline]] void look() const {
        if (std::chrono::steady_clock::now() >= deadline_) {
            throw OutOfTime();
        }
    }

    std::uint64_t* nodes_;
    std::chrono::steady_clock::time_point deadline_;
};

} // namespace search

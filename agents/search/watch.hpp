#pragma once
// What looks at the nodes of a search: a watch that tells it when to stop, which counts nodes and reads the
// clock now and then, and policies that count.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace search {

struct Limits {
    int depth = 100;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    /// No depth is begun after it; only Champion looks at it.
    std::optional<std::chrono::steady_clock::time_point> enough{};
    std::function<bool()> is_stopped{}; ///< asked now and then; empty: only the limits end the search
};

/// Watches the search of one move. Nothing is over before arm(), so that a move is found whatever the limits
/// are.
class Watch {
  public:
    explicit Watch(const Limits& limits) noexcept
        : limits_(limits) {}

    void visit() noexcept {
        if (++nodes_ >= next_look_) {
            look();
        }
    }
    /// Applies the limits of nodes and time from now on.
    void arm() noexcept { look(); }
    [[nodiscard]] bool is_over() const noexcept { return is_over_; }
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  private:
    /// The search of so many nodes takes a few dozen microseconds; reading the clock takes far less.
    static constexpr std::uint64_t kNodesBetweenLooks = 512;

    void look() noexcept {
        is_over_ = nodes_ >= limits_.nodes ||
                   (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) ||
                   (limits_.is_stopped && limits_.is_stopped());
        next_look_ = std::min(nodes_ + kNodesBetweenLooks, limits_.nodes);
    }

    Limits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = std::numeric_limits<std::uint64_t>::max();
    bool is_over_ = false;
};

// Policies that count the nodes of a search. A search calls visit() for each position it looks at, the root
// included. A policy is passed by value; an empty policy costs nothing. A policy whose visit() throws ends
// the search.

struct NoCount {
    constexpr void visit() const noexcept {}
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

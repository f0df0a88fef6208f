#pragma once
// When a search has to stop: counts its nodes, and looks at the clock now and then.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace search {

/// What a search of one move may take.
struct Limits {
    int depth = 100;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::chrono::steady_clock::time_point> deadline{};
};

/// One for each move. Does not stop anything until arm(): a first move is found whatever the limits are.
class Watch {
  public:
    explicit Watch(const Limits& limits) noexcept
        : limits_(limits) {}

    void visit() noexcept {
        if (++nodes_ >= next_look_) {
            look();
        }
    }
    /// From now on the limits of nodes and time hold.
    void arm() noexcept { look(); }
    [[nodiscard]] bool is_over() const noexcept { return is_over_; }
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  private:
    /// A few dozen microseconds of searching, beside which reading the clock costs nothing.
    static constexpr std::uint64_t kNodesBetweenLooks = 512;

    void look() noexcept {
        is_over_ = nodes_ >= limits_.nodes ||
                   (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline);
        next_look_ = std::min(nodes_ + kNodesBetweenLooks, limits_.nodes);
    }

    Limits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = std::numeric_limits<std::uint64_t>::max();
    bool is_over_ = false;
};

} // namespace search

#pragma once
// The search by which machines are compared: the same work everywhere. It is not an agent, and does not
// change when agents do. Source: docs/many-machines.md, "Speed".

#include "referee/rules/ataxx/position.hpp"

#include <cstdint>

namespace sprt::remote {

/// Plays Ataxx against itself: alpha-beta, kDepth plies, by the difference of stones, the moves with most
/// stones first. After the end of a game the next one begins.
class FixedSearch {
  public:
    static constexpr int kDepth = 4;

    /// Searches for one move, and makes it. Takes about a millisecond.
    void step();

    /// Positions whose moves were generated, in all steps.
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
    [[nodiscard]] const ataxx::Position& position() const noexcept { return position_; }

  private:
    [[nodiscard]] int value(const ataxx::Position& position, int depth, int alpha, int beta);

    ataxx::Position position_;
    int turns_ = 0;
    std::uint64_t nodes_ = 0;
};

} // namespace sprt::remote

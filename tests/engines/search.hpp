#pragma once
// Alpha-beta over the rules of the referee, deep enough for tests: the same seed and limit of depth or nodes
// choose the same move.

#include "referee/rules/ataxx/position.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace test_engines {

/// When a search ends. Without any limit it ends at the deepest depth, or when it is told to.
struct Limits {
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<std::chrono::nanoseconds> time{};
    std::uint64_t nodes_between_looks = 64; ///< at the clock
    bool is_processor_time = false;
};

/// What one depth found.
struct Found {
    int depth = 0;
    int score = 0;   ///< a stone is 100
    int mate_in = 0; ///< moves to the end of the game, negative for the loser; 0: not seen
    std::uint64_t nodes = 0;
    std::chrono::nanoseconds time{0};
    std::vector<ataxx::Move> pv{};
};

/// One move for each square that can be cloned to, and all jumps, in the order of the seed.
[[nodiscard]] std::vector<ataxx::Move> different_moves(const ataxx::Position& position, std::uint64_t seed);

class Search {
  public:
    Search(const Limits& limits, std::uint64_t seed, const std::atomic<bool>& is_stopped) noexcept;

    /// The best move of a position that is not finished. `report` is called after each depth. When not even
    /// the first depth was completed, it was not called.
    [[nodiscard]] ataxx::Move best(const ataxx::Position& position,
                                   const std::function<void(const Found&)>& report);

  private:
    [[nodiscard]] int value(const ataxx::Position& position, int depth, int ply, int alpha, int beta,
                            std::vector<ataxx::Move>& pv);
    [[nodiscard]] std::chrono::nanoseconds now() const;
    [[nodiscard]] bool is_over();

    Limits limits_;
    std::uint64_t seed_;
    const std::atomic<bool>& is_stopped_;
    std::chrono::nanoseconds begin_;
    std::uint64_t nodes_ = 0;
    bool is_over_ = false;
};

} // namespace test_engines

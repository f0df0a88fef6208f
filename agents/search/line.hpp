#pragma once
// The principal variation: the moves that both sides are expected to make.

#include "agents/search/game.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace search {

/// One line for each ply, built from the end: the line of a position is a move and the line after it.
template<class Move>
class Lines {
  public:
    /// Nothing is expected from the position at `ply` on. For plies up to kMaxDepth.
    void clear(int ply) noexcept { sizes_[index(ply)] = 0; }
    /// At `ply` comes `move`, and then the line of the next ply.
    void put(int ply, const Move& move) noexcept {
        const auto i = index(ply);
        auto& line = moves_[i];
        line[0] = move;
        const auto length = std::min(sizes_[i + 1], line.size() - 1);
        std::copy_n(moves_[i + 1].begin(), length, line.begin() + 1);
        sizes_[i] = length + 1;
    }
    [[nodiscard]] std::vector<Move> at(int ply) const {
        const auto i = index(ply);
        return {moves_[i].begin(), moves_[i].begin() + static_cast<std::ptrdiff_t>(sizes_[i])};
    }

  private:
    static constexpr std::size_t kPlies = kMaxDepth + 2;
    [[nodiscard]] static constexpr std::size_t index(int ply) noexcept {
        return static_cast<std::size_t>(ply);
    }

    std::array<std::array<Move, kPlies>, kPlies> moves_{};
    std::array<std::size_t, kPlies> sizes_{};
};

} // namespace search

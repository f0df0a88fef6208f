#pragma once
// The principal variation: the moves that both sides are expected to play.

#include "agents/search/game.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace search {

/// One line for each ply up to kMaxDepth. A line is built from its end: a move, followed by the line of the
/// next ply.
template<class Move>
class Lines {
  public:
    /// Makes the line of `ply` empty.
    void clear(int ply) noexcept { sizes_[index(ply)] = 0; }
    /// Makes the line of `ply`: `move`, and then the line of the next ply.
    void put(int ply, const Move& move) noexcept {
        const auto i = index(ply);
        auto& line = moves_[i];
        line[0] = move;
        const auto length = std::min(sizes_[i + 1], line.size() - 1);
        std::copy_n(moves_[i + 1].begin(), length, line.begin() + 1);
        sizes_[i] = length + 1;
    }
    /// The line of `ply`.
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

#pragma once
// The moves of a position in a fixed array: nothing is allocated.

#include <array>
#include <cstddef>

namespace referee {

template<class Move, std::size_t Capacity>
class MoveList {
  public:
    static constexpr std::size_t kCapacity = Capacity;

    [[nodiscard]] constexpr const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr Move* begin() noexcept { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const noexcept { return moves_[i]; }
    constexpr void push_back(Move move) noexcept { moves_[size_++] = move; }

  private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

} // namespace referee

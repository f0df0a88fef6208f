#pragma once
// A move of any game as messages and logs write it: one to four numbers.
// Source: docs/protocol.md, "The messages".

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// The numbers of a move, in the order in which its game writes them. They may name no move at all.
class MoveNumbers {
  public:
    static constexpr std::size_t kMost = 4;

    constexpr MoveNumbers() = default;
    /// At most kMost numbers.
    constexpr MoveNumbers(std::initializer_list<int> numbers) noexcept {
        for (const int number : numbers) {
            push_back(number);
        }
    }

    constexpr void push_back(int number) noexcept {
        assert(count_ < kMost);
        numbers_[count_++] = number;
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr int operator[](std::size_t i) const noexcept { return numbers_[i]; }
    [[nodiscard]] constexpr const int* begin() const noexcept { return numbers_.data(); }
    [[nodiscard]] constexpr const int* end() const noexcept { return numbers_.data() + count_; }

    constexpr bool operator==(const MoveNumbers&) const = default;

  private:
    std::array<int, kMost> numbers_{};
    std::uint32_t count_ = 0;
};

/// The numbers with blanks between them, e.g. `1 1 2 3`.
[[nodiscard]] std::string to_string(const MoveNumbers& numbers);

/// Reads `count` decimal integers, each `-?[0-9]{1,9}` after one or more blanks (space or tab), from the
/// front of `text`, and removes them from it. Empty when `text` does not begin with so many; `text` is then
/// cut somewhere. Does not allocate.
[[nodiscard]] std::optional<MoveNumbers> take_move_numbers(std::string_view& text,
                                                           std::size_t count) noexcept;

/// As take_move_numbers(), of a text that is nothing else. Empty for any other text.
[[nodiscard]] std::optional<MoveNumbers> parse_move_numbers(std::string_view text,
                                                            std::size_t count) noexcept;

} // namespace referee

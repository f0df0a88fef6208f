#pragma once
// What a position of Ataxx is worth, by a small network. Its inputs are the 36 windows of 2 x 2 squares of
// the board, each in one of 81 states: a square is empty, of the side that looks, or of the other side. Both
// sides look at the board through the same weights into kHidden numbers each (an accumulator); what the side
// to move sees comes first. A move changes few windows, so that accumulators are updated and not made anew.
// Integers only: the same value on every machine. The weights: agents/champion/network_weights.inc, made by
// scripts/train. Sources: Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions", 2018; the
// square of a clipped value as activation: the wiki of bullet, a trainer.

#include "referee/rules/ataxx/position.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace search {

inline constexpr int kHidden = 64;
inline constexpr int kWindows = 36;
inline constexpr int kWindowStates = 81;
inline constexpr int kBuckets = 7; ///< the output's weights depend on how many stones there are

/// A hidden number of 1 is kHiddenOne, a weight of the output of 1 is kOutputOne.
inline constexpr int kHiddenOne = 255;
inline constexpr int kOutputOne = 64;
/// The value at which the side to move is expected to win e / (1 + e) = 73 of 100 games.
inline constexpr int kValueOne = 400;

/// The number, 0 to kBuckets - 1, of the output weights for a position with so many stones, 1 to 49.
[[nodiscard]] constexpr std::size_t bucket(int stones) noexcept {
    return static_cast<std::size_t>((stones - 1) / 7);
}

/// The squares that are the first corner of a window, as bits: all but those of the last row and column.
/// Square i is in the windows whose first corners are i, i - 1, i - 7 and i - 8.
inline constexpr std::uint64_t kWindowCorners = [] {
    std::uint64_t set = 0;
    for (int i = 0; i < ataxx::kSquares; ++i) {
        if (i / 7 < 6 && i % 7 < 6) {
            set |= std::uint64_t{1} << i;
        }
    }
    return set;
}();

/// The state of the window with its corner on square `corner`, as the side of `own` sees it, 0 to 80: its
/// squares corner, corner + 1, corner + 7 and corner + 8 are the digits of a number to the base 3, 0 empty, 1
/// own, 2 the opponent's; the first has the lowest place.
[[nodiscard]] constexpr std::size_t window_state(std::uint64_t own, std::uint64_t theirs,
                                                 int corner) noexcept {
    constexpr std::array<std::uint8_t, 16> kDigits{0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};
    const auto four = [corner](std::uint64_t set) {
        return (set >> corner & 3) | (set >> (corner + 7) & 3) << 2;
    };
    return kDigits[four(own)] + 2U * kDigits[four(theirs)];
}

[[nodiscard]] constexpr std::size_t input_row(int corner, std::size_t state) noexcept {
    return static_cast<std::size_t>(corner / 7 * 6 + corner % 7) * kWindowStates + state;
}

struct alignas(64) Accumulator {
    /// What a side sees, by referee::index(Side).
    std::array<std::array<std::int16_t, kHidden>, 2> seen;
};

/// A value of the network is at most this, and at least its negative.
inline constexpr int kMostNetworkValue = 20'000;

/// The weights, and what they make of a position. Every function is pure.
class Network {
  public:
    struct Weights {
        alignas(64) std::array<std::array<std::int16_t, kHidden>, kWindows * kWindowStates> input;
        alignas(64) std::array<std::int16_t, kHidden> hidden_bias;
        alignas(64) std::array<std::array<std::int16_t, 2 * kHidden>, kBuckets> output; ///< -128 to 128
        std::array<std::int32_t, kBuckets> output_bias; ///< 1 is kHiddenOne * kOutputOne
    };

    /// Reads weights in the form of network_weights.inc, the members of Weights in their order: digits of six
    /// bits, `#` to `c` without the backslash; two make a number, four one of output_bias, the lowest first.
    /// Other characters are skipped. Throws UserError when the text is too short.
    explicit Network(std::string_view text);

    [[nodiscard]] const Weights& weights() const noexcept { return *weights_; }

    [[nodiscard]] Accumulator accumulated(const ataxx::Position& position) const noexcept;
    /// Makes `after` the accumulator of `to` from `before`, that of `from`, whatever the two have in common.
    void update(const Accumulator& before, const ataxx::Position& from, const ataxx::Position& to,
                Accumulator& after) const noexcept;
    /// The value for the side to move, 1 is kValueOne. `accumulator`: that of `position`.
    [[nodiscard]] int value(const Accumulator& accumulator, const ataxx::Position& position) const noexcept;

  private:
    std::shared_ptr<const Weights> weights_;
};

/// That of network_weights.inc.
[[nodiscard]] const Network& built_in_network();

} // namespace search

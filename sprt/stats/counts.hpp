#pragma once
// The counts that verdicts and estimates are computed from.

#include <array>
#include <cstdint>

namespace sprt {

/// Games won, lost and drawn by agent 1.
struct Wld {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    [[nodiscard]] constexpr std::uint64_t games() const noexcept { return wins + losses + draws; }
    constexpr bool operator==(const Wld&) const = default;
};

/// Pairs of games from one opening with the seats swapped, by agent 1's points in both games together: 0,
/// 1/2, 1, 3/2 and 2 (LL, LD, LW and DD, DW, WW; which game came first makes no difference).
struct Ptnml {
    std::array<std::uint64_t, 5> counts{};

    [[nodiscard]] constexpr std::uint64_t pairs() const noexcept {
        return counts[0] + counts[1] + counts[2] + counts[3] + counts[4];
    }
    constexpr bool operator==(const Ptnml&) const = default;
};

/// What a count of 0 is replaced by where a formula needs every class to be possible; other counts stay as
/// they are. Source: fishtest, LLRcalc.regularize.
inline constexpr double kEmptyClass = 1e-3;

} // namespace sprt

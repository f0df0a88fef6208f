#pragma once
// Which settings make a valid sequential test, and the error texts for wrong ones. Used for tests from a
// configuration and for tests from flags.

#include "referee/game/settings/setting.hpp"
#include "sprt/stats/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

inline constexpr double kMostElo = 2000; ///< largest absolute value of elo0 and elo1
/// The check of alpha and beta.
inline constexpr referee::RealRange kErrorRates{
    .least = 0, .most = 1, .only_above = true, .only_below = true};

/// What is wrong with one setting, or with two that contradict each other.
struct TestProblem {
    std::vector<std::string_view> keys; ///< one or two: `elo0`, or `elo0` and `elo1`
    std::string what;                   ///< the value and what would be right; a single key is not named
};

/// The first problem of `test`; empty when a SequentialTest can be made from it. Right are: elo0 < elo1, both
/// within +-kMostElo; alpha and beta above 0 and together below 1. Not-a-number is out of range.
[[nodiscard]] std::optional<TestProblem> problem_of(const Hypotheses& test);

/// The model named `text`. Throws UserError `PLACE: 'text' must be ...`.
[[nodiscard]] Model read_model(std::string_view text, std::string_view place);

} // namespace sprt

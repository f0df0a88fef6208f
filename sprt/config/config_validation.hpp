#pragma once
// Checks that configurations of runs, matches and tournaments share.

#include "referee/game/settings/setting.hpp"
#include "sprt/config/config.hpp"
#include "sprt/stats/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// Which settings make a valid sequential test, and the error texts for wrong ones. Used for tests from a
// configuration and for tests from flags.

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

/// What is wrong with an agent, in one line; empty when nothing is. Its command is not empty.
[[nodiscard]] std::optional<std::string> problem_of(const AgentConfig& agent,
                                                    const referee::PlaySettings& play);

/// Checks the settings of the kind of `config`, rules, limits and the file of openings, but no agent. Throws
/// UserError, naming the place by `sources`.
void check_shared(const Config& config, const ConfigSources& sources);

} // namespace sprt

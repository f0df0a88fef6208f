#pragma once
// What makes a sequential test: which names and numbers of its settings are right, and what to say of wrong
// ones. Shared by all that take a test from a user: a configuration, flags.

#include "sprt/stats/model.hpp"
#include "sprt/stats/verdict.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

inline constexpr double kMostElo = 2000; ///< of elo0 and elo1, either way

/// What is wrong with one setting, or with two that do not go together.
struct TestProblem {
    std::vector<std::string_view> keys; ///< `elo0`, or `elo0` and `elo1`: one or two, not empty
    std::string what; ///< the value and what would be right, without the key of a single one
};

/// The first problem of a test; empty when there is none, and then SequentialTest may be made of it: elo0 <
/// elo1, both within +-kMostElo, alpha and beta above 0 and together below 1, for a 2-SPRT below 1/2 each.
/// Not-a-number is out of range.
[[nodiscard]] std::optional<TestProblem> problem_of(const Hypotheses& test, TestKind kind);

/// The model of that name. Throws UserError `PLACE: 'text' must be ...`.
[[nodiscard]] Model read_model(std::string_view text, std::string_view place);

/// The kind of test of that name. Throws UserError `PLACE: 'text' must be ...`.
[[nodiscard]] TestKind read_test_kind(std::string_view text, std::string_view place);

} // namespace sprt

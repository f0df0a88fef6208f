#pragma once
// The result of a tournament as run.json holds it. Source: docs/runs.md, "A tournament's directory".

#include "referee/game/json.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/stats/ratings/results.hpp"
#include "sprt/store/run_result.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

/// The keys of `result` in run.json.
[[nodiscard]] std::vector<std::string_view> tournament_result_keys();

/// `result` of run.json without `ended`. Ratings are relative to `anchor`.
[[nodiscard]] referee::Json to_json(const TournamentState& state, const std::optional<Anchor>& anchor);

/// The differences between `stored`, the `result` of a run.json, and the one computed from the games; see
/// result_differences() of a run.
[[nodiscard]] std::vector<ResultDifference> result_differences(const referee::Json& stored,
                                                               const TournamentState& computed,
                                                               const std::optional<Anchor>& anchor);

} // namespace sprt

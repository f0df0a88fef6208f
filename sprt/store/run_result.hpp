#pragma once
// The result of a run and of a tournament as run.json holds it, and its comparison with the result computed
// from the games.
// Source: docs/runs.md, "A run directory", "A tournament's directory".

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/stats/ratings/results.hpp"
#include "sprt/store/run_facts.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// The keys of `result` in run.json.
[[nodiscard]] std::vector<std::string_view> result_keys();

/// `result` of run.json without `ended`, the time of the end. That of a match and of a tuning has
/// nothing about a test.
[[nodiscard]] referee::Json to_json(const RunState& result, RunKind kind = RunKind::Test);

/// A value in run.json that differs from the one computed from the games.
struct ResultDifference {
    std::string pointer; ///< JSON pointer into run.json, e.g. `/result/llr`
    referee::Json stored;
    referee::Json computed;
};

/// What run.json says of its configuration and of the games' digests, and the files do not.
[[nodiscard]] std::vector<ResultDifference> differences_of_files(const RunFacts& run,
                                                                 const DigestCheck& digests);

/// The differences between `stored`, the `result` of a run.json (an object), and `computed`, that of the
/// games. `games_beyond`, `elapsed_s` and `ended` are not compared, because games do not tell them. Numbers
/// may differ by 1e-9 of their size, because other machines round differently. When the games do not end the
/// run, the stored reason may be `interrupted` or `openings_used_up`.
[[nodiscard]] std::vector<ResultDifference> result_differences(const referee::Json& stored,
                                                               const referee::Json& computed);

// The result of a tournament.

/// The keys of `result` in run.json.
[[nodiscard]] std::vector<std::string_view> tournament_result_keys();

/// `result` of run.json without `ended`. Ratings are relative to `anchor`.
[[nodiscard]] referee::Json to_json(const TournamentState& state, const std::optional<Anchor>& anchor);

} // namespace sprt

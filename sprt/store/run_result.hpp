#pragma once
// How a run ended, as run.json holds it, and whether its games say the same.
// Source: docs/log-format.md, "A run directory".

#include "referee/game/json.hpp"
#include "sprt/ledger/run_state.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sprt {

/// `result` of run.json but for `ended`, the time of day.
[[nodiscard]] referee::Json to_json(const RunState& result);

/// Something that run.json says and its games do not.
struct ResultDifference {
    std::string pointer; ///< JSON pointer into run.json, e.g. `/result/llr`
    referee::Json stored;
    referee::Json computed;
};

/// Where `stored`, the `result` of a run.json (an object), differs from what its games come to. What games
/// cannot tell is left out: how many were begun beyond the last, times of day and of the run. Numbers may
/// differ by 1e-9 of their size: other machines round otherwise. A stored reason that games cannot contradict
/// (an interrupt, a used-up book) is taken as it is.
[[nodiscard]] std::vector<ResultDifference> result_differences(const referee::Json& stored,
                                                               const RunState& computed);

} // namespace sprt

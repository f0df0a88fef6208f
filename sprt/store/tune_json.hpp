#pragma once
// What a tuning came to, as run.json and reports hold it. Source: docs/tuning.md, "What is kept".

#include "referee/game/json.hpp"
#include "referee/game/tuned.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/schedule/tuning.hpp"

#include <array>
#include <cstddef>

namespace sprt {

/// The values at 10 % and 90 % of a parameter's u in the last quarter of the pairs so far.
[[nodiscard]] std::array<referee::TunedNumber, 2> band_of(const Tuning& tuning, std::size_t param);

/// Whether the mean of u is so near to 0 or 1 that the range was too narrow.
[[nodiscard]] bool is_at_bound(double mean) noexcept;

/// `tune` of a result; the state is that of a tuning.
[[nodiscard]] referee::Json tune_json(const RunState& state);

} // namespace sprt

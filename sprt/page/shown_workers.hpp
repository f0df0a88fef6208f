#pragma once
// What the page says of the workers of a run that several machines play.
// Source: docs/runs.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/store/run_facts.hpp"

#include <cstddef>

namespace sprt {

/// Each worker of `run` by its name, as `sprt report --json` says it; `games` are those of its log.
[[nodiscard]] referee::Json shown_workers(const RunFacts& run, const GamesByWorker& games);

/// Adds to the workers in `all` the `score` of agent 1 in their scored `games`, and `score_ci95`, of the
/// pairs of which they played both games. It holds at any time, for each worker by itself. It is `[null,
/// null]` where more than one pair of the run in 20 repeats another one, because copies say nothing new.
void add_scores(referee::Json& all, const GamesByWorker& games, const Standing& standing);

/// Adds to `json` the games from game `from` on by who played them: the column `worker`, with positions in
/// `worker_names` or null for this machine, and of `all` the `workers` that played them.
void add_workers(referee::Json& json, const referee::Json& all, const Columns& columns, std::size_t from);

} // namespace sprt

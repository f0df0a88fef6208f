#pragma once
// What the page says of the workers of a run that several machines play.
// Source: docs/runs.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/store/load_run.hpp"

#include <cstddef>

namespace sprt {

/// Each worker by its name, as `sprt report --json` says it; those with games in the log also have `score`,
/// of agent 1 in their scored games, and `score_ci95`, of the pairs of which they played both games. It holds
/// at any time, for each worker by itself. It is `[null, null]` where more than one pair of the run in 20
/// repeats another one, because copies say nothing new.
[[nodiscard]] referee::Json shown_workers(const LoadedRun& run);

/// Of `all` those who played one of the games of `columns` from game `from` on.
[[nodiscard]] referee::Json workers_since(const referee::Json& all, const Columns& columns, std::size_t from);

/// For each game from game `from` on the position of its worker in Columns::workers(); null: this machine.
[[nodiscard]] referee::Json worker_column(const Columns& columns, std::size_t from);

} // namespace sprt

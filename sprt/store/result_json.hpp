#pragma once
// The parts of a result as run.json and reports hold them: numbers, ratings, a tuning, workers.

#include "referee/game/json.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/store/run_facts.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace sprt {

// Numbers that may be undefined or infinite, counts and times of results, as JSON.

/// null for what is undefined or not finite; never -0.0.
[[nodiscard]] referee::Json json_number(std::optional<double> value);

/// `[lower, upper]` of such numbers; `[null, null]` for what is undefined.
[[nodiscard]] referee::Json json_interval(const std::optional<Interval>& interval);

/// `[wins, losses, draws]`
[[nodiscard]] referee::Json wld_json(const Wld& games);
/// `[agent 1, agent 2]`
[[nodiscard]] referee::Json faults_json(const referee::PerPlayer<FaultCounts>& counts);
[[nodiscard]] referee::Json time_losses_json(const referee::PerPlayer<FaultCounts>& counts);
/// `median`, `p99` and `largest`
[[nodiscard]] referee::Json delays_json(const referee::MachineReport::Delays& delays);
/// `disturbed` of a result. Causes that earlier versions did not know are there when there are any.
[[nodiscard]] referee::Json disturbances_json(const referee::Disturbances& times);

// Ratings as JSON. Source of the keys: docs/tournaments.md.

/// One object; what is undefined is null.
[[nodiscard]] referee::Json to_json(const Ratings& ratings);

/// The same as a line of text.
[[nodiscard]] std::string ratings_json_text(const Ratings& ratings);

// What a tuning came to, as run.json and reports hold it. Source: docs/tuning.md, "What is kept".

/// The values at 10 % and 90 % of a parameter's u in the last quarter of the pairs so far.
[[nodiscard]] std::array<referee::TunedNumber, 2> band_of(const Tuning& tuning, std::size_t param);

/// Whether the mean of u is so near to 0 or 1 that the range was too narrow.
[[nodiscard]] bool is_at_bound(double mean) noexcept;

/// `tune` of a result; the state is that of a tuning.
[[nodiscard]] referee::Json tune_json(const RunState& state);

// What is known of each worker of a run, as run.json, reports and status say it.
// Source: docs/runs.md, "Workers".

/// An object with an object for each worker of `facts` or `games`, by name. `pairs`, `voided`, `wrong`,
/// `refused`, `copies`, `differed`, `quarantined`, `distrusted` and `machine` are of `facts`, so none of them
/// can be told from a log; `games`, `wld`, `faults`, `time_losses`, `disputed`, `interference`, `delays_us`
/// and `reported` are of `games`. Those keys are left out when there is no game of any worker.
[[nodiscard]] referee::Json workers_json(const std::map<std::string, WorkerFacts>& facts,
                                         const GamesByWorker& games);

/// Reads the facts. Keys of games are only known. Runs of earlier versions lack all but `pairs`, `voided`,
/// `wrong` and `refused`. Throws UserError.
[[nodiscard]] std::map<std::string, WorkerFacts> workers_of(const referee::JsonNode& node);

/// What a worker says of its machine, without what is not known of machines; null for what is none.
[[nodiscard]] referee::Json machine_said(const std::string& text);

} // namespace sprt

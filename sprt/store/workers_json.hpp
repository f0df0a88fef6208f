#pragma once
// What is known of each worker of a run, as run.json, reports and status say it.
// Source: docs/runs.md, "Workers".

#include "referee/game/json.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/store/run_facts.hpp"

#include <map>
#include <string>

namespace sprt {

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

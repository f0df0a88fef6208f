#pragma once
// A job as JSON, for who plays it elsewhere. Source: docs/many-machines.md;
// configs/schema/remote.schema.json.

#include "referee/game/job.hpp"
#include "referee/game/json.hpp"

namespace referee {

/// All of `job` but its pair. Times are rounded down to microseconds, so that nobody gets more than the job
/// says.
[[nodiscard]] Json job_json(const Job& job);

/// Reads what job_json() makes; the pair is 0. That the opening is legal is not checked. Throws UserError
/// naming the JSON pointer of what is missing, mistyped or out of range.
[[nodiscard]] Job read_job(const JsonNode& node);

} // namespace referee

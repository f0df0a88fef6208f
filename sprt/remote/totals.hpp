#pragma once
// What became of the pairs of a run, and of those who played them, at one moment.

#include "sprt/remote/desk.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace sprt::remote {

/// What became of the attempts, and who played.
struct RemoteTotals {
    std::uint64_t kept = 0; ///< pairs
    std::uint64_t lost = 0; ///< attempts
    std::map<std::string, WorkerCounts> workers{};
    std::map<std::string, std::uint64_t> lost_by{}; ///< attempts, by worker
    std::map<std::string, Leases::Record> records{};
    std::map<std::string, Compared> compared{};
    bool are_repeatable = false;                     ///< see SpotChecks
    std::uint64_t undecided = 0;                     ///< pairs whose copies differ
    std::optional<std::uint64_t> pair_for_trusted{}; ///< see Leases
    std::map<std::string, std::uint64_t> slots{};    ///< heard lately, by worker
};

[[nodiscard]] RemoteTotals totals_of(const Desk& desk, Time now);

} // namespace sprt::remote

#include "sprt/remote/totals.hpp"

namespace sprt::remote {

RemoteTotals totals_of(const Desk& desk, Time now) {
    const Leases& leases = desk.leases();
    return {.kept = leases.kept(),
            .lost = leases.lost(),
            .workers = desk.workers(),
            .lost_by = leases.lost_by(),
            .records = leases.records(),
            .compared = desk.checks().compared(),
            .are_repeatable = desk.checks().are_repeatable(),
            .undecided = desk.checks().undecided(),
            .pair_for_trusted = leases.pair_for_trusted(),
            .slots = desk.slots_by_worker(now)};
}

} // namespace sprt::remote

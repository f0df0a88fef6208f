#pragma once
// What is unusual about the games of one worker beside those of all others. Results do not depend on it:
// what was taken is counted, whoever sent it, since to take back results after they are seen would be a
// choice by outcome.
// Source: docs/many-machines.md, "Quarantine".

#include "sprt/ledger/games_by_worker.hpp"
#include "sprt/stats/tables.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sprt {

/// A worker that fails more often than all others together gets no new pair. One that is as good as they are
/// meets this fate with a probability below this one, however often one looks: at the k-th failure the
/// p-value must be below the part 2 / (k (k - 1)) of it. These parts add up to 1 (Bonferroni).
inline constexpr double kQuarantineP = 1e-4;
/// Whatever the probability, not before so many failures.
inline constexpr std::uint64_t kLeastFailures = 3;
/// A worker is reported whose pairs differ from those of all others with a smaller probability.
inline constexpr double kReportP = 1e-6;

/// Attempts at pairs that were lost or given back, and those that were kept, by worker.
using AttemptsByWorker = std::map<std::string, Happened>;

class WorkerFindings {
  public:
    /// `games`: in parts within which all workers can be compared, see Counting. They and `attempts` must
    /// outlive the findings.
    WorkerFindings(const std::vector<const GamesByWorker*>& games, const AttemptsByWorker& attempts);

    /// Why `worker` should get no new pair: it loses on time, has faults, or loses attempts more often than
    /// all others. A line of at most 120 characters; empty: there is no reason.
    [[nodiscard]] std::string quarantine(const std::string& worker) const;
    /// How the pairs of `worker` differ from those of all others; empty: they do not.
    [[nodiscard]] std::string difference(const std::string& worker) const;

  private:
    /// What the games of all workers came to.
    struct Part {
        explicit Part(const GamesByWorker& its);

        const GamesByWorker& games;
        Happened time_losses{};
        Happened faults{};
        Ptnml pairs{};
    };

    std::vector<Part> parts_;
    const AttemptsByWorker& attempts_;
    Happened lost_;
};

} // namespace sprt

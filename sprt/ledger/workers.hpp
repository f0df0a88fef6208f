#pragma once
// What the games of each worker came to, of a run that several machines play, and what is unusual about them
// beside those of all others. Verdicts do not depend on it: what was taken is counted, whoever sent it, since
// to take back results after they are seen would be a choice by outcome. Source: docs/many-machines.md,
// "Invitations", "Trust", "Quarantine".

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/tables.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

inline constexpr std::string_view kVolunteerPrefix = "v-";

/// Whether a worker of this name is a volunteer, who is not trusted. The machine of the run itself, whose
/// name is empty, is none.
[[nodiscard]] inline bool is_volunteer(std::string_view worker) noexcept {
    return worker.starts_with(kVolunteerPrefix);
}

/// The counted games of one worker.
struct WorkerGames {
    std::uint64_t games = 0; ///< scored or not
    Wld wld;                 ///< of the scored ones
    Ptnml pairs;             ///< whole pairs of which it played both games, repeats too
    referee::PerPlayer<FaultCounts> faults;
    referee::MachineReport machine;
};

/// Sums up games by who played them.
class GamesByWorker {
  public:
    /// Counts the next game of the schedule. A game of this machine, without a worker, counts for nobody.
    void add(const referee::GameRecord& record);

    /// Whether all games of workers were between the same agents: otherwise what their workers came to may
    /// differ without a reason.
    [[nodiscard]] bool are_comparable() const noexcept { return are_comparable_; }
    /// By the worker's name; empty: this machine played all games.
    [[nodiscard]] const std::map<std::string, WorkerGames>& by_name() const noexcept { return by_name_; }

  private:
    /// The first game of a pair, which its second may follow.
    struct First {
        std::uint64_t pair = 0;
        std::string worker;
        referee::Winner winner{};
    };

    std::map<std::string, WorkerGames> by_name_;
    std::optional<std::array<referee::AgentId, 2>>
        agents_; ///< of the first game of a worker; empty: none yet
    bool are_comparable_ = true;
    std::optional<First> first_; ///< empty: the last game was the second of a pair, or not scored
};

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

#pragma once
// What the games of each worker came to, of a run that several machines play. Verdicts do not depend on it.
// Source: docs/many-machines.md, "Trust".

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/stats/counts.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace sprt {

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

} // namespace sprt

#pragma once
// Counts the games of a run of any kind: a test, a match or a tournament.

#include "referee/game/record.hpp"
#include "sprt/ledger/breakage.hpp"
#include "sprt/ledger/workers.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace sprt {

class Counting {
  public:
    virtual ~Counting() = default;

    /// Counts the next game of the schedule. A game in another order, or after the end, is a bug of the
    /// caller. Returns whether the games after this one are no longer those that were planned before.
    virtual bool add(const referee::GameRecord& record) = 0;
    /// How many games were counted, scored or not. This is also the number of the next game.
    [[nodiscard]] virtual std::uint64_t games() const noexcept = 0;
    /// Whether the counted games end the run.
    [[nodiscard]] virtual bool has_ended() const noexcept = 0;

    /// These workers were caught lying: what stands is also computed without their pairs.
    virtual void distrust(std::set<std::string> workers) = 0;
    /// The counted games by who played them.
    [[nodiscard]] virtual const GamesByWorker& workers() const noexcept = 0;
    /// The same in parts whose games are alike, so that workers can be compared: of each two agents.
    [[nodiscard]] virtual std::vector<const GamesByWorker*> comparable_games() const = 0;
    /// What makes agents too broken to play on, and who saw it.
    [[nodiscard]] virtual const Breakage& breakage() const noexcept = 0;

  protected:
    Counting() = default;
    Counting(const Counting&) = default;
    Counting(Counting&&) = default;
    Counting& operator=(const Counting&) = default;
    Counting& operator=(Counting&&) = default;
};

} // namespace sprt

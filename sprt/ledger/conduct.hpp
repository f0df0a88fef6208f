#pragma once
// How agents behaved: faults, time losses, time used, and how much they worked for their moves. Verdicts do
// not depend on it.

#include "referee/game/record.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// A sum and how many values it has.
struct MeanOf {
    std::uint64_t sum = 0;
    std::uint64_t count = 0;

    void add(std::uint64_t value) noexcept {
        sum += value;
        ++count;
    }
    /// Of no values 0.
    [[nodiscard]] double mean() const noexcept {
        return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
    }
    bool operator==(const MeanOf&) const = default;
};

/// An engine that searches less deep by a clock hardly thinks: it keeps the clock's time back.
inline constexpr int kShallowDepth = 3;

/// Of one agent, over its moves in scored games.
struct Effort {
    std::uint64_t moves = 0;
    std::chrono::nanoseconds time{0};      ///< charged
    std::chrono::nanoseconds longest{0};   ///< charged for one move
    std::chrono::nanoseconds watched{0};   ///< of that: while the kernel's counts were read, see TurnLoad
    std::chrono::nanoseconds processor{0}; ///< processor time in what was watched
    std::chrono::nanoseconds most_processor{0}; ///< in one move; 0 without a time for each move
    std::chrono::nanoseconds pings{0};          ///< before its moves, until it said readyok; not charged
    MeanOf nodes{};                             ///< of the moves for which the agent told them
    MeanOf depth{};
    referee::MostAndSum latency{}; ///< of the moves for which the agent told its time, see referee::latency()
    std::uint64_t shallow = 0;     ///< moves by a clock alone whose depth was told and is below kShallowDepth
    std::uint64_t restarts = 0;    ///< processes that had died between two games
    int threads = 1;               ///< that shared the work of a turn, the most

    bool operator==(const Effort&) const = default;

    /// Mean processor time of a move in ms, without the start and the end of its process: what it used of the
    /// time that was watched, times its mean time. Empty when less than half of its time was watched: its
    /// moves are short.
    [[nodiscard]] std::optional<double> processor_ms_a_move() const noexcept;
    /// Whether the median of the depths under a clock is below kShallowDepth.
    [[nodiscard]] bool is_shallow() const noexcept { return shallow > 0 && 2 * shallow > depth.count; }
};

/// Adds a scored game to the efforts of both agents.
void add(referee::PerPlayer<Effort>& efforts, const referee::GameRecord& record);

/// How many games one agent lost by each termination that is an agent's fault. When both agents fail at
/// READY, the game counts for both.
class FaultCounts : public referee::TerminationCounts {
  public:
    /// Games lost on time. Time losses are not faults, because the machine may have been slow.
    [[nodiscard]] std::uint64_t time_losses() const noexcept { return of(referee::Termination::Timeout); }
    /// Games with a fault of the agent.
    [[nodiscard]] std::uint64_t faults() const noexcept { return total() - time_losses(); }
};

/// A fault or a time loss, and whose it is.
struct CountedFault {
    referee::Player agent{};
    referee::Termination termination{};
};
/// Those of a game that count: of scored games, and tampering.
[[nodiscard]] std::vector<CountedFault> counted_faults(const referee::GameRecord& record);

/// Whether `agent` lost the game before it had begun: it did not get ready, or died.
[[nodiscard]] bool failed_to_start(const referee::GameRecord& record, referee::Player agent);

/// Both agents' conduct in the scored games. `lacks_opening` and the fault `tampering` include games that are
/// not scored.
struct Conduct {
    referee::PerPlayer<std::chrono::nanoseconds> used;
    referee::PerPlayer<Effort> effort;
    referee::PerPlayer<FaultCounts> faults;
    referee::PerPlayer<std::vector<std::string>> given_up; ///< numbers of processes that could not be ended
    referee::PerPlayer<bool> lacks_opening; ///< said OK without OPENING: no openings are played

    void add(const referee::GameRecord& record);
};

} // namespace sprt

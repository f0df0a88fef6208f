#pragma once
// How agents behaved: faults, time losses, time used, and how much they worked for their moves. Verdicts do
// not depend on it.

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/stats/counts.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
    /// Of second games of a pair by the process of the first, which knows their opening before it is ready.
    std::uint64_t known_games = 0;
    std::chrono::nanoseconds known_time{0}; ///< charged in them
    std::chrono::nanoseconds uncharged{0};  ///< processor time beyond that, but in the rival's turns

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

/// The number of the agent's process that could not be ended after the game; empty: it could.
[[nodiscard]] std::string_view given_up(const referee::GameRecord& record, referee::Player agent);

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
    /// The process of the last game that was added plays on, and its processor time is known.
    referee::PerPlayer<bool> plays_on;
    std::uint64_t last_pair = 0; ///< of that game

    void add(const referee::GameRecord& record);

  private:
    void add_known_game(const referee::GameRecord& record);
};

// What the games of each worker came to, of a run that several machines play, and what is unusual about them
// beside those of all others. Verdicts do not depend on it: what was taken is counted, whoever sent it, since
// to take back results after they are seen would be a choice by outcome. Source: docs/many-machines.md,
// "Invitations", "Trust", "Quarantine".

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

/// A worker that fails more often than all others together gets no new pair; a trusted one is judged beside
/// trusted ones only, as a volunteer could make up games without failures. One that is as good as they are
/// meets this fate with a probability below this one, however often one looks: at the k-th failure the
/// p-value must be below the part 2 / (k (k - 1)) of it. These parts add up to 1 (Bonferroni).
inline constexpr double kQuarantineP = 1e-4;
/// Whatever the probability, not before so many failures.
inline constexpr std::uint64_t kLeastFailures = 3;
/// A worker is reported whose pairs differ from those of the same others with a smaller probability.
inline constexpr double kReportP = 1e-6;

/// What happened with some pairs of each worker, and did not with its others.
using HappenedByWorker = std::map<std::string, Happened>;

class WorkerFindings {
  public:
    /// `games`: in parts within which all workers can be compared, see Counting. `attempts`: that were lost
    /// or given back, and those that were kept. `broken`: pairs that were brought, counted or not, of which a
    /// game was broken off or disturbed, and other ones, in such parts too. All must outlive the findings.
    WorkerFindings(const std::vector<const GamesByWorker*>& games, const HappenedByWorker& attempts,
                   const std::vector<const HappenedByWorker*>& broken = {});

    /// All workers of whom something is known, whether a game of theirs was counted or not.
    [[nodiscard]] std::set<std::string> workers() const;
    /// Why `worker` should get no new pair: it loses on time, has faults, loses attempts, or brings broken
    /// pairs more often than all others. A line of at most 120 characters; empty: there is no reason.
    [[nodiscard]] std::string quarantine(const std::string& worker) const;
    /// How the pairs of `worker` differ from those of all others; empty: they do not.
    [[nodiscard]] std::string difference(const std::string& worker) const;

  private:
    /// Of those beside whom a worker is judged.
    template<class Sum>
    struct Sums {
        Sum trusted{};
        Sum all{};

        [[nodiscard]] const Sum& beside(std::string_view worker) const noexcept {
            return is_volunteer(worker) ? all : trusted;
        }
        void add(std::string_view worker, const Sum& its);
    };
    /// What the games of all workers came to.
    struct Part {
        explicit Part(const GamesByWorker& its);

        const GamesByWorker& games;
        Sums<Happened> time_losses{};
        Sums<Happened> faults{};
        Sums<Ptnml> pairs{};
    };
    /// The same of what happened with pairs.
    struct Failures {
        explicit Failures(const HappenedByWorker& its);

        const HappenedByWorker& by_worker;
        Sums<Happened> sums{};
    };

    std::vector<Part> parts_;
    Failures lost_;
    std::vector<Failures> broken_;
};

} // namespace sprt

#pragma once
// What two agents of a tournament came to. Source: docs/tournaments.md, "The table".

#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/games_by_worker.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

/// Pairs of the same two agents. Agent 1 of their games is `a`.
struct PairingResults {
    std::size_t a = 0;
    std::size_t b = 0;
    Wld games{};                             ///< all scored games, of a
    Wld counted_games{};                     ///< those of `pairs`
    std::uint64_t unscored = 0;              ///< games
    Ptnml pairs{};                           ///< those that count
    std::vector<OpeningResult> by_opening{}; ///< the same, by the round, or all of one number: see add()
    /// Who played the games of each of them, by numbers of workers; 0: this machine.
    std::vector<std::array<std::uint32_t, 2>> played_by{};
    GamesByWorker workers{};    ///< scored or not, that other machines played
    std::uint64_t whole = 0;    ///< pairs of two scored games from one opening
    std::uint64_t repeats = 0;  ///< of these, copies of an earlier one
    bool counts_copies = false; ///< pairs from one opening differ: the agents have chance, and copies are
                                ///< draws as good as others; otherwise they count nothing
    std::uint64_t dropped = 0;  ///< pairs that are not whole
    bool is_saturated = false;  ///< the last three pairs were copies that count nothing
    referee::PerPlayer<FaultCounts> faults{};
    referee::PerPlayer<int> tampering{}; ///< unscored attempts, by who may have caused them
};

/// How the last pair counted.
enum class PairCounts : unsigned char {
    Counted,
    Copy,    ///< both games equal those of an earlier pair from the same opening, and it does not count yet
    Dropped, ///< a game was not scored, or the openings differ
};

/// Counts the games of one pairing.
class PairingTally {
  public:
    /// Counts the next game into `results`, which are always the same ones. Returns how its pair counted
    /// after the pair's second game. `opening`: the number of what its pair begins with, the same in all
    /// pairings; it is known even when an agent did not get ready. `worker`: its number, 0 for this machine.
    std::optional<PairCounts> add(const referee::GameRecord& record, std::uint64_t opening,
                                  std::uint32_t worker, PairingResults& results);

    /// The pair score of a, 0 to 1, in the last pair that counted.
    [[nodiscard]] double last_score() const noexcept { return last_score_; }

  private:
    /// A pair of scored games from one opening.
    struct ScoredPair {
        std::uint64_t opening;
        std::size_t half_points; ///< of a
        std::array<referee::Winner, 2> winners;
        std::array<std::uint32_t, 2> played_by;
    };
    struct Half {
        GameResult result;
        std::uint32_t worker;
    };

    PairCounts add_pair(const Half& one, const Half& other, std::uint64_t opening, PairingResults& results);
    static void count(const ScoredPair& pair, PairingResults& results);

    Repeats repeats_;
    std::vector<ScoredPair> copies_; ///< that do not count, as long as the agents show no chance
    std::optional<Half> half_;       ///< the first game of a pair
    double last_score_ = 0.5;
};

} // namespace sprt

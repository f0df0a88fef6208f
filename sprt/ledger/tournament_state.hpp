#pragma once
// A tournament after some of its games, and why it ended; what two of its agents came to.
// Source: docs/tournaments.md, "The table".

#include "referee/game/game_text.hpp"
#include "referee/game/machine_report.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

enum class TournamentEnd : std::uint8_t {
    Rounds,         ///< all rounds were played
    Separated,      ///< every two neighbours are certified
    Best,           ///< one candidate is left
    Repeats,        ///< all pairings only repeat themselves
    OpeningsUsedUp, ///< all openings were played
    MaxFaults,      ///< too few agents are left
    Interrupted,
};

/// The name in run.json: `rounds`, `separated`, `best`, `repeats`, `openings_used_up`, `max_faults`,
/// `interrupted`.
[[nodiscard]] std::string_view name(TournamentEnd reason) noexcept;

struct Withdrawal {
    std::uint64_t round; ///< after which it plays no more
    Flaw why;

    bool operator==(const Withdrawal&) const = default;
};

/// One agent is stronger than another one, with the probability that the tournament promises.
struct Certified {
    std::size_t above;
    std::size_t below;
    std::uint64_t round; ///< after which it was certain

    bool operator==(const Certified&) const = default;
};

/// What is known of an agent besides its results.
struct AgentState {
    std::uint64_t faults = 0; ///< time losses are none
    std::uint64_t time_losses = 0;
    int tampering = 0;                     ///< unscored attempts that it may have caused
    std::optional<Withdrawal> withdrawn{}; ///< empty: it plays on
    bool is_out = false;                   ///< another one is certified above it, so that it is not the best
    bool lacks_opening = false;            ///< did not offer what tells it an opening
    std::chrono::nanoseconds used{0};      ///< charged, all scored games together
};

/// A fault, and whose it was. Its `note.agent` is the agent's side in that game.
struct FaultOfAgent {
    std::size_t agent;
    referee::GameFault fault;
};

struct TournamentState {
    std::vector<PairingResults> pairings; ///< those that met, in the order of their first meetings
    std::vector<AgentState> agents;
    std::uint64_t rounds = 0; ///< whole ones
    std::uint64_t games = 0;  ///< scored
    std::uint64_t unscored = 0;
    double first_player_points = 0; ///< of the scored games
    std::vector<Certified> certified;
    /// Evidence of the ordered pair that is nearest to being certified, of those that are not: its capital
    /// and what it must reach. Empty before the first round.
    struct Nearest {
        std::size_t above;
        std::size_t below;
        double capital;
    };
    std::optional<Nearest> nearest{};
    double bound = 0; ///< the capital at which a statement is certified
    /// How often any of all certified statements may be wrong: the error that was asked for, and a share of
    /// it for the comparisons that agents brought who joined later.
    double error = 0;
    TournamentEnd reason = TournamentEnd::Interrupted; ///< Interrupted also before the end
    std::vector<FaultOfAgent> faults;                  ///< the first 100
    referee::MachineReport machine;
    GamesByWorker workers{};              ///< of games that other machines played
    std::set<std::uint32_t> distrusted{}; ///< numbers of workers that were caught lying
    std::uint64_t games_beyond = 0;       ///< begun after the last counted game, and discarded
    std::chrono::nanoseconds elapsed{0};  ///< of all sessions

    /// Whether the tournament has ended. An interrupted one has not.
    [[nodiscard]] bool is_over() const noexcept { return reason != TournamentEnd::Interrupted; }
};

/// The data of ratings: the pairs that count. `agents`: all in the list.
[[nodiscard]] Crosstable results_of(const TournamentState& state, std::optional<Anchor> anchor);
/// The same without the pairs of workers that were caught lying.
[[nodiscard]] Crosstable trusted_results_of(const TournamentState& state, std::optional<Anchor> anchor);
/// How many pairs that count were played by workers that were caught lying, one of the games at least.
[[nodiscard]] std::uint64_t distrusted_pairs(const TournamentState& state);

/// Whether an agent was withdrawn.
[[nodiscard]] bool has_withdrawn(const TournamentState& state) noexcept;

} // namespace sprt

#pragma once
// Counts the games of a tournament in the order of its schedule, says what is played next, and holds what the
// tournament came to so far. The same code counts played games and games from a log.
// Source: docs/tournaments.md, "The table".

#include "referee/game/game_text.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "referee/process/program.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/schedule/rounds.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sprt {

// A tournament after some of its games, and why it ended; what two of its agents came to.

/// Pairs of the same two agents. Agent 1 of their games is `a`.
struct PairingResults {
    std::size_t a = 0;
    std::size_t b = 0;
    Wld games{};                             ///< all scored games, of a
    Wld counted_games{};                     ///< those of `pairs`
    std::uint64_t unscored = 0;              ///< games
    Ptnml pairs{};                           ///< those that count
    std::vector<OpeningResult> by_opening{}; ///< the same, by opening
    /// Who played the games of each of them, by numbers of workers; 0: this machine.
    std::vector<std::array<std::uint32_t, 2>> played_by{};
    GamesByWorker workers{};   ///< scored or not, that other machines played
    std::uint64_t whole = 0;   ///< pairs of two scored games from one opening
    std::uint64_t repeats = 0; ///< of these, copies of an earlier one
    /// It was asked for, or pairs from one opening differ: the agents have chance, and copies are draws as
    /// good as others. Otherwise copies count nothing.
    bool counts_copies = false;
    std::uint64_t dropped = 0; ///< pairs that are not whole
    bool is_saturated = false; ///< the last three pairs were copies that count nothing
    bool is_apart = false;     ///< it plays no more, see Breakage::keeps_apart()
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
    /// One game of a pair.
    struct Half {
        GameResult result;
        std::uint32_t worker = 0; ///< its number, 0 for this machine
    };

    /// Counts the next game, whose result is `half`, into `results`, which are always the same ones. Returns
    /// how its pair counted after the pair's second game. `opening`: the number of what its pair begins with,
    /// the same in all pairings; it is known even when an agent did not get ready.
    std::optional<PairCounts> add(const referee::GameRecord& record, const Half& half, std::uint64_t opening,
                                  PairingResults& results);

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
    MaxFaults,      ///< no two agents are left that meet
    Interrupted,
};

/// The name in run.json.
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
    std::uint64_t disputed = 0;            ///< of the time losses
    std::uint64_t interfered = 0;          ///< games in which it worked while the other one's clock ran
    int tampering = 0;                     ///< unscored attempts that it may have caused
    std::vector<std::string> given_up{};   ///< numbers of its processes that could not be ended
    std::string lacks_sandbox{};           ///< see AgentPrint
    std::optional<Withdrawal> withdrawn{}; ///< empty: it plays on
    bool is_seen_alone = false;            ///< withdrawn, if what one volunteer saw counted
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
    std::vector<FaultOfAgent> faults;                  ///< each agent's first of a kind
    referee::MachineReport machine;
    AdjudicationCounts adjudicated{};     ///< of all scored games
    GamesByWorker workers{};              ///< of games that other machines played
    std::set<std::uint32_t> distrusted{}; ///< numbers of workers that were caught lying
    std::uint64_t games_beyond = 0;       ///< begun after the last counted game, and discarded
    std::chrono::nanoseconds elapsed{0};  ///< of all sessions

    /// Whether the tournament has ended. An interrupted one has not.
    [[nodiscard]] bool is_over() const noexcept { return reason != TournamentEnd::Interrupted; }
};

/// The data of ratings: the pairs that count. `agents`: all in the list. `are_trusted`: without the pairs of
/// workers that were caught lying.
[[nodiscard]] Crosstable results_of(const TournamentState& state, std::optional<Anchor> anchor,
                                    bool are_trusted = false);
/// How many pairs that count were played by workers that were caught lying, one of the games at least.
[[nodiscard]] std::uint64_t distrusted_pairs(const TournamentState& state);

/// Whether an agent was withdrawn, or two were kept apart.
[[nodiscard]] bool has_withdrawn(const TournamentState& state) noexcept;

// How its games are counted.

/// What stops a tournament before its rounds are played.
enum class Until : std::uint8_t {
    Rounds,    ///< nothing
    Separated, ///< every two neighbours of the table are certified; of a gauntlet each seed and each rival
    Best,      ///< one candidate is left: of all agents, or of a gauntlet's seeds
};

/// Of new tournaments: an agent that lost so many of its last games on time, and no other one, is withdrawn.
inline constexpr std::uint64_t kMostTimeLosses = 8;

struct TournamentCounting {
    TournamentRules rules;
    std::size_t agents = 0;
    std::optional<std::uint64_t> max_faults{}; ///< an agent with more is withdrawn; empty: none is
    /// An agent that lost each of its last so many games on time is withdrawn, where faults withdraw agents,
    /// too; empty: none is, as in tournaments of earlier versions, which withdraw whoever is named for
    /// tampering.
    std::optional<std::uint64_t> time_losses{};
    Until until = Until::Rounds;
    double error = 0.05;          ///< how often what is certified may be wrong
    bool has_one_opening = false; ///< all rounds begin at the usual start
    RepeatRule repeats = RepeatRule::Collapse;
};

class TournamentTally final : public Counting {
  public:
    explicit TournamentTally(TournamentCounting counting);

    /// The next game of the schedule; empty after the end.
    [[nodiscard]] std::optional<PlannedGame> next() const;

    /// Returns whether what is played from now on is not what jobs() said before: then other jobs must be
    /// made.
    bool add(const referee::GameRecord& record) override;
    void distrust(std::set<std::string> workers) override;
    void note_lacks_sandbox(const std::vector<referee::AgentPrint>& agents);

    /// How the pair of the last game counted; empty after the first game of a pair.
    [[nodiscard]] std::optional<PairCounts> last_pair() const noexcept { return last_pair_; }
    [[nodiscard]] std::uint64_t games() const noexcept override { return games_; }
    [[nodiscard]] bool has_ended() const noexcept override { return ended_.has_value(); }
    [[nodiscard]] const GamesByWorker& workers() const noexcept override { return state_.workers; }
    [[nodiscard]] std::vector<const GamesByWorker*> comparable_games() const override;
    [[nodiscard]] const Breakage& breakage() const noexcept override { return breakage_; }
    /// Why the counted games end the tournament; empty when they do not.
    [[nodiscard]] std::optional<TournamentEnd> ended() const noexcept { return ended_; }
    /// Whether a round begins with the next game.
    [[nodiscard]] bool is_between_rounds() const noexcept { return played_ == 0; }
    /// The pair of the round that is being played, from 1, and how many the round has; empty after the end.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> place_in_round() const noexcept;
    /// How many games there are in all when nothing more is stopped.
    [[nodiscard]] std::uint64_t planned_games() const noexcept { return planned_; }
    /// The number of the first game after the round that was begun.
    [[nodiscard]] std::uint64_t end_of_round() const noexcept {
        return games_ + (block_ && played_ > 0 ? 2 * block_->meetings.size() - played_ : 0);
    }
    [[nodiscard]] const TournamentState& state() const noexcept { return state_; }
    [[nodiscard]] const TournamentCounting& counting() const noexcept { return counting_; }

    /// The jobs from the next game on.
    [[nodiscard]] TournamentJobs jobs(const TournamentSchedule& schedule, Openings& openings) const {
        return {schedule, openings, rounds_, block_, played_, games_, stopped_};
    }

  private:
    void add_conduct(const referee::GameRecord& record);
    /// The number of the opening of a game of this round: the first round with it. Two that are new in one
    /// round share its number, which makes errors larger at most. Openings come again where `--repeats count`
    /// begins a book again, and with an agent without OPENING, which always plays from the start.
    [[nodiscard]] std::uint64_t opening_of(const GameResult& game);
    [[nodiscard]] bool end_block();
    [[nodiscard]] std::uint32_t number_of(const std::string& worker);
    void note_distrusted();
    void certify();
    void note_nearest();
    [[nodiscard]] bool plays_on(std::size_t agent) const;
    void stop_agents_and_pairings();
    void find_end();
    [[nodiscard]] bool has_best() const;
    void set_bound();
    void begin_block();
    void plan_ahead();
    [[nodiscard]] bool is_compared(std::size_t i, std::size_t j) const noexcept;
    [[nodiscard]] bool is_certified(std::size_t i, std::size_t j) const noexcept;
    [[nodiscard]] bool is_apart(std::size_t i, std::size_t j) const;
    [[nodiscard]] bool is_separated() const;
    [[nodiscard]] std::vector<std::size_t> candidates() const;
    /// Of `until` best: whether it may be the best one.
    [[nodiscard]] bool is_candidate(std::size_t agent) const noexcept;
    [[nodiscard]] bool are_too_few() const;

    TournamentCounting counting_;
    RoundSequence rounds_;
    std::optional<Block> block_; ///< of the next game
    std::uint64_t played_ = 0;   ///< games of `block_` that were counted
    std::uint64_t games_ = 0;
    LeftOut stopped_;
    std::map<AgentPair, std::size_t> places_; ///< of pairings
    std::vector<PairingTally> pairings_;
    std::vector<RoundScore> scores_;                                ///< of the round
    std::unordered_map<std::uint64_t, std::uint64_t> first_rounds_; ///< of openings, by their fingerprints
    std::optional<PairCounts> last_pair_;
    bool is_observed_ = true; ///< no pair of the round was dropped or a copy
    CertifiedOrder order_;
    std::map<std::string, std::uint32_t> worker_numbers_; ///< from 1
    std::set<std::string> distrusted_;
    std::set<std::pair<std::size_t, referee::Termination>> seen_faults_; ///< agents and how their games ended
    Breakage breakage_;
    double log_bound_ = 0;
    double comparisons_ = 0;    ///< ordered pairs of agents that the bound is for
    std::uint64_t planned_ = 0; ///< see planned_games()
    std::optional<TournamentEnd> ended_;
    TournamentState state_;
};

} // namespace sprt

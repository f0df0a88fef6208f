#pragma once
// Counts the games of a tournament in the order of its schedule, and says what is played next. The same code
// counts played games and games from a log. Source: docs/tournaments.md.

#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_state.hpp"
#include "sprt/schedule/jobs.hpp"
#include "sprt/schedule/rounds.hpp"
#include "sprt/stats/ratings/certified_order.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

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
    /// too; empty: none is, as in tournaments of earlier versions.
    std::optional<std::uint64_t> time_losses{};
    Until until = Until::Rounds;
    double error = 0.05;          ///< how often what is certified may be wrong
    bool has_one_opening = false; ///< all rounds begin at the start
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
    std::vector<RoundScore> scores_; ///< of the round
    std::optional<PairCounts> last_pair_;
    bool is_observed_ = true; ///< no pair of the round was dropped or a copy
    CertifiedOrder order_;
    std::map<std::string, std::uint32_t> worker_numbers_; ///< from 1
    std::set<std::string> distrusted_;
    Breakage breakage_;
    double log_bound_ = 0;
    double comparisons_ = 0;    ///< ordered pairs of agents that the bound is for
    std::uint64_t planned_ = 0; ///< see planned_games()
    std::optional<TournamentEnd> ended_;
    TournamentState state_;
};

} // namespace sprt

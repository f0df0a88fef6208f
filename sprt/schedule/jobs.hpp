#pragma once
// The games of a run as jobs. A job holds all that its game is played with, and is made before the game.
// Source: docs/commands.md, "What counts, and in which order".

#include "referee/game/job.hpp"
#include "referee/talk/agents.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/schedule/rounds.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/schedule/tuning.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

using referee::Job;

/// The settings that determine the jobs of a run, together with its openings.
struct SchedulePlan {
    referee::Game rules = referee::kDefaultGame;
    OpeningsSpec openings;
    std::string openings_text{}; ///< the setting as it was written
    std::uint64_t seed = 0;
    referee::SeedRule seed_rule = referee::SeedRule::Hashed;
    referee::GameLimits limits;
    referee::PerPlayer<referee::Restart> restart{referee::Restart::Pair, referee::Restart::Pair};
    std::optional<std::uint64_t> max_games; ///< empty: no limit
    bool scales_time = false;               ///< workers multiply the times of agents by their speed
    bool reuses_openings = false; ///< the first opening follows the last one; otherwise the run ends
};

/// The number, from 0, of the opening of pair `pair`. `size`: the number of openings; empty or 0: unknown.
[[nodiscard]] constexpr std::uint64_t opening_of_pair(std::uint64_t pair,
                                                      std::optional<std::uint64_t> size) noexcept {
    return size && *size > 0 ? pair % *size : pair;
}

/// The job of game `game` without its opening: a pure function of the plan.
[[nodiscard]] Job job_without_opening(const SchedulePlan& plan, std::uint64_t game);

/// Lets the game of `job` begin with `opening`.
void begin_with(Job& job, Opening opening);

/// The pairs of a schedule in its order. May be used by one thread at a time.
class PairSource {
  public:
    virtual ~PairSource() = default;
    /// The jobs of the next pair. Only one when the first game is the second of its pair, or when the limit
    /// of games ends a pair; none at the end of the schedule.
    [[nodiscard]] virtual std::vector<Job> next_pair() = 0;
    /// Whether next_pair() was empty because the openings are used up.
    [[nodiscard]] virtual bool are_openings_used_up() const noexcept = 0;
    /// Whether the next pair follows from games that were not counted yet; next_pair() must not be called.
    [[nodiscard]] virtual bool is_waiting() const noexcept { return false; }
    /// The next game of the schedule was counted.
    virtual void note_counted(const referee::GameRecord& /*record*/) {}

  protected:
    PairSource() = default;
    PairSource(const PairSource&) = default;
    PairSource(PairSource&&) = default;
    PairSource& operator=(const PairSource&) = default;
    PairSource& operator=(PairSource&&) = default;
};

/// The jobs of a run of two agents.
class Jobs final : public PairSource {
  public:
    /// `first`: the number of the first game. `openings` must outlive this object. `tuning`: after the games
    /// before that; empty: the run is none.
    Jobs(const SchedulePlan& plan, Openings& openings, std::uint64_t first,
         std::optional<Tuning> tuning = std::nullopt);

    [[nodiscard]] std::vector<Job> next_pair() override;
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return schedule_.book_is_used_up(); }
    [[nodiscard]] bool is_waiting() const noexcept override;
    void note_counted(const referee::GameRecord& record) override;

  private:
    [[nodiscard]] std::optional<Job> next();
    [[nodiscard]] std::uint64_t count_openings(std::uint64_t most);

    SchedulePlan plan_;
    Openings& openings_;
    Schedule schedule_;
    std::optional<Tuning> tuning_;
};

// The games of a tournament as jobs. Source: docs/tournaments.md, "The schedule".

/// What the jobs of a tournament are made of, besides its rounds. `base` holds what all agents share.
struct TournamentSchedule {
    SchedulePlan base;
    std::vector<referee::TimeControl> times; ///< by agent
    std::vector<referee::Restart> restarts;  ///< by agent
};

/// A game of a tournament.
struct PlannedGame {
    std::uint64_t game;
    std::uint64_t round;
    Meeting meeting; ///< agent 1 and agent 2
    bool is_catch_up;
};

/// The job of a game without its opening: a pure function of its arguments.
[[nodiscard]] Job job_without_opening(const TournamentSchedule& schedule, const PlannedGame& game);

/// The pairs of a tournament while nothing more is stopped.
class TournamentJobs final : public PairSource {
  public:
    /// `block` is the one that the next game belongs to and `played` how many of its games were counted;
    /// `rounds` are those after it. The arguments are copied but for `schedule` and `openings`, which must
    /// outlive the object.
    TournamentJobs(const TournamentSchedule& schedule, Openings& openings, RoundSequence rounds,
                   std::optional<Block> block, std::uint64_t played, std::uint64_t first_game,
                   LeftOut stopped);

    [[nodiscard]] std::vector<Job> next_pair() override;
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return is_used_up_; }

  private:
    const TournamentSchedule& schedule_;
    Openings& openings_;
    RoundSequence rounds_;
    std::optional<Block> block_;
    std::uint64_t played_;
    std::uint64_t game_;
    LeftOut stopped_;
    bool is_used_up_ = false;
};

} // namespace sprt

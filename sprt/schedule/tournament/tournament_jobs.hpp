#pragma once
// The games of a tournament as jobs. Source: docs/tournaments.md, "The schedule".

#include "referee/talk/manner.hpp"
#include "sprt/schedule/jobs.hpp"
#include "sprt/schedule/tournament/round_sequence.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

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
                   Stopped stopped);

    [[nodiscard]] std::vector<Job> next_pair() override;
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return is_used_up_; }

  private:
    const TournamentSchedule& schedule_;
    Openings& openings_;
    RoundSequence rounds_;
    std::optional<Block> block_;
    std::uint64_t played_;
    std::uint64_t game_;
    Stopped stopped_;
    bool is_used_up_ = false;
};

} // namespace sprt

#include "sprt/schedule/tournament/tournament_jobs.hpp"

#include "referee/game/alternation.hpp"

#include <utility>

namespace sprt {

Job job_without_opening(const TournamentSchedule& schedule, const PlannedGame& game) {
    const auto& [a, b] = game.meeting;
    referee::GameLimits limits = schedule.base.limits;
    limits.time = {schedule.times[a], schedule.times[b]};
    Job job =
        referee::alternating_game(game.game, {schedule.base.seed, schedule.base.seed_rule},
                                  schedule.base.rules, limits, {schedule.restarts[a], schedule.restarts[b]});
    if (!referee::begins_pair(game.game)) { // the next game may be between others
        job.keeps = {};
    }
    job.round = game.round;
    job.agents = {referee::AgentId{a}, referee::AgentId{b}};
    return job;
}

TournamentJobs::TournamentJobs(const TournamentSchedule& schedule, Openings& openings, RoundSequence rounds,
                               std::optional<Block> block, std::uint64_t played, std::uint64_t first_game,
                               Stopped stopped)
    : schedule_(schedule)
    , openings_(openings)
    , rounds_(std::move(rounds))
    , block_(std::move(block))
    , played_(played)
    , game_(first_game)
    , stopped_(std::move(stopped)) {}

std::vector<Job> TournamentJobs::next_pair() {
    if (block_ && played_ >= 2 * block_->meetings.size()) {
        block_ = rounds_.next(stopped_);
        played_ = 0;
    }
    if (!block_) {
        return {};
    }
    const auto opening = openings_.opening(block_->round);
    if (!opening) {
        is_used_up_ = true;
        block_.reset();
        return {};
    }
    const Meeting meeting = block_->meetings[static_cast<std::size_t>(played_ / 2)];
    std::vector<Job> pair;
    do {
        Job job = job_without_opening(schedule_, {game_++, block_->round, meeting, block_->is_catch_up});
        begin_with(job, *opening);
        pair.push_back(std::move(job));
        ++played_;
    } while (!referee::begins_pair(game_));
    return pair;
}

} // namespace sprt

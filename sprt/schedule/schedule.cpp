#include "sprt/schedule/schedule.hpp"

namespace sprt {
namespace {

/// The number of openings, at most `most`. A binary search, because a resumed run may first ask for an
/// opening far after the last one.
std::uint64_t count_openings(Openings& openings, std::uint64_t most) {
    std::uint64_t count = 0;
    while (count < most) {
        const std::uint64_t middle = count + (most - count) / 2;
        if (openings.opening(middle)) {
            count = middle + 1;
        } else {
            most = middle;
        }
    }
    return count;
}

} // namespace

Job job_without_opening(const SchedulePlan& plan, std::uint64_t game) {
    return referee::alternating_game(game, {plan.seed, plan.seed_rule}, plan.rules, plan.limits,
                                     plan.restart);
}

void begin_with(Job& job, Opening opening) {
    job.opening = std::move(opening.moves);
    job.start = std::move(opening.start);
}

Jobs::Jobs(const SchedulePlan& plan, Openings& openings, std::uint64_t first, std::optional<Tuning> tuning)
    : plan_(plan)
    , openings_(openings)
    , schedule_(plan.max_games, openings.facts().size, plan.reuses_openings, first)
    , tuning_(std::move(tuning)) {}

bool Jobs::is_waiting() const noexcept {
    return tuning_ && schedule_.next_pair() < tuning_->rules().all_pairs() &&
           !tuning_->may_begin(schedule_.next_pair());
}

void Jobs::note_counted(const referee::GameRecord& record) {
    if (tuning_) {
        tuning_->add(record);
    }
}

std::vector<Job> Jobs::next_pair() {
    std::vector<Job> pair;
    while (pair.empty() || schedule_.next_pair() == pair.front().pair) {
        auto job = next();
        if (!job) {
            break;
        }
        pair.push_back(std::move(*job));
    }
    if (tuning_ && !pair.empty()) { // both games have the same values
        const referee::TunedGame values = tuning_->game_of(pair.front().pair);
        for (Job& job : pair) {
            job.tune = values;
        }
    }
    return pair;
}

std::optional<Job> Jobs::next() {
    auto game = schedule_.next();
    auto opening = game ? openings_.opening(game->opening) : std::nullopt;
    if (game && !opening) { // the number of openings may be unknown until one after the last is asked for
        schedule_.book_ends(count_openings(openings_, game->opening));
        game = schedule_.next();
        opening = game ? openings_.opening(game->opening) : std::nullopt;
    }
    if (!game) {
        return std::nullopt;
    }
    Job job = job_without_opening(plan_, game->game);
    begin_with(job, std::move(*opening));
    return job;
}

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
                               LeftOut stopped)
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
    auto opening = openings_.opening(block_->round);
    if (!opening && schedule_.base.reuses_openings) {
        const std::uint64_t size = count_openings(openings_, block_->round);
        opening = openings_.opening(opening_of_pair(block_->round, size));
    }
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

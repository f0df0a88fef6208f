#include "sprt/schedule/jobs.hpp"

#include "referee/game/alternation.hpp"

#include <utility>

namespace sprt {

Job job_without_opening(const SchedulePlan& plan, std::uint64_t game) {
    return referee::alternating_game(game, {plan.seed, plan.seed_rule}, plan.rules, plan.limits,
                                     plan.restart);
}

void begin_with(Job& job, Opening opening) {
    job.opening = std::move(opening.moves);
    job.start = std::move(opening.start);
}

Jobs::Jobs(const SchedulePlan& plan, Openings& openings, std::uint64_t first)
    : plan_(plan)
    , openings_(openings)
    , schedule_(plan.max_games, openings.facts().size, plan.reuses_openings, first) {}

std::vector<Job> Jobs::next_pair() {
    std::vector<Job> pair;
    while (pair.empty() || schedule_.next_pair() == pair.front().pair) {
        auto job = next();
        if (!job) {
            break;
        }
        pair.push_back(std::move(*job));
    }
    return pair;
}

std::optional<Job> Jobs::next() {
    auto game = schedule_.next();
    auto opening = game ? openings_.opening(game->opening) : std::nullopt;
    if (game && !opening) { // the number of openings may be unknown until one after the last is asked for
        schedule_.book_ends(count_openings(game->opening));
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

/// The number of openings, at most `most`. A binary search, because a resumed run may first ask for an
/// opening far after the last one.
std::uint64_t Jobs::count_openings(std::uint64_t most) {
    std::uint64_t count = 0;
    while (count < most) {
        const std::uint64_t middle = count + (most - count) / 2;
        if (openings_.opening(middle)) {
            count = middle + 1;
        } else {
            most = middle;
        }
    }
    return count;
}

} // namespace sprt

#include "sprt/schedule/jobs.hpp"

#include "referee/game/alternation.hpp"

#include <utility>

namespace sprt {

Job job_without_opening(const SchedulePlan& plan, std::uint64_t game) {
    return referee::alternating_game(game, plan.seed, plan.limits);
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
    if (game && !opening) { // how many openings there are may show only when one too many is asked for
        schedule_.book_ends(count_openings(game->opening));
        game = schedule_.next();
        opening = game ? openings_.opening(game->opening) : std::nullopt;
    }
    if (!game) {
        return std::nullopt;
    }
    Job job = job_without_opening(plan_, game->game);
    job.opening = std::move(opening).value();
    return job;
}

/// How many openings there are, `most` at most. A resumed run may ask for one far after the last.
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

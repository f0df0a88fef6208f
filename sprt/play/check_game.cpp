#include "sprt/play/check_game.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "sprt/schedule/moves_to.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace sprt {
namespace {

using referee::GameRecord;

bool is_broken(const referee::GameFault& fault, std::chrono::nanoseconds ready) {
    const bool has_more_time =
        fault.termination == referee::Termination::ReadyTimeout && ready > kLongestCheck;
    return fault.termination != referee::Termination::Timeout && !has_more_time;
}

} // namespace

Job check_job(const SchedulePlan& plan, Openings& openings) {
    Job job = job_without_opening(plan, 0);
    begin_with(job, openings.opening(0).value_or(Opening()));
    job.limits.turns = static_cast<int>(job.opening.size()) + 2;
    for (std::chrono::nanoseconds* limit :
         {&job.limits.ready, &job.limits.time.agent1.time, &job.limits.time.agent2.time}) {
        *limit = std::min<std::chrono::nanoseconds>(*limit, kLongestCheck);
    }
    return job;
}

Job check_job(const SchedulePlan& plan, Openings& openings,
              const referee::PerPlayer<referee::AgentId>& agents,
              const referee::PerPlayer<referee::TimeControl>& times) {
    SchedulePlan theirs = plan;
    theirs.limits.time = times;
    Job job = check_job(theirs, openings);
    job.agents = agents;
    job.keeps = {};
    return job;
}

std::optional<GameRecord> play_check_game(const Job& job, const MakePlayer& player,
                                          const referee::StopToken& interrupt) {
    std::vector<Job> left{job};
    Pool pool(
        1, [&left] { return std::exchange(left, {}); }, player, job.id);
    return pool.next(interrupt);
}

bool shows_broken_agent(const GameRecord& game, std::chrono::nanoseconds ready) {
    return !is_time_loss(game) &&
           std::ranges::any_of(referee::faults_of(game),
                               [&](const referee::GameFault& fault) { return is_broken(fault, ready); });
}

std::string untold_opening_text(const GameRecord& game, const OpeningsFacts& openings) {
    for (const referee::Player player : referee::kPlayers) {
        const auto& offers = game.offers[player];
        if (!offers || offers->fen) {
            continue;
        }
        const auto& untold = offers->opening ? openings.first_without_moves : openings.first_position;
        if (untold && offers->opening) {
            return fmt::format("{}: agent {} does not offer FEN, and no {} moves or fewer lead from the "
                               "start to this position",
                               untold->place, number(player), kMostMovesTo);
        }
        if (untold) {
            return fmt::format("{}: agent {} offers neither FEN nor OPENING, and cannot be told that games "
                               "begin at this position",
                               untold->place, number(player));
        }
    }
    return {};
}

std::string check_failure_text(const GameRecord& lost) {
    const referee::GameFault fault = referee::faults_of(lost).front();
    const std::string reason = lost.also_fault
                                   ? "both agents failed: " + fault.note.reason // which names both
                                   : fault_reason(fault);
    return fmt::format("the check game failed: {} (--no-check begins the run without it)", reason);
}

std::vector<std::string> last_words(const GameRecord& lost) {
    constexpr std::size_t kMostLines = 10;
    constexpr std::size_t kMostBytes = 200; // of a line
    std::vector<std::string> said;
    for (const referee::GameFault& fault : referee::faults_of(lost)) {
        std::vector<std::string> lines;
        std::istringstream tail(fault.note.stderr_tail);
        for (std::string line; std::getline(tail, line);) {
            lines.push_back(fmt::format("agent {}'s standard error: {}", number(fault.note.agent),
                                        referee::to_printable(line, kMostBytes)));
        }
        const std::size_t first = lines.size() > kMostLines ? lines.size() - kMostLines : 0;
        said.insert(said.end(), lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
    }
    return said;
}

} // namespace sprt

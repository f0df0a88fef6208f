#include "sprt/play/check_game.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_fault.hpp"

#include <fmt/format.h>

#include <sstream>
#include <utility>

namespace sprt {
namespace {

using referee::GameRecord;

constexpr int kMostCheckGames = 3;

std::optional<GameRecord> play_once(const Job& job, const MakePlayer& player,
                                    const referee::StopToken& interrupt) {
    std::vector<Job> left{job};
    Pool pool(
        1, [&left] { return std::exchange(left, {}); }, player, job.id);
    return pool.next(interrupt);
}

bool is_lost_on_time(const GameRecord& record) {
    return record.termination == referee::Termination::Timeout;
}

} // namespace

Job check_job(const SchedulePlan& plan, Openings& openings) {
    Job job = job_without_opening(plan, 0);
    job.opening = openings.opening(0).value_or(Opening());
    job.limits.turns = static_cast<int>(job.opening.size()) + 2;
    return job;
}

std::optional<GameRecord> find_broken_agent(const Job& job, const MakePlayer& player,
                                            const referee::StopToken& interrupt) {
    std::optional<GameRecord> record;
    for (int games = 0; games < kMostCheckGames; ++games) {
        record = play_once(job, player, interrupt);
        if (!record || !record->fault) {
            return std::nullopt;
        }
        if (!is_lost_on_time(*record)) {
            return record;
        }
    }
    const bool is_disputed = record->time_loss && record->time_loss->disputed;
    return is_disputed ? std::nullopt : std::move(record);
}

std::string check_failure_text(const GameRecord& lost) {
    const std::string times =
        is_lost_on_time(lost) ? fmt::format(", {} times in a row", kMostCheckGames) : std::string();
    const std::string reason =
        fault_reason(referee::faults_of(lost).front()); // when both fail, it names both
    return fmt::format("the check game failed{}: {} (--no-check begins the run without it)", times, reason);
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

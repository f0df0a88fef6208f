#include "sprt/remote/checked_games.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace sprt::remote {

CheckedGames check_games(const ResultToCheck& result, const ProblemOfGame& problem_of) {
    CheckedGames checked;
    const std::vector<std::string>& lines = result.done.games;
    const std::vector<Job>& jobs = *result.jobs;
    if (lines.size() != jobs.size()) {
        checked.problem =
            fmt::format("{}, and the pair has {}", referee::counted(lines.size(), "game"), jobs.size());
    }
    for (std::size_t i = 0; !checked.problem && i < jobs.size(); ++i) {
        try {
            std::vector<std::string> unknown;
            referee::GameRecord record = referee::parse_record(lines[i], &unknown);
            checked.problem = unknown.empty() ? problem_of(record, jobs[i])
                                              : std::optional(unknown.front() + " is unknown");
            record.worker = result.worker;
            checked.records.push_back(std::move(record));
        } catch (const referee::UserError& error) {
            checked.problem = error.what();
        }
    }
    return checked;
}

} // namespace sprt::remote

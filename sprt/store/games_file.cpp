#include "sprt/store/games_file.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/review.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace sprt {
namespace {

using referee::GameRecord;

std::string moves_text(const Opening& opening) {
    std::string text;
    for (const referee::MoveNumbers& move : opening) {
        text += (text.empty() ? "" : " ") + to_string(move);
    }
    return text.empty() ? "none" : text;
}

/// A record without an opening is right, too: openings are played only when both agents offer OPENING.
bool has_opening_of(const GameRecord& record, const Opening& opening) {
    return record.opening.empty() || record.opening == opening;
}

std::optional<std::string> problem_of_schedule(const GameRecord& record, std::uint64_t game,
                                               const SchedulePlan& schedule, Openings* openings) {
    const Job job = job_without_opening(schedule, game);
    if (record.rules != job.rules) {
        return fmt::format("its rules are {}, and the run's are {}", name(record.rules), name(job.rules));
    }
    if (record.pair != job.pair || record.first != job.first) {
        return fmt::format("game {} is of pair {} and agent {} plays first", game, job.pair,
                           number(job.first));
    }
    if (record.seed != job.seeds) {
        return fmt::format("its seeds {} and {} are not those of the run, {} and {}", record.seed.agent1,
                           record.seed.agent2, job.seeds.agent1, job.seeds.agent2);
    }
    if (record.turn_limit != job.limits.turns) {
        return fmt::format("its turn_limit is {}, and the run's is {}", record.turn_limit, job.limits.turns);
    }
    for (const referee::Player player : referee::kPlayers) {
        const auto& budget = record.budget[player];
        const auto limit = job.limits.time[player];
        if (budget && *budget != limit) {
            return fmt::format("agent {} had {} us, and in this run it has {} us", number(player),
                               budget->count() / 1000, limit.count() / 1000);
        }
    }
    if (openings == nullptr) {
        return std::nullopt;
    }
    const auto opening = openings->opening(opening_of_pair(record.pair, openings->facts().size));
    if (opening && !has_opening_of(record, *opening)) {
        return fmt::format("its opening is not that of pair {}: {}", record.pair, moves_text(*opening));
    }
    return std::nullopt;
}

std::optional<std::string>
problem_of_line(const std::string& line,
                const std::function<std::optional<std::string>(const GameRecord&)>& on_record) {
    std::vector<std::string> unknown;
    const GameRecord record = referee::parse_record(line, &unknown);
    if (!unknown.empty()) {
        return fmt::format("{} is unknown; this version of sprt does not write it", unknown.front());
    }
    return on_record(record);
}

} // namespace

std::optional<std::string> problem_by_rules(const GameRecord& record, std::uint64_t game) {
    if (record.game != game) {
        return fmt::format("it is game {}, where game {} must stand", record.game, game);
    }
    const auto found = differences(record);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<std::string> problem_of_record(const GameRecord& record, std::uint64_t game,
                                             const SchedulePlan& schedule, Openings* openings) {
    if (auto problem = problem_by_rules(record, game)) {
        return problem;
    }
    return problem_of_schedule(record, game, schedule, openings);
}

ReadGames read_games(const std::filesystem::path& file,
                     const std::function<std::optional<std::string>(const referee::GameRecord&)>& on_record,
                     const std::function<void(std::string_view line)>& on_line) {
    if (const auto kind = referee::special_kind(file); !kind.empty() && kind != "a directory") {
        throw referee::UserError(fmt::format("{} is {}; a log is a regular file", file.string(), kind));
    }
    ReadGames read;
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        if (errno == ENOENT) {
            return read;
        }
        throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
    }
    // Games written during the reading are not read: a run could write games faster than they are read.
    const auto size = static_cast<std::uintmax_t>(in.seekg(0, std::ios::end).tellg());
    in.seekg(0);
    std::string line;
    while (read.bytes < size && std::getline(in, line)) {
        if (in.eof()) { // the line has no newline
            read.last_line_cut = true;
            break;
        }
        const auto fail = [&](const std::string& what) {
            throw referee::UserError(fmt::format("{}:{}: {}", file.string(), read.games + 1, what));
        };
        std::optional<std::string> problem;
        try {
            problem = problem_of_line(line, on_record);
        } catch (const referee::UserError& error) {
            fail(error.what());
        }
        if (problem) {
            fail(*problem);
        }
        if (on_line) {
            on_line(line);
        }
        ++read.games;
        read.bytes += line.size() + 1;
    }
    if (in.bad()) {
        throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
    }
    return read;
}

} // namespace sprt

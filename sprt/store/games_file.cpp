#include "sprt/store/games_file.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/replay.hpp"
#include "referee/game/review/review.hpp"
#include "referee/process/sha256.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace sprt {

GamesDigest digest_of_no_game(std::string_view config_sha256) {
    return {0, referee::sha256_of_text(config_sha256)};
}

GamesDigest digest_after(const GamesDigest& before, std::string_view line) {
    std::string text;
    text.reserve(before.sha256.size() + line.size() + 1);
    text.append(before.sha256).append(line).push_back('\n');
    return {before.games + 1, referee::sha256_of_text(text)};
}

DigestCheck::DigestCheck(std::vector<GamesDigest> stored, std::string_view config_sha256)
    : stored_(std::move(stored))
    // Whether the first one fits the configuration is compared by RunFile::config_is_edited().
    , begin_(stored_.empty() ? digest_of_no_game(config_sha256) : stored_.front())
    , now_(begin_) {
    if (!stored_.empty()) {
        computed_.push_back(begin_);
    }
}

void DigestCheck::add(std::string_view line) {
    now_ = digest_after(now_, line);
    if (computed_.size() < stored_.size() && stored_[computed_.size()].games == now_.games) {
        computed_.push_back(now_);
    }
}

std::vector<DigestCheck::Difference> DigestCheck::differences() const {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
        const GamesDigest& computed = i < computed_.size() ? computed_[i] : now_;
        if (stored_[i] != computed) {
            found.push_back({i, stored_[i], computed});
        }
    }
    return found;
}

std::string DigestCheck::change(const std::string& file) const {
    for (std::size_t i = 1; i < computed_.size(); ++i) {
        if (computed_[i] != stored_[i]) {
            return fmt::format("{} was rewritten: games {} to {} are not those that were played (their "
                               "SHA-256 in run.json is another)",
                               file, stored_[i - 1].games, stored_[i].games - 1);
        }
    }
    return {};
}

std::uint64_t DigestCheck::missing() const noexcept {
    const std::uint64_t told = stored_.empty() ? 0 : stored_.back().games;
    return told > now_.games ? told - now_.games : 0;
}

std::vector<GamesDigest> DigestCheck::adopted() const {
    std::vector<GamesDigest> kept{begin_};
    for (std::size_t i = 1; i < computed_.size() && computed_[i] == stored_[i]; ++i) {
        kept.push_back(stored_[i]);
    }
    if (kept.back().games != now_.games) {
        kept.push_back(now_);
    }
    return kept;
}

namespace {

using referee::GameRecord;

std::string opening_text(const Opening& opening) {
    if (opening.start) {
        return "FEN " + opening.start->fen;
    }
    const auto text = [](const referee::MoveNumbers& move) { return to_string(move); };
    return opening.moves.empty() ? "none"
                                 : fmt::format("{}", fmt::join(referee::texts_of(opening.moves, text), " "));
}

/// A record without an opening is right, too: openings are played only when both agents can be told them.
bool has_opening_of(const GameRecord& record, const Opening& opening) {
    const bool has_none = record.opening.empty() && !record.start;
    return has_none || (record.opening == opening.moves && record.start == opening.start);
}

std::string ruling_text(const std::optional<referee::RuledTurn>& ruled) {
    return ruled ? fmt::format("{} after turn {} with the result {}", name(ruled->rule), ruled->turn,
                               static_cast<int>(ruled->winner))
                 : "no rule";
}

/// The rules of the run must say of the moves and scores what the record says. Tables may have come and gone
/// since the game: what it says of them is believed unless those that are here know another result.
std::optional<std::string> problem_of_adjudication(const GameRecord& record, const Job& job) {
    referee::Adjudication rules = job.limits.adjudication;
    std::optional<referee::RuledTurn> told = record.would_adjudicate;
    if (record.adjudication && record.winner) {
        told = referee::RuledTurn{*record.adjudication, record.turns, *record.winner};
    }
    if (rules.is_on() && told && job.is_verified != record.would_adjudicate.has_value()) {
        return job.is_verified ? "the run plays this game to its natural end, and it was adjudicated"
                               : "the run does not play this game to its natural end, but it was";
    }
    const bool is_by_tables = rules.tablebase && told && told->rule == referee::AdjudicationRule::Tablebase;
    if (!is_by_tables || problem_of_tables(rules)) {
        rules.tablebase.reset();
    }
    const auto right = rules.is_on() ? first_ruling(rules, record) : std::nullopt;
    const bool is_believed = is_by_tables && !(right && right->rule == referee::AdjudicationRule::Tablebase &&
                                               right->turn == told->turn);
    if (told != right && !is_believed) {
        return fmt::format("by the run's rules of adjudication it ends by {}, and it says {}",
                           ruling_text(right), ruling_text(told));
    }
    return std::nullopt;
}

/// Who met in which round of a tournament; `game` is a Job or a GameRecord.
template<class Game>
std::string meeting_text(const Game& game) {
    return game.round ? fmt::format("round {} of agents {} and {}", *game.round, index(game.agents.agent1),
                                    index(game.agents.agent2))
                      : "of no round";
}

/// With which values of a tuning.
std::string tuned_text(const std::optional<referee::TunedGame>& tune) {
    std::string text = tune ? "as " : "with no values";
    if (tune) {
        referee::TunedGameCode().append(text, *tune);
    }
    return text;
}

/// Whether the record is that of `job`, and by its rules of adjudication.
std::optional<std::string> problem_of_fields(const GameRecord& record, const Job& job) {
    if (record.round != job.round || record.agents != job.agents) {
        return fmt::format("it is {}, and game {} is {}", meeting_text(record), job.id, meeting_text(job));
    }
    if (record.tune != job.tune) {
        return fmt::format("it was played {}, and the schedule says {}", tuned_text(record.tune),
                           tuned_text(job.tune));
    }
    if (record.rules != job.rules) {
        return fmt::format("its rules are {}, and the run's are {}", rules_name(record.rules),
                           rules_name(job.rules));
    }
    if (record.pair != job.pair || record.first != job.first) {
        return fmt::format("game {} is of pair {} and agent {} plays first", job.id, job.pair,
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
        const auto& given = record.limits[player];
        const auto& limit = job.limits.time[player];
        if (given && *given != limit) {
            return fmt::format("agent {} had {}, and in this run it has {}", number(player),
                               to_string(*given), to_string(limit));
        }
    }
    return problem_of_adjudication(record, job);
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

std::optional<Opening> planned_opening(const Job& job, Openings* openings) {
    const std::uint64_t number = job.round.value_or(job.pair);
    return openings != nullptr ? openings->opening(opening_of_pair(number, openings->facts().size))
                               : std::nullopt;
}

std::optional<std::string> problem_of_job(const GameRecord& record, const Job& job,
                                          const std::optional<Opening>& opening) {
    if (auto problem = problem_by_rules(record, job.id)) {
        return problem;
    }
    if (auto problem = problem_of_fields(record, job)) {
        return problem;
    }
    if (opening && !has_opening_of(record, *opening)) {
        return fmt::format("its opening is not that of {} {}: {}", job.round ? "round" : "pair",
                           job.round.value_or(job.pair), opening_text(*opening));
    }
    return std::nullopt;
}

std::optional<std::string> scale_as_played(Job& job, const GameRecord& record, bool scales_time) {
    if (!record.time_scale) {
        return std::nullopt;
    }
    if (!scales_time) {
        return fmt::format("its times were multiplied with {}, and all workers of the run give the same",
                           to_string(*record.time_scale));
    }
    for (const referee::Player player : referee::kPlayers) {
        job.limits.time[player] = scaled(job.limits.time[player], *record.time_scale);
    }
    return std::nullopt;
}

std::optional<std::string> problem_of_record(const GameRecord& record, std::uint64_t game,
                                             const SchedulePlan& schedule, Openings* openings,
                                             const std::optional<Tuning>& tuning) {
    Job job = job_without_opening(schedule, game);
    if (tuning) {
        job.tune = tuning->game_of(job.pair);
    }
    if (auto problem = scale_as_played(job, record, schedule.scales_time)) {
        return problem;
    }
    return problem_of_job(record, job, planned_opening(job, openings));
}

ReadGames read_games(const std::filesystem::path& file,
                     const std::function<std::optional<std::string>(const referee::GameRecord&)>& on_record,
                     const std::function<void(std::string_view line)>& on_line, const ReadGames& before) {
    ReadGames read{.games = before.games, .bytes = before.bytes, .last_line_cut = false};
    referee::Descriptor opened = referee::open_plain(file, "a log", O_RDONLY);
    struct stat status {};
    if (opened.fd() < 0 && errno == ENOENT) {
        return read;
    }
    if (opened.fd() < 0 || ::fstat(opened.fd(), &status) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
    }
    // Games written during the reading are not read: a run could write games faster than they are read.
    const auto size = static_cast<std::uintmax_t>(status.st_size);
    referee::PlainLines lines(std::move(opened), file, read.bytes);
    std::string line;
    while (read.bytes < size) {
        const auto fail = [&](const std::string& what) {
            throw referee::UserError("{}:{}: {}", file.string(), read.games + 1, what);
        };
        std::optional<std::string> problem;
        try {
            if (!lines.next(line)) {
                break;
            }
            if (lines.is_cut()) {
                read.last_line_cut = true;
                break;
            }
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
    return read;
}

} // namespace sprt

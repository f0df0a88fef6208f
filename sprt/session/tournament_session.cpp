#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sprt {
namespace {

using referee::AgentId;

constexpr std::chrono::seconds kBetweenRatings{1};

/// Rows of the terminal; few when it does not tell.
std::size_t terminal_rows(int fd) {
    winsize size{};
    constexpr std::size_t kUsual = 24;
    return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : kUsual;
}

/// The first lines of `text` that fit above the status, each cut to `columns`. Nothing when not even the head
/// and one agent fit.
std::string first_rows(const std::string& text, std::size_t rows, std::size_t columns) {
    std::string kept;
    std::size_t begin = 0;
    for (std::size_t row = 0; row < rows && begin < text.size(); ++row) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = std::string_view(text).substr(begin, end - begin);
        for (std::size_t shown = 0; !line.empty();) {
            const std::string_view character = referee::first_character(line);
            shown += static_cast<std::size_t>(referee::columns_of_character(character));
            if (shown > columns) {
                break;
            }
            kept += character;
            line.remove_prefix(character.size());
        }
        kept += '\n';
        begin = end + 1;
    }
    return kept;
}

/// `A, B and 4 others`.
std::string name_of(const TournamentPlan& plan) {
    const std::size_t others = plan.agents.size() - 2;
    return fmt::format("{}{}{}{}", plan.agents[0].name, others == 0 ? " vs " : ", ", plan.agents[1].name,
                       others == 0 ? "" : " and " + referee::counted(others, "other"));
}

} // namespace

std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed) {
    const auto text = [&](const FailedAgent& one) {
        return fmt::format("{}: {}", referee::to_printable(plan.agents[one.agent].name), one.why);
    };
    return fmt::format("{}", fmt::join(referee::texts_of(failed, text), "; "));
}

std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                      const std::vector<std::size_t>& playing, std::string_view flags,
                                      std::vector<FailedAgent>* failed) {
    if (playing.empty()) { // its user removes all
        return {};
    }
    referee::PlayerKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    std::size_t next = 0;
    const auto next_job = [&]() -> std::vector<Job> {
        if (next == playing.size()) {
            return {};
        }
        const std::size_t agent = playing[next];
        const auto& time = plan.schedule.times[agent];
        Job job =
            check_job(plan.schedule.base, *stage.openings, {AgentId{agent}, AgentId{agent}}, {time, time});
        job.id = next++;
        return {job};
    };
    const int workers = std::min(plan.play.concurrency, static_cast<int>(playing.size()));
    Pool pool(workers, next_job, process_player(kit, stage.placement, stage.orphans));
    std::vector<FailedAgent> failures;
    std::string untold;
    std::vector<std::size_t> lacking;
    while (const auto record = pool.next(stage.signals.token())) {
        const std::string& name = kit.roster[record->agents.agent1].name;
        if (shows_broken_agent(*record, plan.schedule.base.limits.ready)) {
            complain_of_check_game(*record, kit.roster, name);
            failures.push_back(
                {index(record->agents.agent1), check_fault_text(referee::faults_of(*record).back())});
        } else if (untold.empty()) {
            untold = untold_opening_text(*record, stage.openings->facts());
        }
        const int threads = std::max(record->threads.agent1, record->threads.agent2);
        if (const int cores = plan.play.rules.placement.threads_per_agent; threads > cores) {
            referee::complain(kProgram, "warning: " + referee::too_few_cores_text(name, threads, cores));
        }
        if (record->lacks_opening.agent1) {
            lacking.push_back(index(record->agents.agent1));
        }
    }
    if (failed != nullptr) {
        *failed = std::move(failures);
    } else if (!failures.empty()) {
        throw CheckGameFailed("the check games failed: {} ({})", failures_text(plan, failures), flags);
    }
    if (!untold.empty()) {
        throw CheckGameFailed(untold);
    }
    return lacking;
}

std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally) {
    std::vector<std::size_t> playing;
    for (const std::size_t agent : plan.counting.rules.stages.back().agents) {
        if (!tally.state().agents[agent].withdrawn) {
            playing.push_back(agent);
        }
    }
    return playing;
}

TournamentSession::TournamentSession(const TournamentPlan& plan, Stage& its_stage, TournamentTally tally,
                                     std::vector<std::size_t> lacking)
    : SessionOf(plan, its_stage, std::move(tally))
    , lacking_(std::move(lacking)) {
    tally_.note_lacks_sandbox(stage.kit.roster.prints());
}

void TournamentSession::check() {
    lacking_ = check_agents(plan_, stage, playing_in(plan_, tally_),
                            "--no-check resumes the tournament without check games");
}

std::unique_ptr<PairSource> TournamentSession::pairs() {
    return std::make_unique<TournamentJobs>(tally_.jobs(plan_.schedule, *stage.openings));
}

OfferedRun TournamentSession::offered() {
    const TournamentFile& file = kept_->run();
    auto news = [this, changes = file.session_changes()] {
        const std::uint64_t left = tally_.planned_games() - std::min(tally_.planned_games(), tally_.games());
        return RunNews{.standing = standing_event(plan_, tally_.state(), changes),
                       .games_left = std::array{left, left}};
    };
    return {.name = file.config.title.value_or(name_of(plan_)),
            .settings = to_json(file.config),
            .agents = plan_.agents,
            .schedule = plan_.schedule.base,
            .times = plan_.schedule.times,
            .llr = {},
            .news = std::move(news)};
}

std::string TournamentSession::head() {
    const std::string walls = stage.kit.roster.sandboxes_text();
    return tournament_head(plan_, stage.openings->facts(), walls.empty() ? walls : walls + "\n", lacking_);
}

std::string TournamentSession::game_text(const referee::GameRecord& record) {
    return tournament_game(plan_, record);
}

/// The table after so many rounds.
std::vector<std::string> TournamentSession::remarks(const referee::GameRecord& /*record*/) {
    const std::uint64_t rounds = tally_.state().rounds;
    if ((status_line && status_line->is_painted()) || !tally_.is_between_rounds() || tally_.ended() ||
        rounds == 0 || rounds % plan_.watch.report_every != 0 || rounds == rated_rounds_) {
        return {};
    }
    rated_rounds_ = rounds;
    return {"\n" + standings_text(standings_of(plan_, tally_.state())) + "\n"};
}

std::vector<std::string> TournamentSession::complaints(const referee::GameRecord& /*record*/) {
    std::string note = told_of_opening_ ? "" : lacks_opening_note(plan_, tally_.state());
    if (note.empty()) {
        return {};
    }
    told_of_opening_ = true;
    note.pop_back();
    return {std::move(note)};
}

std::string TournamentSession::status() {
    return tournament_status(tally_, first_game_, elapsed());
}

/// Ratings take milliseconds from the agents: they are computed once a second at most.
void TournamentSession::show_status() {
    const auto block = [&](int terminal_columns, bool /*is_old*/) {
        if (tally_.state().rounds > 0 && (!rated_ || elapsed() - *rated_ >= kBetweenRatings)) {
            table_ = table_text(standings_of(plan_, tally_.state()));
            rated_ = elapsed();
        }
        const auto columns = static_cast<std::size_t>(std::max(1, terminal_columns - 1));
        const std::size_t rows = terminal_rows(STDERR_FILENO);
        constexpr std::size_t kFewestRows = 6;
        return (rows >= kFewestRows ? first_rows(table_, rows - 3, columns) : "") +
               first_rows(status(), 1, columns);
    };
    if (status_line) {
        status_line->update(
            elapsed(), [&] { return status(); }, block);
    }
}

std::string early_end(const TournamentPlan& plan, const TournamentState& state) {
    if (state.reason != TournamentEnd::Repeats && state.reason != TournamentEnd::OpeningsUsedUp &&
        state.reason != TournamentEnd::MaxFaults) {
        return "";
    }
    std::string why = tournament_end(plan, state, "");
    why.pop_back(); // its full stop
    return why;
}

std::vector<Doubt> run_doubts(const TournamentPlan& plan, const TournamentState& state,
                              const std::vector<std::string>& changes) {
    return doubts_of(plan, state, changes);
}

std::string TournamentSession::tail(const std::string& signal, const std::vector<std::string>& changes) {
    return "\n" + tournament_tail(plan_, state_, signal, changes);
}

} // namespace sprt

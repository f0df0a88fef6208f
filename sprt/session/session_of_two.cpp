#include "referee/base/console.hpp"
#include "referee/base/output.hpp"
#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <unistd.h>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;

/// Empty in a match, which has no test.
std::optional<double> llr_of(const RunPlan& plan, const RunState& state) {
    const double llr = state.standing.evaluation.llr;
    return plan.counting.test && std::isfinite(llr) ? std::optional(llr) : std::nullopt;
}

std::optional<std::array<std::uint64_t, 2>> left_of(const RunSnapshot& run, const Calculation& estimates) {
    const auto left = games_left(run, estimates);
    constexpr double kMost = 1e15; // more says nothing
    if (!left || !(left->lower >= 0 && left->upper <= kMost)) {
        return std::nullopt;
    }
    return std::array{static_cast<std::uint64_t>(std::ceil(left->lower)),
                      static_cast<std::uint64_t>(std::ceil(left->upper))};
}

RunNews news_of(const RunPlan& plan, const RunState& state, const std::vector<std::string>& changes) {
    const RunSnapshot run{.plan = plan, .state = state, .session_changes = changes};
    const Calculation estimates = estimates_of(run);
    return {.standing = standing_event(run, estimates), .games_left = left_of(run, estimates)};
}

/// What the probes of the start, or of a parameter, showed when `record` is their last game.
std::vector<std::string> news_of_probes(const Tuning& tuning, const GameRecord& record) {
    constexpr std::uint64_t kGamesOfEach = 4;
    const std::uint64_t done = record.game + 1;
    std::vector<std::string> lines;
    if (record.tune->kind == referee::TuneKind::Probe && done % kGamesOfEach == 0) {
        const bool is_start = done == kGamesOfEach;
        const std::size_t params = tuning.rules().params.size();
        const std::string text =
            probe_text(tuning, is_start ? params : static_cast<std::size_t>(done / kGamesOfEach) - 2);
        if (!text.empty()) {
            lines.push_back((is_start ? "note: " : "warning: ") + text);
        }
    }
    return lines;
}

} // namespace

void complain_of_check_game(const referee::GameRecord& broken, const referee::Roster& roster,
                            const std::string& name) {
    const std::string prefix = name.empty() ? "" : name + ": ";
    for (const std::string& line : last_words(broken)) {
        complain(kProgram, prefix + line);
    }
    if (const auto agent = seems_an_engine(broken)) {
        const std::string who = name.empty() ? fmt::format("agent {}", number(*agent)) : name;
        complain(kProgram, fmt::format("{}: {}", who, referee::kProtocolHint));
    }
    if (std::ranges::any_of(referee::faults_of(broken), [&](const referee::GameFault& fault) {
            return fault.termination == referee::Termination::Crashed &&
                   roster[broken.agents[fault.note.agent]].sandbox != nullptr;
        })) {
        complain(kProgram, prefix + "in its sandbox an agent sees little; \"read\" in its settings shows it "
                                    "more, and --sandbox off all");
    }
}

Lacking check_agents(const RunPlan& plan, Stage& stage) {
    referee::PlayerKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    Job job = check_job(plan.schedule, *stage.openings);
    if (plan.counting.tune) {
        job.tune = Tuning(*plan.counting.tune).bounds();
    }
    const auto game =
        play_check_game(job, process_player(kit, stage.placement, stage.orphans), stage.signals.token());
    if (game && shows_broken_agent(*game, plan.schedule.limits.ready)) {
        complain_of_check_game(*game, kit.roster);
        throw CheckGameFailed(check_failure_text(*game));
    }
    if (const auto text = game ? untold_opening_text(*game, stage.openings->facts()) : ""; !text.empty()) {
        throw CheckGameFailed(text);
    }
    for (const referee::Player player : referee::kPlayers) {
        const int cores = plan.play.rules.placement.threads_per_agent;
        if (game && game->threads[player] > cores) {
            complain(kProgram,
                     "warning: " + referee::too_few_cores_text(fmt::format("agent {}", number(player)),
                                                               game->threads[player], cores));
        }
    }
    const bool is_known = game && game->offers.agent1 && game->offers.agent2;
    return is_known ? Lacking(game->lacks_opening) : std::nullopt;
}

SessionOfTwo::SessionOfTwo(const RunPlan& plan, Stage& its_stage, Tally tally)
    : SessionOf(plan, its_stage, std::move(tally)) {
    tally_.note_lacks_sandbox(stage.kit.roster.prints());
    if (plan.max_time) {
        tally_.end_tuning_when([this] { return played() >= *plan_.max_time; });
    }
}

std::unique_ptr<PairSource> SessionOfTwo::pairs() {
    const auto& tuning = tally_.state().tuning;
    if (!tuning) {
        return std::make_unique<Jobs>(plan_.schedule, *stage.openings, tally_.games());
    }
    if (kept_ != nullptr && tuning->rules().tuned_until) {
        kept_->note_tuned_until(*tuning->rules().tuned_until); // before a game that follows from it
    }
    SchedulePlan schedule = plan_.schedule;
    schedule.max_games = 2 * tuning->rules().all_pairs();
    return std::make_unique<Jobs>(schedule, *stage.openings, tally_.games(), tuning);
}

OfferedRun SessionOfTwo::offered() {
    const RunFile& file = kept_->run();
    const auto& test = plan_.counting.test;
    const referee::PerPlayer<referee::TimeControl>& times = plan_.schedule.limits.time;
    return {
        .name = file.config.title.value_or(
            fmt::format("{} vs {}", plan_.agents.agent1.name, plan_.agents.agent2.name)),
        .settings = to_json(file.config),
        .agents = file.config.agents,
        .schedule = plan_.schedule,
        .times = {times.agent1, times.agent2},
        .bounds = plan_.counting.tune ? std::optional(Tuning(*plan_.counting.tune).bounds()) : std::nullopt,
        .elo_between = test ? std::optional(test->hypotheses().elo1 - test->hypotheses().elo0) : std::nullopt,
        .llr = [this] { return llr_of(plan_, tally_.state()); },
        .news = [this, changes = file.session_changes()] { return news_of(plan_, tally_.state(), changes); }};
}

/// The check game of a new run is played first.
std::string SessionOfTwo::head() {
    const bool is_resumed = kept_ != nullptr && !kept_->run().resumed.empty();
    Lacking lacking;
    if (plan_.play.has_check_game && !is_resumed && !plan_.remote.is_remote()) { // workers try the agents
        lacking = check_agents(plan_, stage);
    } else if (tally_.games() > 0) {
        lacking = tally_.state().conduct.lacks_opening;
    }
    if (plan_.watch.summary_only) {
        return "";
    }
    const std::string walls = stage.kit.roster.sandboxes_text();
    return transcript_head(plan_, start_notes(plan_, stage.openings->facts(), lacking) +
                                      (walls.empty() ? walls : walls + "\n"));
}

std::string SessionOfTwo::game_text(const GameRecord& record) {
    const bool is_due = (record.game + 1) % plan_.watch.report_every == 0;
    if (record.tune) {
        std::string text = transcript_game(record);
        text.insert(text.size() - 1, tuning_game_text(*plan_.counting.tune, *record.tune));
        if (record.tune->kind == referee::TuneKind::Verify) {
            return text + transcript_total(tally_.state().standing, {}) +
                   (is_due ? transcript_estimates(plan_, tally_.state()) : std::string());
        }
        return text + (is_due ? tuned_so_far(*tally_.state().tuning) : std::string());
    }
    return transcript_game(record) + transcript_total(tally_.state().standing, plan_.counting.test) +
           (is_due ? transcript_estimates(plan_, tally_.state()) : std::string());
}

std::vector<std::string> SessionOfTwo::remarks(const GameRecord& record) {
    std::vector<std::string> faults;
    for (const referee::GameFault& fault : tally_.faults_of(record)) {
        if (first_faults_.add(fault) && !plan_.watch.quiet && !plan_.watch.summary_only) {
            faults.push_back(referee::short_fault_text(fault));
        }
    }
    return faults;
}

std::vector<std::string> SessionOfTwo::complaints(const GameRecord& record) {
    std::vector<std::string> lines;
    const OpeningsFacts& openings = stage.openings->facts();
    const std::string lack = lack_text(
        record.lacks_opening, openings.first_position ? "OPENING or FEN for its opening" : "OPENING");
    if (!lack.empty() && (openings.most_plies > 0 || openings.first_position) &&
        !std::exchange(told_of_opening_, true)) {
        lines.push_back(lack + ": such games begin at the starting position");
    }
    if (const auto& tuning = tally_.state().tuning) {
        for (const std::string& line : news_of_probes(*tuning, record)) {
            lines.push_back(line);
        }
    }
    if (!plan_.counting.tune && plan_.counting.repeats == RepeatRule::Count &&
        same_draws_.add(result_of(record))) {
        lines.push_back(fmt::format(
            "warning: the first games are the same draw again and again: the agents have no chance, and "
            "draws alone decide nothing; {}--openings random:4 gives it other games",
            plan_.counting.test ? "--max-games ends such a run, " : ""));
    }
    return lines;
}

/// In all sessions.
std::chrono::nanoseconds SessionOfTwo::played() const {
    const auto before = kept_ != nullptr ? kept_->run().elapsed_before : std::chrono::milliseconds(0);
    return before + elapsed();
}

RunSnapshot SessionOfTwo::snapshot() const {
    return {.plan = plan_,
            .state = tally_.state(),
            .session_elapsed = elapsed(),
            .session_first_game = first_game_};
}

std::string SessionOfTwo::status() {
    const RunSnapshot run = snapshot();
    return plain_status(run, estimates_of(run));
}

void SessionOfTwo::show_status() {
    if (status_line) {
        status_line->update(snapshot());
    }
}

std::string early_end(const RunPlan& plan, const RunState& state) {
    if (state.reason == EndReason::FailedStarts) {
        return fmt::format("Engine {} did not start {} times in a row", plan.agents[*state.broken].name,
                           kMostFailedStarts);
    }
    const bool is_cut = state.reason == EndReason::MaxFaults || state.reason == EndReason::Tampering ||
                        state.reason == EndReason::Repeats || state.reason == EndReason::OpeningsUsedUp;
    return is_cut ? referee::capitalised(outcome_of({.plan = plan, .state = state}).cause) : "";
}

std::vector<Doubt> run_doubts(const RunPlan& plan, const RunState& state,
                              const std::vector<std::string>& changes) {
    return doubts_of({.plan = plan, .state = state, .session_changes = changes});
}

std::string SessionOfTwo::tail(const std::string& signal, const std::vector<std::string>& changes) {
    const RunSnapshot run{
        .plan = plan_, .state = state_, .interrupted_by = signal, .session_changes = changes};
    const std::string notes = end_notes(plan_, stage.openings->facts(), state_.conduct.lacks_opening);
    return plan_.watch.summary_only ? transcript_summary(run, notes) : transcript_tail(run, notes);
}

} // namespace sprt

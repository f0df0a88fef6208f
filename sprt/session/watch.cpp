#include "sprt/session/watch.hpp"

#include "referee/base/console.hpp"
#include "referee/base/terminal.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/status/status_words.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/program_name.hpp"

#include <fmt/format.h>

#include <utility>

#include <unistd.h>

namespace sprt {
namespace {

/// Lines of games are left out when a status is painted on the same terminal.
bool are_games_said(const WatchPlan& plan) {
    const bool is_painted_here = plan.progress == Progress::Auto &&
                                 referee::terminal_traits(STDERR_FILENO).can_repaint &&
                                 referee::terminal_traits(STDOUT_FILENO).is_terminal;
    return !plan.quiet && !plan.summary_only && !is_painted_here;
}

} // namespace

Watch::Watch(const RunPlan& plan, const Openings& openings, std::uint64_t first_game,
             referee::SignalRequest& status_request, bool is_stored)
    : plan_(plan)
    , status_request_(status_request)
    , plays_openings_(openings.facts().most_plies > 0 || openings.facts().first_position)
    , lacking_(openings.facts().first_position ? "OPENING or FEN for its opening" : "OPENING")
    , first_game_(first_game)
    , is_stored_(is_stored)
    , says_games_(are_games_said(plan.watch)) {
    const auto traits = referee::terminal_traits(STDERR_FILENO);
    const Progress wanted = plan.watch.progress;
    const bool is_seen = traits.can_repaint && !plan.watch.summary_only;
    if (wanted == Progress::On || (wanted == Progress::Auto && is_seen)) {
        status_.emplace(STDERR_FILENO, traits);
    }
}

void Watch::game(const referee::GameRecord& record, const RunState& so_far) {
    if (says_games_) {
        if (status_) {
            status_->clear();
        }
        const bool is_due = (record.game + 1) % plan_.watch.report_every == 0;
        referee::say_progress(transcript_game(record) +
                                  transcript_total(so_far.standing, plan_.counting.test) +
                                  (is_due ? transcript_estimates(plan_, so_far) : std::string()),
                              is_stored_);
    }
    say_faults(record);
    warn(record, so_far);
    answer_request(so_far);
    if (status_) {
        status_->update(snapshot(so_far));
    }
}

void Watch::say_faults(const referee::GameRecord& record) {
    for (const referee::GameFault& fault : referee::faults_of(record)) {
        if (!first_faults_.add(fault) || plan_.watch.quiet || plan_.watch.summary_only) {
            continue;
        }
        if (status_) {
            status_->clear();
        }
        referee::say_progress(referee::short_fault_text(fault), is_stored_);
    }
}

void Watch::answer_request(const RunState& so_far) {
    if (!status_request_.take()) {
        return;
    }
    if (status_) {
        status_->clear();
    }
    const RunSnapshot run = snapshot(so_far);
    referee::complain(kProgram, "status: " + plain_status(run, estimates_of(run)));
}

void Watch::wait(const RunState& so_far) {
    referee::pass_on_output();
    answer_request(so_far);
    if (status_) {
        status_->update(snapshot(so_far));
    }
}

void Watch::warn(const referee::GameRecord& record, const RunState& so_far) {
    const auto complain = [&](const std::string& text) {
        if (status_) {
            status_->clear();
        }
        referee::complain(kProgram, text);
    };
    const std::string lack = lack_text(record.lacks_opening, lacking_);
    if (!lack.empty() && plays_openings_ && !std::exchange(told_of_opening_, true)) {
        complain(lack + ": such games begin at the starting position");
    }
    if (plan_.counting.repeats == RepeatRule::Count && same_draws_.add(result_of(record))) {
        complain(
            "warning: the first games are the same draw again and again: the agents have no chance, and "
            "draws alone decide nothing; --max-games ends such a run, --openings random:4 gives it other "
            "games");
    }
    for (const std::string& warning : warnings_.after(record, so_far.machine)) {
        complain("warning: " + warning);
    }
}

RunSnapshot Watch::snapshot(const RunState& so_far) const {
    return {.plan = plan_,
            .state = so_far,
            .session_elapsed = std::chrono::steady_clock::now() - begin_,
            .session_first_game = first_game_};
}

} // namespace sprt

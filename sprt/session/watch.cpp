#include "sprt/session/watch.hpp"

#include "referee/base/console.hpp"
#include "referee/base/terminal.hpp"
#include "sprt/session/program_name.hpp"

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

bool is_status_wanted(const WatchPlan& plan) {
    const bool is_seen = referee::terminal_traits(STDERR_FILENO).can_repaint && !plan.summary_only;
    return plan.progress == Progress::On || (plan.progress == Progress::Auto && is_seen);
}

Watch::Watch(RunSession& session)
    : session_(session)
    , says_games_(are_games_said(session.watch)) {}

void Watch::game(const referee::GameRecord& record) {
    if (says_games_) {
        say(session_.game_text(record));
    }
    for (const std::string& text : session_.remarks(record)) {
        say(text);
    }
    for (const std::string& line : session_.complaints(record)) {
        complain(line);
    }
    for (const std::string& warning : warnings_.after(record, session_.machine())) {
        complain("warning: " + warning);
    }
    wait();
}

void Watch::wait() {
    referee::pass_on_output();
    if (session_.stage.status_request.take()) {
        complain("status: " + session_.status());
    }
    session_.show_status();
}

void Watch::say(const std::string& text) {
    session_.clear_status();
    referee::say_progress(text, session_.directory != nullptr);
}

void Watch::complain(const std::string& text) {
    session_.clear_status();
    referee::complain(kProgram, text);
}

} // namespace sprt

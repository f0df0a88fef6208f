#include "sprt/session/tournament/tournament_watch.hpp"

#include "referee/base/console.hpp"
#include "sprt/session/program_name.hpp"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sprt {
namespace {

constexpr std::chrono::milliseconds kBetweenTournamentPaints{100};
constexpr std::chrono::seconds kBetweenRatings{1};
constexpr std::chrono::seconds kBetweenStatusLines{10};

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
        std::string line = text.substr(begin, end - begin);
        std::size_t shown = 0;
        std::size_t bytes = 0;
        while (bytes < line.size() && shown < columns) { // whole characters of UTF-8
            ++bytes;
            while (bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xC0) == 0x80) {
                ++bytes;
            }
            ++shown;
        }
        kept += line.substr(0, bytes) + "\n";
        begin = end + 1;
    }
    return kept;
}

} // namespace

TournamentWatch::TournamentWatch(const TournamentPlan& plan, std::uint64_t first_game,
                                 referee::SignalRequest& status_request, bool is_stored)
    : plan_(plan)
    , status_request_(status_request)
    , first_game_(first_game)
    , is_stored_(is_stored)
    , traits_(referee::terminal_traits(STDERR_FILENO)) {
    const Progress wanted = plan.watch.progress;
    if (traits_.can_repaint && wanted != Progress::Off) {
        painter_.emplace(STDERR_FILENO);
    }
    writes_lines_ = !traits_.can_repaint && wanted == Progress::On;
    const bool is_painted_here = wanted == Progress::Auto && traits_.can_repaint &&
                                 referee::terminal_traits(STDOUT_FILENO).is_terminal;
    says_games_ = !plan.watch.quiet && !is_painted_here;
}

void TournamentWatch::clear() {
    if (painter_) {
        painter_->clear();
    }
}

void TournamentWatch::game(const referee::GameRecord& record, const TournamentTally& tally) {
    if (says_games_) {
        clear();
        referee::say_progress(tournament_game(plan_, record), is_stored_);
    }
    warn(record, tally);
    const std::uint64_t rounds = tally.state().rounds;
    if (tally.is_between_rounds() && !tally.ended() && rounds > 0 && rounds % plan_.watch.report_every == 0 &&
        rounds != rated_rounds_ && !painter_) {
        rated_rounds_ = rounds;
        referee::say_progress("\n" + standings_text(standings_of(plan_, tally.state())) + "\n", is_stored_);
    }
    wait(tally);
}

void TournamentWatch::wait(const TournamentTally& tally) {
    referee::pass_on_output();
    if (status_request_.take()) {
        clear();
        referee::complain(kProgram, "status: " + status(tally));
    }
    show_status(tally);
}

std::string TournamentWatch::status(const TournamentTally& tally) const {
    return tournament_status(tally, first_game_, std::chrono::steady_clock::now() - begin_);
}

/// Ratings take milliseconds from the agents: they are computed once a second at most.
void TournamentWatch::show_status(const TournamentTally& tally) {
    const auto now = std::chrono::steady_clock::now();
    if (writes_lines_ && now - shown_.value_or(begin_) >= kBetweenStatusLines &&
        !referee::is_output_unread(STDERR_FILENO)) {
        shown_ = now;
        referee::show(STDERR_FILENO, status(tally) + "\n");
    }
    if (!painter_ || !painter_->may_paint() ||
        (shown_ && !painter_->is_empty() && now - *shown_ < kBetweenTournamentPaints)) {
        return;
    }
    if (tally.state().rounds > 0 && (!rated_ || now - *rated_ >= kBetweenRatings)) {
        table_ = table_text(standings_of(plan_, tally.state()));
        rated_ = std::chrono::steady_clock::now();
    }
    shown_ = now;
    const auto columns = static_cast<std::size_t>(std::max(1, painter_->columns() - 1));
    const std::size_t rows = terminal_rows(STDERR_FILENO);
    constexpr std::size_t kFewestRows = 6;
    painter_->paint((rows >= kFewestRows ? first_rows(table_, rows - 3, columns) : "") +
                    first_rows(status(tally), 1, columns));
}

void TournamentWatch::warn(const referee::GameRecord& record, const TournamentTally& tally) {
    const auto complain = [&](const std::string& text) {
        clear();
        referee::complain(kProgram, text);
    };
    if (!told_of_opening_) {
        if (std::string note = lacks_opening_note(plan_, tally.state()); !note.empty()) {
            told_of_opening_ = true;
            note.pop_back();
            complain(note);
        }
    }
    for (const std::string& warning : warnings_.after(record, tally.state().machine)) {
        complain("warning: " + warning);
    }
}

} // namespace sprt

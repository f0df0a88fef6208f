#include "sprt/report/status/status_line.hpp"

#include "referee/base/console.hpp"

namespace sprt {
namespace {

constexpr double kMuchMore = 1.05; ///< growth of the counts after which estimates are visibly old

/// The number of pairs; of games in models of games.
double units_of(const Counts& counts) {
    const auto* pairs = std::get_if<Ptnml>(&counts);
    return static_cast<double>(pairs != nullptr ? pairs->pairs() : std::get<Wld>(counts).games());
}

} // namespace

StatusLine::StatusLine(int fd, const referee::TerminalTraits& traits) noexcept
    : fd_(fd)
    , traits_(traits)
    , painter_(fd) {}

void StatusLine::update(const RunSnapshot& run) {
    if (!traits_.can_repaint) {
        write_line(run);
        return;
    }
    if (!painter_.may_paint()) {
        return;
    }
    const bool is_old = is_due(run.session_elapsed, kBetweenPaints);
    if (is_old) {
        estimate(run);
        shown_ = run.session_elapsed;
    }
    if (is_old || painter_.is_empty()) {
        painter_.paint(status_block(run, *estimates_, traits_, painter_.columns()));
    }
}

void StatusLine::write_line(const RunSnapshot& run) {
    if (is_due(run.session_elapsed, kBetweenLines) && !referee::is_output_unread(fd_)) {
        shown_ = run.session_elapsed;
        estimate(run);
        referee::show(fd_, plain_status(run, *estimates_) + "\n");
    }
}

void StatusLine::estimate(const RunSnapshot& run) {
    const Counts& counted = run.state.standing.counted;
    const bool has_many_more = units_of(counted) > units_of(estimated_from_) * kMuchMore;
    if (!estimates_ || (counted != estimated_from_ &&
                        (has_many_more || run.session_elapsed - estimated_ >= kBetweenEstimates))) {
        estimates_ = estimates_of(run);
        estimated_ = run.session_elapsed;
        estimated_from_ = counted;
    }
}

bool StatusLine::is_due(std::chrono::nanoseconds now, std::chrono::nanoseconds interval) const {
    if (!shown_) {
        return traits_.can_repaint || now >= interval;
    }
    return now - *shown_ >= interval;
}

} // namespace sprt

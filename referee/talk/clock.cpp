#include "referee/talk/clock.hpp"

#include "referee/base/text.hpp"

#include <algorithm>

namespace referee {
namespace {

/// `800 nodes`, `6 plies`, or both.
std::string to_string(const SearchLimit& search) {
    std::string text =
        search.nodes > 0 ? counted(static_cast<std::uint64_t>(search.nodes), "node") : std::string();
    if (search.depth > 0) {
        text += (text.empty() ? "" : " and ") + std::to_string(search.depth) +
                (search.depth == 1 ? " ply" : " plies");
    }
    return text;
}

using std::chrono::nanoseconds;

/// A wait beyond the limit ends after this time and ten limits, so that a run never stands still.
constexpr std::chrono::seconds kLongestWait{10};

nanoseconds first_look(const TurnWatch& watch) noexcept {
    return watch.must_look() ? TurnWatch::kFirstLook : nanoseconds::max();
}

bool is_timeout(const Reply& reply) noexcept {
    const auto* const fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr && fault->termination == Termination::Timeout;
}

} // namespace

std::string to_string(const TimeControl& control) {
    const auto ms = [](TimeControl::Time time) { return std::to_string(shown_ms(time).count()) + " ms"; };
    const std::string search =
        control.search == SearchLimit() ? std::string() : to_string(control.search) + " a move";
    std::string text = ms(control.time);
    switch (control.kind) {
    case LimitKind::Game:
        text += control.moves > 0 ? " for " + counted(static_cast<std::uint64_t>(control.moves), "move") : "";
        text += control.increment > TimeControl::Time(0)
                    ? " and " + ms(control.increment) + " more after each move"
                    : std::string();
        break;
    case LimitKind::Move:
        text += " a move";
        break;
    case LimitKind::Search:
        return search;
    }
    return search.empty() ? text : text + ", at most " + search;
}

TurnClock::TurnClock(ClockRule rule, Meter& first, Meter& second) noexcept
    : rule_(rule)
    , meters_{&first, &second}
    , watch_(first, second)
    , wait_watches_{TurnWatch(first, second), TurnWatch(second, first)} {}

void TurnClock::game_begins() noexcept {
    watch_.game_begins();
    wait_watches_.first.game_begins();
    wait_watches_.second.game_begins();
    is_turn_ = false;
    cut_off_ = {};
}

void TurnClock::wait_begins(Side side) {
    wait_watches_[side].turn_begins(*meters_[side]);
    next_wait_look_[side] = first_look(wait_watches_[side]);
}

void TurnClock::wait_ends(const AnswerTime& time, Reply& reply) {
    next_wait_look_[time.side] = nanoseconds::max();
    if (is_timeout(reply)) {
        cut_off_[time.side] = &wait_watches_[time.side];
        reply.load = wait_watches_[time.side].cut_off(time.asked + reply.elapsed);
    }
}

void TurnClock::turn_begins(Side mover) {
    mover_ = mover;
    is_turn_ = true;
    watch_.turn_begins(*meters_[mover]);
    next_look_ = first_look(watch_);
}

void TurnClock::turn_ends(const AnswerTime& time, Reply& reply) {
    is_turn_ = false;
    const auto now = time.asked + reply.elapsed;
    if (is_timeout(reply)) {
        cut_off_[mover_] = &watch_;
        reply.load = watch_.cut_off(now);
    } else {
        reply.load = watch_.turn_ends(now, reply.elapsed);
    }
    if (rule_ == ClockRule::Wall) {
        return;
    }
    const auto charged = fair_charge(reply.elapsed, reply.load);
    reply.load.excused = reply.elapsed - charged;
    if (is_timeout(reply)) { // is_late() decided this, when a little less was known
        reply.elapsed = std::max(charged, time.limit + nanoseconds(1));
        return;
    }
    reply.elapsed = charged;
    if (charged > time.limit && !std::holds_alternative<Stopped>(reply.what)) {
        reply.what = late_answer();
        cut_off_[mover_] = &watch_;
        reply.load = watch_.cut_off(now);
        reply.load.excused = (now - time.asked) - charged;
    }
}

SteadyTime::time_point TurnClock::next_check(const AnswerTime& time) const noexcept {
    const auto wait = std::min(time.patience, is_turn_ ? next_look_ : next_wait_look_[time.side]);
    return time.asked + std::chrono::ceil<SteadyTime::duration>(wait);
}

void TurnClock::check(const AnswerTime& time, SteadyTime::time_point now) {
    nanoseconds& next_look = is_turn_ ? next_look_ : next_wait_look_[time.side];
    if (now - time.asked >= next_look) {
        TurnWatch& watch = is_turn_ ? watch_ : wait_watches_[time.side];
        watch.look(now);
        const bool again = watch.must_look_again();
        next_look = again ? now - time.asked + TurnWatch::kFirstLook : nanoseconds::max();
    }
}

bool TurnClock::is_late(AnswerTime& time, nanoseconds elapsed) {
    if (elapsed <= time.patience) {
        return false;
    }
    if (elapsed - time.limit > kLongestWait + 10 * time.limit) {
        return true;
    }
    return rule_ == ClockRule::Wall || !is_turn_ || is_late_in_fair_turn(time, elapsed);
}

/// What the agent has waited is known once it has run again. Until then it may be waiting, which is not
/// charged.
bool TurnClock::is_late_in_fair_turn(AnswerTime& time, nanoseconds elapsed) {
    constexpr std::chrono::milliseconds kNextCheck{5};
    const auto [load, uncounted] = watch_.so_far(time.asked + elapsed);
    const auto left = time.limit - fair_charge(elapsed, load);
    if (left >= nanoseconds(0)) {
        time.patience = elapsed + std::max<nanoseconds>(left, std::chrono::milliseconds(1));
        return false;
    }
    if (-left <= std::min<nanoseconds>(uncounted, kLongestWait)) {
        time.patience = elapsed + kNextCheck;
        return false;
    }
    return true;
}

bool TurnClock::needs_end_of(Side side) const noexcept {
    return cut_off_[side] != nullptr && cut_off_[side]->needs_its_end();
}

std::optional<TurnLoad> TurnClock::after_end_of(Side side, SteadyTime::time_point ended) {
    return cut_off_[side] != nullptr ? std::optional(cut_off_[side]->after_its_end(ended)) : std::nullopt;
}

} // namespace referee

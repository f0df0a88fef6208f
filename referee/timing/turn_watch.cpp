#include "referee/timing/turn_watch.hpp"

namespace referee {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kSlowTurn{1};
/// From here on it is asked whether the agent waits for processes of its own.
constexpr std::chrono::microseconds kDelayWorthALook{100};

/// Numbers of the kernel are read one after the other, so a difference may be a little below 0.
nanoseconds since(nanoseconds before, nanoseconds now) noexcept {
    return std::max(nanoseconds(0), now - before);
}

} // namespace

void TurnWatch::game_begins() noexcept {
    last_took_ = {};
    has_kin_ = {};
    base_.reset();
    needs_its_end_ = false;
}

void TurnWatch::turn_begins(std::size_t mover) {
    mover_ = mover;
    base_.reset();
    kin_base_.reset();
    asked_.reset();
    if (last_took_[mover] < kSlowTurn) {
        return;
    }
    if (has_kin_[0] || has_kin_[1]) {
        begin_kin();
    }
    begin(SteadyTime::now());
}

void TurnWatch::begin(SteadyTime::time_point now) {
    const auto mover = meters_[mover_]->read();
    const auto rival = meters_[1 - mover_]->read();
    if (mover && rival) {
        base_ = Base{now, *mover, rival->cpu};
        may_wait_since_ = now;
    }
}

void TurnWatch::begin_kin() {
    kin_base_ = {meters_[0]->kin(), meters_[1]->kin()};
    for (std::size_t i = 0; i < has_kin_.size(); ++i) {
        has_kin_[i] = has_kin_[i] || (*kin_base_)[i].any;
    }
}

void TurnWatch::look(SteadyTime::time_point now) {
    if (!kin_base_) {
        begin_kin();
    }
    if (!base_) {
        begin(now);
    }
}

TurnLoad TurnWatch::load(SteadyTime::time_point now) {
    if (!base_) {
        return {};
    }
    const auto mover = meters_[mover_]->read();
    const auto rival = meters_[1 - mover_]->read();
    if (!mover || !rival) {
        return {};
    }
    TurnLoad load{.watched = since(base_->at.time_since_epoch(), now.time_since_epoch()),
                  .cpu = since(base_->mover.cpu, mover->cpu),
                  .delay = since(base_->mover.delay, mover->delay),
                  .rival_cpu = since(base_->rival_cpu, rival->cpu)};
    bool may_be_its_own_doing = false;
    if (kin_base_) {
        const Meter::Kin& before = (*kin_base_)[mover_];
        const Meter::Kin kin = meters_[mover_]->kin();
        load.cpu += since(before.cpu, kin.cpu) + since(before.unknown_cpu, kin.unknown_cpu);
        load.rival_cpu += since((*kin_base_)[1 - mover_].cpu, meters_[1 - mover_]->kin().cpu);
        may_be_its_own_doing = !before.is_whole || !kin.is_whole || kin.gives_way;
    } else if (load.delay >= kDelayWorthALook) {
        // It may have waited for its own: how much they used in this turn cannot be told any more.
        const Meter::Kin kin = meters_[mover_]->kin();
        has_kin_[mover_] = has_kin_[mover_] || kin.any;
        may_be_its_own_doing = kin.any || kin.gives_way;
    }
    if (may_be_its_own_doing) {
        load.delay = nanoseconds(0);
    }
    delay_counts_ = !may_be_its_own_doing && (kin_base_ || !has_kin_[mover_]);
    load.delay = std::min(load.delay, load.idle());
    return load;
}

TurnLoad TurnWatch::turn_ends(SteadyTime::time_point now, nanoseconds took) {
    last_took_[mover_] = took;
    return load(now);
}

TurnLoad TurnWatch::cut_off(SteadyTime::time_point now) {
    cut_off_at_ = now;
    cut_off_ = load(now);
    cut_off_.has_threads = base_ && meters_[mover_]->has_threads();
    needs_its_end_ = base_ && meters_[mover_]->is_runnable();
    return cut_off_;
}

TurnLoad TurnWatch::after_its_end(SteadyTime::time_point ended) {
    const auto mover = needs_its_end_ && delay_counts_ ? meters_[mover_]->read() : std::nullopt;
    if (mover) {
        // The wait for the core in which it died went on after the clock had stopped.
        const auto afterwards = since(cut_off_at_.time_since_epoch(), ended.time_since_epoch());
        const auto delay = since(base_->mover.delay, mover->delay) - afterwards;
        cut_off_.delay = std::min(std::max(delay, cut_off_.delay), cut_off_.idle());
    }
    return cut_off_;
}

TurnWatch::SoFar TurnWatch::so_far(SteadyTime::time_point now) {
    // Asked before the rest is read: we may have to wait for a core in between. What is seen asleep has all
    // its waits counted; what is seen ready to run may have run, and even answered, since.
    const bool is_runnable = base_ && meters_[mover_]->is_runnable();
    const TurnLoad known = load(now);
    if (!is_runnable) {
        return {known, nanoseconds(0)};
    }
    if (asked_ && known.cpu > asked_->cpu) {
        may_wait_since_ = asked_->at; // it has run since then, which ended any wait from before
    }
    asked_ = Asked{now, known.cpu};
    return {known, std::min(known.idle() - known.delay,
                            since(may_wait_since_.time_since_epoch(), now.time_since_epoch()))};
}

} // namespace referee

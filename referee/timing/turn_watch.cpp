#include "referee/timing/turn_watch.hpp"

#include <cassert>

namespace referee {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kSlowTurn{1};
/// From this delay on, the mover's processes are read: it may have waited for them.
constexpr std::chrono::microseconds kDelayWorthALook{100};

/// Numbers of the kernel are read one after the other, so their difference may be a little below 0.
nanoseconds since(nanoseconds before, nanoseconds now) noexcept {
    return std::max(nanoseconds(0), now - before);
}

/// The longest time that one thread of an agent's kin waited for a core since `before`, without the time in
/// which the agent's other threads ran; all together ran for `all_ran`. None when others may have come and
/// gone: their time may be in no count, e.g. when their parent ignores SIGCHLD.
nanoseconds longest_wait(const Meter::Kin& before, const Meter::Kin& now, nanoseconds all_ran) {
    if (!before.started || before.started != now.started) {
        return nanoseconds(0);
    }
    nanoseconds longest{0};
    for (const Meter::Kin::Thread& thread : before.threads) {
        const auto same = std::ranges::find(now.threads, thread.id, &Meter::Kin::Thread::id);
        if (same == now.threads.end()) {
            return nanoseconds(0);
        }
        if (!same->gives_way) {
            const auto others_ran = since(same->times.ran - thread.times.ran, all_ran);
            longest = std::max(longest, same->times.waited - thread.times.waited - others_ran);
        }
    }
    return longest;
}

} // namespace

void TurnWatch::game_begins() noexcept {
    one_ = {.meter = one_.meter};
    other_ = {.meter = other_.meter};
    base_.reset();
    needs_its_end_ = false;
    throttled_before_ = one_.meter->throttled();
}

void TurnWatch::turn_begins(const Meter& mover) {
    assert(&mover == one_.meter || &mover == other_.meter);
    mover_ = &mover == one_.meter ? &one_ : &other_;
    rival_ = &mover == one_.meter ? &other_ : &one_;
    base_.reset();
    counts_kin_ = false;
    has_new_threads_ = false;
    asked_.reset();
    began_ = SteadyTime::now();
    if (mover_->last_took < kSlowTurn) {
        return;
    }
    const auto kin_of_one = one_.meter->known_kin();
    const auto kin_of_other = other_.meter->known_kin();
    if (kin_of_one && kin_of_other) {
        one_.kin_before = *kin_of_one;
        other_.kin_before = *kin_of_other;
        counts_kin_ = true;
    } else if (one_.has_kin || other_.has_kin) {
        begin_kin();
    }
    begin(SteadyTime::now());
}

void TurnWatch::begin(SteadyTime::time_point now) {
    began_ = SteadyTime::time_point::max(); // a cut off turn that was looked at was not unseen
    has_new_threads_ = mover_->meter->may_have_new_threads();
    const auto mover = mover_->meter->begin(counts_kin_);
    const auto rival_cpu = rival_->meter->cpu();
    if (mover && rival_cpu) {
        base_ = Base{now, *mover, *rival_cpu};
        throttled_before_ = mover->throttled;
        may_wait_since_ = now;
    }
}

void TurnWatch::begin_kin() {
    for (Agent* const agent : {&one_, &other_}) {
        agent->kin_before = agent->meter->kin();
        agent->has_kin = agent->has_kin || agent->kin_before.any;
    }
    counts_kin_ = true;
}

void TurnWatch::look(SteadyTime::time_point now) {
    if (!counts_kin_) {
        begin_kin();
    }
    if (!base_) {
        begin(now);
    } else if (must_look_again()) {
        if (mover_->meter->may_have_new_threads()) {
            has_new_threads_ = true;            // also in the looks to come
            mover_->kin_before.threads.clear(); // so that their waits do not count: see longest_wait()
        }
        if (has_new_threads_) {
            static_cast<void>(mover_->meter->read()); // before threads end and take their counts with them
        }
    }
}

TurnLoad TurnWatch::load(SteadyTime::time_point now) {
    if (!base_) {
        return {};
    }
    const auto mover = mover_->meter->read();
    const auto rival_cpu = rival_->meter->cpu();
    if (!mover || !rival_cpu) {
        return {};
    }
    TurnLoad load{.watched = since(base_->at.time_since_epoch(), now.time_since_epoch()),
                  .cpu = since(base_->mover.cpu, mover->cpu),
                  .delay = waited_until(*mover, nanoseconds(0)),
                  .rival_cpu = since(base_->rival_cpu, *rival_cpu),
                  .throttled = since(base_->mover.throttled, mover->throttled),
                  .threads = mover->threads};
    bool may_be_its_own_doing = false;
    if (counts_kin_) {
        const Meter::Kin& before = mover_->kin_before;
        const Meter::Kin kin = mover_->meter->kin();
        load.cpu += since(before.cpu, kin.cpu) + since(before.unknown_cpu, kin.unknown_cpu);
        load.rival_cpu += since(rival_->kin_before.cpu, rival_->meter->kin().cpu);
        load.delay = std::max(load.delay, longest_wait(before, kin, load.cpu));
        may_be_its_own_doing = !before.is_whole || !kin.is_whole || kin.gives_way;
    } else if (load.delay >= kDelayWorthALook) {
        // The mover may have waited for its own processes. What they used in this turn cannot be known.
        const Meter::Kin kin = mover_->meter->kin();
        mover_->has_kin = mover_->has_kin || kin.any;
        may_be_its_own_doing = kin.any || kin.gives_way;
    }
    if (may_be_its_own_doing) {
        load.delay = nanoseconds(0);
    }
    delay_counts_ = !may_be_its_own_doing && (counts_kin_ || !mover_->has_kin);
    load.delay = std::min(load.delay, load.idle());
    load.throttled = std::min(load.throttled, load.delay);
    return load;
}

/// How long the mover had no core from the start of the watch until `afterwards` before `now` was read. A
/// thread that a quota keeps from running may be counted as one that waits, and may not.
nanoseconds TurnWatch::waited_until(const Meter::Reading& now, nanoseconds afterwards) const {
    return std::max(since(base_->mover.delay, now.delay), since(base_->mover.throttled, now.throttled)) -
           afterwards;
}

TurnLoad TurnWatch::turn_ends(SteadyTime::time_point now, nanoseconds took) {
    mover_->last_took = took;
    return load(now);
}

TurnLoad TurnWatch::cut_off(SteadyTime::time_point now) {
    cut_off_at_ = now;
    cut_off_ = base_ ? load(now) : throttled_unseen(now);
    cut_off_.has_threads = base_ && mover_->meter->has_threads();
    needs_its_end_ = base_ && mover_->meter->is_first_runnable();
    return cut_off_;
}

/// Of a turn that was over before the first look at it, although that was due: the referee had no core.
TurnLoad TurnWatch::throttled_unseen(SteadyTime::time_point now) {
    const auto took = since(began_.time_since_epoch(), now.time_since_epoch());
    const auto throttled = std::min(took, since(throttled_before_, mover_->meter->throttled()));
    const auto unseen = std::max(throttled, took - kFirstLook);
    return unseen > nanoseconds(0) ? TurnLoad{.watched = took, .delay = unseen, .throttled = throttled}
                                   : TurnLoad();
}

TurnLoad TurnWatch::after_its_end(SteadyTime::time_point ended) {
    const auto mover = needs_its_end_ && delay_counts_ ? mover_->meter->read() : std::nullopt;
    if (mover) {
        // The last wait of the mover, after which it died, lasted on after the clock had stopped.
        const auto afterwards = since(cut_off_at_.time_since_epoch(), ended.time_since_epoch());
        cut_off_.delay =
            std::min(std::max(waited_until(*mover, afterwards), cut_off_.delay), cut_off_.idle());
    }
    return cut_off_;
}

TurnWatch::SoFar TurnWatch::so_far(SteadyTime::time_point now) {
    // This comes before the other readings, because the referee may wait for a core in between. Of a mover
    // that sleeps here, all waits are counted. One that is ready here may have run, and even answered, before
    // load().
    const bool is_runnable = base_ && mover_->meter->is_runnable();
    const TurnLoad known = load(now);
    if (!is_runnable) {
        return {known, nanoseconds(0)};
    }
    if (asked_ && known.cpu > asked_->cpu) {
        may_wait_since_ = asked_->at; // the mover has run since then: earlier waits have ended
    }
    asked_ = Asked{now, known.cpu};
    return {known, std::min(known.idle() - known.delay,
                            since(may_wait_since_.time_since_epoch(), now.time_since_epoch()))};
}

} // namespace referee

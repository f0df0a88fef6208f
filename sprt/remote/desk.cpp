#include "sprt/remote/desk.hpp"

#include "referee/base/text.hpp"
#include "referee/game/job.hpp"

#include <algorithm>

namespace sprt::remote {
namespace {

constexpr std::size_t kLongestReason = 500; // in bytes; a worker could say anything
constexpr std::array<std::string_view, 3> kWhyReturned{"its worker stopped", "its worker stood still",
                                                       "its worker cannot play it"}; // as WhyReturned

} // namespace

Task task_of(const Lease& lease) {
    return {.attempt = lease.attempt, .games = *jobs_of(lease)};
}

std::optional<ResultToCheck> Desk::turn(Turn turn, const std::string& worker, std::string reply, Time now) {
    const SlotId id{turn.session, turn.slot};
    const auto [place, is_new] = slots_.try_emplace(id);
    Slot& slot = place->second;
    if (!is_new && (slot.worker != worker || turn.seq < slot.seq)) {
        return std::nullopt; // another one's session, or a request that came late
    }
    if (is_new && ++slots_of_[worker] > kMostSlotsOfWorker) {
        --slots_of_[worker];
        slots_.erase(place);
        return std::nullopt;
    }
    slot.heard = now;
    slot.reply = std::move(reply);
    if (!is_new && turn.seq == slot.seq) {
        if (!slot.answer.empty()) {
            posts_.push_back({slot.reply, slot.answer});
        }
        return std::nullopt;
    }
    if (slot.is_checked) { // it asks anew, and is answered once its result was checked
        slot.seq = turn.seq;
        slot.wants = turn.wants;
        slot.asked = now;
        return std::nullopt;
    }
    const bool comes = is_new || (turn.wants && !slot.wants);
    held_.erase({slot.asked, id});
    slot = {.worker = worker,
            .seq = turn.seq,
            .reply = std::move(slot.reply),
            .wants = turn.wants,
            .asked = now,
            .heard = now};
    note_speed(id, slot, turn.speed, now);
    if (const auto liar = liars_.find(worker); is_new && liar != liars_.end()) {
        distrust(worker, liar->second, now);
    }
    if (comes) {
        note_slots(now);
    }
    const bool is_current = turn.epoch == epoch_;
    if (turn.done) {
        const Lease* lease = is_current ? leases_.in_force(turn.done->attempt, id) : nullptr;
        if (lease != nullptr && !turn.done->returned) {
            slot.is_checked = true;
            return ResultToCheck{id, turn.seq, worker, std::move(*turn.done), jobs_of(*lease)};
        }
        slot.taken = Taken::Void;
    }
    if (const Lease* lease = leases_.of_slot(id)) {
        give_up(*lease, turn);
    }
    hold(id, slot);
    if (!is_current) {
        answer(id, slot, std::nullopt);
    }
    serve(now);
    return std::nullopt;
}

/// A task is scaled by what its worker said before it was given: nobody chooses it by the game.
void Desk::note_speed(const SlotId& id, Slot& slot, std::optional<double> speed, Time now) {
    if (speed) {
        const std::string& who = is_volunteer(slot.worker) ? slot.worker : id.session;
        SaidSpeed& said = speeds_.try_emplace(who, SaidSpeed{*speed, now}).first->second;
        if (now - said.at >= kSpeedHoldsFor) {
            said = {*speed, now};
        }
        speed = said.speed;
        workers_[slot.worker].speed = speed;
    }
    if (!reference_speed_) {
        return;
    }
    slot.time_scale = speed ? time_scale(*reference_speed_, *speed) : std::nullopt;
    if (!slot.time_scale) {
        workers_[slot.worker].refused = unwelcome_speed(*reference_speed_, speed);
    }
}

/// The slot of `lease` said in `turn` that it does not have it any more, or never had it.
void Desk::give_up(const Lease& lease, const Turn& turn) {
    std::string why = "its worker does not have it";
    if (turn.done && turn.done->returned) {
        why = turn.done->why.empty()
                  ? std::string(kWhyReturned[static_cast<std::size_t>(*turn.done->returned)])
                  : referee::to_printable(turn.done->why, kLongestReason);
    }
    const bool cannot_play = turn.done && turn.done->returned == WhyReturned::CannotPlay;
    if (cannot_play) {
        workers_[lease.worker].refused = why;
    }
    leases_.lose(lease.attempt, why, !cannot_play);
}

bool Desk::settle(const ResultToCheck& result, const std::optional<std::string>& problem, Time now,
                  Playing playing) {
    Slot& slot = slots_.at(result.slot);
    slot.is_checked = false;
    const Attempt& attempt = result.done.attempt;
    const Lease* lease = leases_.in_force(attempt, result.slot);
    const bool is_copy = lease != nullptr && lease->is_copy;
    bool is_taken = false;
    if (lease == nullptr) {
        slot.taken = Taken::Void;
    } else if (problem) {
        slot.taken = Taken::Wrong;
        slot.why = *problem;
        WorkerCounts& counts = workers_[result.worker];
        ++counts.wrong;
        const std::string why = referee::to_printable(*problem, kLongestReason);
        counts.refused = "a result was wrong: " + why;
        leases_.lose(attempt, "its result was wrong: " + why);
    } else {
        slot.taken = Taken::Kept; // and a worker does not learn more
        const bool is_plain = are_plain(playing);
        // A pair that was doubted is broken off more often, whoever plays it.
        if (!is_copy && lease->doubted.empty()) {
            const auto& [one, two] = lease->jobs->front().agents;
            Happened& broken = broken_[{one, two}][result.worker];
            ++(is_plain ? broken.not_times : broken.times);
        }
        is_taken = !is_copy && (is_plain || !is_volunteer(result.worker) || !lease->doubted.empty());
        if (is_taken && !lease->jobs->front().round) { // in a tournament a pair's time depends on who plays
            paces_.note(result.worker, now - lease->since, leases_.waiting_for(attempt.pair),
                        leases_.lead_pairs(), now);
        }
        const auto jobs = lease->jobs; // without the factor of this worker
        if (is_copy) {
            leases_.keep(attempt);
            checks_.played(attempt, result.worker, playing);
        } else if (!is_taken) {
            leases_.doubt(attempt);
        } else {
            leases_.keep(attempt);
            ++workers_[result.worker].pairs;
            checks_.taken(attempt, result.worker, jobs, std::move(playing),
                          has_volunteers_ || is_volunteer(result.worker));
        }
    }
    hold(result.slot, slot);
    serve(now);
    return is_taken;
}

void Desk::alive(const Alive& alive, const std::string& worker, Time now) {
    bool is_its = false;
    for (auto it = slots_.lower_bound({alive.session, 0});
         it != slots_.end() && it->first.session == alive.session; ++it) {
        is_its = is_its || it->second.worker == worker;
        it->second.heard = is_its ? now : it->second.heard;
    }
    constexpr std::size_t kLongestMachine = 2000;
    if (is_its && alive.machine_json != "null" && alive.machine_json.size() <= kLongestMachine) {
        workers_[worker].machine_json = alive.machine_json;
    }
    if (is_its && alive.epoch == epoch_) {
        leases_.heard(alive.session, worker, alive.holds, now);
        serve(now);
    }
}

void Desk::tick(Time now) {
    leases_.expire(now);
    serve(now);
    while (!held_.empty() && now - held_.begin()->first >= kLongestHold) {
        const SlotId id = held_.begin()->second;
        answer(id, slots_.at(id), std::nullopt);
    }
    std::erase_if(slots_, [&](const auto& entry) {
        const auto& [id, slot] = entry;
        const bool is_gone =
            now - slot.heard > kForgotten && !slot.is_checked && leases_.of_slot(id) == nullptr;
        slots_of_[slot.worker] -= is_gone ? 1U : 0U;
        return is_gone;
    });
    note_slots(now);
}

void Desk::keep_time(bool is_connected, Time now) {
    constexpr std::chrono::seconds kLongestGap{2};
    const bool stood_still = now - std::exchange(time_kept_, now) > kLongestGap;
    if (!std::exchange(was_connected_, is_connected) || stood_still) {
        begin_anew(now);
    }
    if (is_connected) { // while the server is away no lease ends
        tick(now);
    }
}

void Desk::replan(std::uint64_t first, Time now) {
    note_checks(now); // copies that were lost before
    leases_.replan(first);
    checks_.forget_from(referee::pair_of(first));
    serve(now);
}

void Desk::hand_on(std::uint64_t games, Time now) {
    leases_.hand_on(games);
    serve(now);
}

void Desk::end(OfferState state, Time now) {
    state_ = state;
    serve(now);
}

void Desk::quarantine(const std::string& worker, const std::string& why) {
    WorkerCounts& counts = workers_[worker];
    counts.quarantined = counts.quarantined.empty() ? why : counts.quarantined; // the first reason stays
}

void Desk::distrust(const std::string& worker, const std::string& why, Time now) {
    WorkerCounts& counts = workers_[worker];
    counts.quarantined = why;
    counts.is_distrusted = true;
    checks_.forget(worker);
    leases_.lose_all_of(worker, "its worker is not trusted");
    note_slots(now);
}

/// Tells the checks which copies were lost, and hears of those who were caught.
void Desk::note_checks(Time now) {
    for (const CaughtLying& caught : checks_.take_caught()) {
        distrust(caught.worker, caught.why, now);
    }
    for (const Attempt& attempt : leases_.take_lost_copies()) {
        checks_.lost(attempt);
    }
}

std::uint64_t Desk::welcome_slots(Time now) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(slots_, [&](const auto& entry) {
        return entry.second.is_here(now) && !is_refused(entry.second.worker);
    }));
}

std::uint64_t Desk::slots(Time now) const {
    const auto is_here = [&](const auto& entry) { return entry.second.is_here(now); };
    return static_cast<std::uint64_t>(std::ranges::count_if(slots_, is_here));
}

std::map<std::string, std::uint64_t> Desk::slots_by_worker(Time now) const {
    std::map<std::string, std::uint64_t> slots;
    for (const auto& [id, slot] : slots_) {
        if (slot.is_here(now)) {
            ++slots[slot.worker];
        }
    }
    return slots;
}

void Desk::note_slots(Time now) {
    std::uint64_t proven = 0;
    for (const auto& [worker, its] : slots_by_worker(now)) {
        const auto record = leases_.records().find(worker);
        const std::uint64_t kept = record == leases_.records().end() ? 0 : record->second.kept;
        proven += std::min(its, kept + kSlotsOfNewWorker);
    }
    leases_.set_slots(std::max<std::uint64_t>(1, proven));
    std::set<std::string> present;
    trusted_.clear();
    has_volunteers_ = false;
    const std::string* last = nullptr; // slots of a session follow each other
    for (const auto& [id, slot] : slots_) {
        const bool is_seen = last != nullptr && *last == slot.worker;
        if (!slot.is_here(now) || is_seen || is_refused(slot.worker)) {
            continue;
        }
        last = &slot.worker;
        present.insert(slot.worker);
        if (is_volunteer(slot.worker)) {
            has_volunteers_ = true;
        } else {
            trusted_.insert(slot.worker);
        }
    }
    leases_.set_present(std::move(present), now);
}

bool Desk::is_refused(const std::string& worker) const {
    const auto found = workers_.find(worker);
    return found != workers_.end() && !found->second.why_barred().empty();
}

/// Whether `worker` gets no pair now because others would wait for it. When all trusted workers are so slow
/// and a pair is left that only they may play, one that may play it does not rest: others wait for that pair
/// too.
bool Desk::rests(const std::string& worker, Time now) const {
    const auto is_held_back = [&](const std::string& name) {
        return paces_.is_held_back(name, leases_.waiting_for_worker(name), leases_.lead_pairs(), now);
    };
    return is_held_back(worker) && !(trusted_.contains(worker) && leases_.has_pair_for_trusted(worker, now) &&
                                     std::ranges::all_of(trusted_, is_held_back));
}

/// Answers the held requests that can be answered now, the oldest ones first.
void Desk::serve(Time now) {
    note_checks(now);
    bool has_pairs = true;
    for (auto it = held_.begin(); it != held_.end();) {
        const SlotId id = it->second;
        ++it; // an answer takes its request out
        Slot& slot = slots_.at(id);
        if (state_ != OfferState::Open || !slot.wants || is_refused(slot.worker)) {
            answer(id, slot, std::nullopt);
        } else if ((has_pairs || checks_.has_waiting()) && !rests(slot.worker, now)) {
            if (const Lease* lease = give(id, slot, now)) {
                if (slot.time_scale) {
                    leases_.scale(lease->attempt.pair, *slot.time_scale, now);
                }
                answer(id, slot, task_of(*lease));
            } else {
                has_pairs = leases_.is_ready(); // for one that is trusted more
            }
        }
    }
}

/// What `slot` plays next: a lost pair, a copy while there is more to play than copies, or a new pair.
const Lease* Desk::give(const SlotId& id, const Slot& slot, Time now) {
    const Lease* lease = leases_.give_lost(id, slot.worker, now);
    if (lease == nullptr && checks_.has_waiting()) {
        static_cast<void>(leases_.is_ready()); // makes the next pair, if there is one
        const auto copy = leases_.is_at_end() ? std::nullopt : checks_.next_for(slot.worker, trusted_);
        lease = copy ? leases_.give_copy(*copy, id, slot.worker, now) : nullptr;
    }
    return lease != nullptr ? lease : leases_.give_new(id, slot.worker, now);
}

void Desk::answer(const SlotId& id, Slot& slot, std::optional<Task> task) {
    held_.erase({slot.asked, id});
    const bool is_unwelcome = state_ == OfferState::Open && is_refused(slot.worker);
    slot.answer =
        to_text({.seq = slot.seq,
                 .epoch = epoch_,
                 .taken = slot.taken,
                 .why = is_unwelcome && slot.why.empty() ? workers_.at(slot.worker).why_barred() : slot.why,
                 .task = std::move(task),
                 .state = is_unwelcome ? OfferState::Unwelcome : state_});
    posts_.push_back({slot.reply, slot.answer});
}

} // namespace sprt::remote

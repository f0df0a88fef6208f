#include "sprt/remote/leases.hpp"

#include "referee/base/text.hpp"
#include "referee/game/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace sprt::remote {

std::string poisoned_text(const std::vector<LostAttempt>& attempts) {
    const auto text = [](const LostAttempt& lost) { return lost.worker + ": " + lost.why; };
    return fmt::format("pair {} was lost {} times and cannot be left out ({})", attempts.front().attempt.pair,
                       attempts.size(), fmt::join(referee::texts_of(attempts, text), "; "));
}

bool Leases::may_give(std::uint64_t game) const noexcept {
    return game < handed_on_ + (is_narrow_ ? 1 : 2 * lead_pairs());
}

std::uint64_t Leases::lead_pairs() const noexcept {
    return slots_ * (slots_ < kManySlots ? kLeadPairs : kLeadPairsOfMany);
}

/// The first lease of a pair whose result was not taken yet; null: there is none.
const Lease* Leases::first_unfinished() const {
    const auto found = std::ranges::find_if(held_, [](const auto& entry) { return !entry.second.is_copy; });
    return found == held_.end() ? nullptr : &found->second;
}

std::uint64_t Leases::waiting_for(std::uint64_t pair) const {
    const Lease* const first = first_unfinished();
    const bool is_first =
        (first == nullptr || first->attempt.pair >= pair) && (free_.empty() || free_.begin()->first >= pair);
    const std::uint64_t next = referee::pair_of(given_ + 1); // after the last one that was given
    const std::uint64_t unfinished = held_.size() - copies_held_ + free_.size();
    return is_first && next > pair ? next - pair - std::min(next - pair, unfinished) : 0;
}

std::uint64_t Leases::waiting_for_worker(const std::string& worker) const {
    const Lease* const first = first_unfinished();
    return first != nullptr && first->worker == worker ? waiting_for(first->attempt.pair) : 0;
}

/// Makes the next pair of the schedule when it may be given now.
bool Leases::has_new_pair() {
    if (!prepared_ && !has_ended_ && may_give(given_)) {
        std::optional<std::vector<Job>> jobs = next_pair_();
        has_ended_ = jobs && jobs->empty();
        if (jobs && !has_ended_) {
            prepared_ = std::make_shared<const std::vector<Job>>(std::move(*jobs));
        }
    }
    return prepared_ != nullptr && may_give(given_);
}

bool Leases::is_ready() {
    return (!free_.empty() && may_give(free_.begin()->second.jobs->front().id)) || has_new_pair();
}

bool Leases::has_lost(std::uint64_t pair, const std::string& worker) const {
    const auto found = history_.find(pair);
    return found != history_.end() &&
           std::ranges::any_of(found->second, [&](const LostAttempt& lost) { return lost.worker == worker; });
}

bool Leases::is_for_trusted(const Free& free) const {
    return free.losses >= kLossesBeforeTrusted || (!free.doubted.empty() && is_trusted_present());
}

/// Whether `worker` may play a pair that was lost, and need not leave it to another one.
bool Leases::may_play(const Free& free, std::uint64_t pair, const std::string& worker, Time now) const {
    const bool must_be_trusted = is_for_trusted(free);
    const auto is_trusted_enough = [&](const std::string& name) {
        return !must_be_trusted || !is_volunteer(name);
    };
    if (!is_trusted_enough(worker)) {
        return false;
    }
    const bool is_new_to_it =
        worker != free.doubted && (now - free.lost_at >= kLease || !has_lost(pair, worker));
    return is_new_to_it || std::ranges::none_of(present_, [&](const std::string& other) {
               return other != worker && other != free.doubted && is_trusted_enough(other) &&
                      !has_lost(pair, other);
           });
}

bool Leases::has_pair_for_trusted(const std::string& worker, Time now) const {
    return std::ranges::any_of(free_, [&](const auto& entry) {
        const auto& [pair, free] = entry;
        return is_for_trusted(free) && may_play(free, pair, worker, now);
    });
}

bool Leases::is_trusted_present() const {
    return std::ranges::any_of(present_, [](const std::string& name) { return !is_volunteer(name); });
}

std::optional<std::uint64_t> Leases::pair_for_trusted() const {
    const auto found = std::ranges::find_if(
        free_, [](const auto& entry) { return entry.second.losses >= kLossesBeforeTrusted; });
    return found == free_.end() || is_trusted_present() ? std::nullopt : std::optional(found->first);
}

const Lease* Leases::give_lost(const SlotId& slot, const std::string& worker, Time now) {
    if (!poisoned_.empty()) {
        return nullptr;
    }
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        if (may_play(it->second, it->first, worker, now) && may_give(it->second.jobs->front().id)) {
            auto [pair, free] = *it;
            free_.erase(it);
            return lend({.attempt = {.pair = pair, .attempt = free.attempt},
                         .slot = slot,
                         .worker = worker,
                         .jobs = std::move(free.jobs),
                         .losses = free.losses,
                         .doubted = std::move(free.doubted)},
                        now);
        }
    }
    return nullptr;
}

const Lease* Leases::give_new(const SlotId& slot, const std::string& worker, Time now) {
    if (!poisoned_.empty() || !has_new_pair()) {
        return nullptr;
    }
    Lease lease{.slot = slot, .worker = worker, .jobs = std::exchange(prepared_, nullptr)};
    given_ = lease.jobs->back().id + 1;
    lease.attempt = {.pair = lease.jobs->front().pair, .attempt = first_attempt_};
    return lend(std::move(lease), now);
}

const Lease* Leases::give_copy(const Copy& copy, const SlotId& slot, const std::string& worker, Time now) {
    assert(!held_.contains(copy.attempt.pair) && !free_.contains(copy.attempt.pair));
    ++copies_held_;
    return lend({.attempt = copy.attempt, .slot = slot, .worker = worker, .jobs = copy.jobs, .is_copy = true},
                now);
}

/// What an attempt may take at most on a machine whose agents have more time.
Clock::duration Leases::longest(std::optional<referee::TimeScale> time_scale) const {
    constexpr referee::TimeScale kNone{};
    const auto slowness = std::max(kNone.thousandths, time_scale.value_or(kNone).thousandths);
    return longest_pair_ / kNone.thousandths * slowness; // the product could be too large
}

void Leases::scale(std::uint64_t pair, referee::TimeScale time_scale, Time now) {
    Lease& lease = held_.at(pair);
    lease.time_scale = time_scale;
    lease.longest = now + longest(time_scale);
}

std::shared_ptr<const std::vector<Job>> jobs_of(const Lease& lease) {
    if (!lease.time_scale) {
        return lease.jobs;
    }
    auto jobs = std::make_shared<std::vector<Job>>(*lease.jobs);
    for (Job& job : *jobs) {
        job.time_scale = lease.time_scale;
        for (const referee::Player player : referee::kPlayers) {
            job.limits.time[player] = scaled(job.limits.time[player], *lease.time_scale);
        }
    }
    return jobs;
}

const Lease* Leases::lend(Lease lease, Time now) {
    lease.since = now;
    lease.renew(now);
    lease.longest = now + longest_pair_;
    most_attempts_ = std::max(most_attempts_, lease.attempt.attempt);
    const std::uint64_t pair = lease.attempt.pair;
    pair_of_slot_[lease.slot] = pair;
    return &(held_[pair] = std::move(lease));
}

const Lease* Leases::in_force(const Attempt& attempt, const SlotId& slot) const {
    const auto found = held_.find(attempt.pair);
    const bool is_its =
        found != held_.end() && found->second.attempt == attempt && found->second.slot == slot;
    return is_its ? &found->second : nullptr;
}

const Lease* Leases::of_slot(const SlotId& slot) const {
    const auto found = pair_of_slot_.find(slot);
    return found == pair_of_slot_.end() ? nullptr : &held_.at(found->second);
}

void Leases::keep(const Attempt& attempt) {
    const auto found = held_.find(attempt.pair);
    const bool is_copy = found->second.is_copy;
    Record& record = records_[found->second.worker];
    pair_of_slot_.erase(found->second.slot);
    held_.erase(found);
    if (is_copy) {
        --copies_held_;
        return;
    }
    history_.erase(attempt.pair);
    ++kept_count_;
    ++record.kept;
    record.lost_last = false;
}

/// Ends the lease of `pair`.
Lease Leases::take_back(std::uint64_t pair) {
    const auto found = held_.find(pair);
    Lease lease = std::move(found->second);
    pair_of_slot_.erase(lease.slot);
    held_.erase(found);
    return lease;
}

void Leases::doubt(const Attempt& attempt) {
    Lease lease = take_back(attempt.pair);
    ++lost_count_;
    ++lost_by_[lease.worker];
    free_[attempt.pair] = {.attempt = attempt.attempt + 1,
                           .losses = lease.losses,
                           .jobs = std::move(lease.jobs),
                           .lost_at = present_at_,
                           .doubted = std::move(lease.worker)};
}

void Leases::lose(Attempt attempt, const std::string& why, bool is_counted) {
    Lease lease = take_back(attempt.pair);
    if (lease.is_copy) {
        --copies_held_;
        lost_copies_.push_back(attempt);
        return;
    }
    ++lost_count_;
    ++lost_by_[lease.worker];
    Record& record = records_[lease.worker];
    if (!record.lost_last || present_at_ - record.lost_at >= kLease) {
        ++record.times_lost;
        record.lost_at = present_at_;
    }
    record.lost_last = true;
    // One that loses a pair again and again says nothing of the pair while others can play it.
    const bool is_alone =
        std::ranges::all_of(present_, [&](const std::string& name) { return name == lease.worker; });
    const bool says_something = is_counted && (is_alone || !has_lost(attempt.pair, lease.worker));
    const int losses = lease.losses + (says_something ? 1 : 0);
    std::vector<LostAttempt>& all = history_[attempt.pair];
    all.push_back({.attempt = attempt, .worker = std::move(lease.worker), .why = why});
    if (losses >= kMostLosses && poisoned_.empty()) {
        poisoned_ = all;
    }
    free_[attempt.pair] = {.attempt = attempt.attempt + 1,
                           .losses = losses,
                           .jobs = std::move(lease.jobs),
                           .lost_at = present_at_,
                           .doubted = std::move(lease.doubted)};
}

void Leases::replan(std::uint64_t first) {
    const std::uint64_t pair = referee::pair_of(first);
    for (auto it = held_.lower_bound(pair); it != held_.end(); it = held_.erase(it)) {
        copies_held_ -= it->second.is_copy ? 1U : 0U;
        pair_of_slot_.erase(it->second.slot);
    }
    free_.erase(free_.lower_bound(pair), free_.end());
    history_.erase(history_.lower_bound(pair), history_.end());
    poisoned_.clear();
    prepared_ = nullptr;
    has_ended_ = false;
    voided_ += given_ - first;
    given_ = first;
    handed_on_ = first;
    first_attempt_ = most_attempts_ + 1;
}

void Leases::lose_all_of(const std::string& worker, const std::string& why) {
    std::vector<Attempt> its;
    for (const auto& [pair, lease] : held_) {
        if (lease.worker == worker) {
            its.push_back(lease.attempt);
        }
    }
    for (const Attempt& attempt : its) {
        lose(attempt, why, false);
    }
}

void Leases::heard(const std::string& session, const std::string& worker, const std::vector<Holding>& holds,
                   Time now) {
    std::vector<Attempt> never_got;
    for (auto it = pair_of_slot_.lower_bound({session, 0});
         it != pair_of_slot_.end() && it->first.session == session; ++it) {
        Lease& lease = held_.at(it->second);
        if (lease.worker != worker) {
            continue;
        }
        const bool is_named = std::ranges::any_of(holds, [&](const Holding& holding) {
            return holding.slot == lease.slot.slot && holding.attempt == lease.attempt;
        });
        if (is_named) {
            lease.renew(now);
        } else if (now - lease.others_named_from >= kAliveApart) {
            lease.others_named_from = now;
            if (++lease.others_named >= 2) {
                never_got.push_back(lease.attempt);
            }
        }
    }
    for (const Attempt& attempt : never_got) {
        lose(attempt, "its worker does not have it");
    }
}

void Leases::expire(Time now) {
    std::vector<std::pair<Attempt, const char*>> ended;
    for (const auto& [pair, lease] : held_) {
        if (now >= lease.until) {
            ended.emplace_back(lease.attempt, "its worker was not heard any more");
        } else if (now >= lease.longest) {
            ended.emplace_back(lease.attempt, "it took longer than its games can last");
        }
    }
    for (const auto& [attempt, why] : ended) {
        lose(attempt, why);
    }
}

void Leases::begin_anew(Time now) {
    for (auto& [pair, lease] : held_) {
        lease.renew(now);
        lease.longest = now + longest(lease.time_scale);
    }
}

} // namespace sprt::remote

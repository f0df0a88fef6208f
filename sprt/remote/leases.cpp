#include "sprt/remote/leases.hpp"

#include "referee/game/alternation.hpp"

#include <algorithm>
#include <utility>

namespace sprt::remote {

bool Leases::may_give(std::uint64_t game) const noexcept {
    return game < handed_on_ + (is_narrow_ ? 1 : 2 * lead_pairs());
}

std::uint64_t Leases::lead_pairs() const noexcept {
    return slots_ * (slots_ < kManySlots ? kLeadPairs : kLeadPairsOfMany);
}

std::uint64_t Leases::waiting_for(std::uint64_t pair) const {
    const bool is_first =
        (held_.empty() || held_.begin()->first >= pair) && (free_.empty() || free_.begin()->first >= pair);
    const std::uint64_t next = referee::pair_of(given_ + 1); // after the last one that was given
    const std::uint64_t unfinished = held_.size() + free_.size();
    return is_first && next > pair ? next - pair - std::min(next - pair, unfinished) : 0;
}

std::uint64_t Leases::waiting_for_worker(const std::string& worker) const {
    const bool is_its = !held_.empty() && held_.begin()->second.worker == worker;
    return is_its ? waiting_for(held_.begin()->first) : 0;
}

/// Makes the next pair of the schedule when it may be given now.
bool Leases::has_new_pair() {
    if (!prepared_ && !has_ended_ && may_give(given_)) {
        std::vector<Job> jobs = next_pair_();
        has_ended_ = jobs.empty();
        if (!has_ended_) {
            prepared_ = std::make_shared<const std::vector<Job>>(std::move(jobs));
        }
    }
    return prepared_ != nullptr && may_give(given_);
}

bool Leases::is_ready() {
    return (!free_.empty() && may_give(free_.begin()->second.jobs->front().id)) || has_new_pair();
}

const Lease* Leases::give(const SlotId& slot, const std::string& worker, Time now,
                          std::optional<referee::TimeScale> time_scale) {
    if (!poisoned_.empty()) {
        return nullptr;
    }
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        const bool is_allowed = it->second.losses < kLossesBeforeTrusted || !is_volunteer(worker);
        if (is_allowed && may_give(it->second.jobs->front().id)) {
            auto [pair, free] = *it;
            free_.erase(it);
            return lend(pair, std::move(free), slot, worker, now, time_scale);
        }
    }
    if (!has_new_pair()) {
        return nullptr;
    }
    Free free{.attempt = 1, .losses = 0, .jobs = std::exchange(prepared_, nullptr)};
    given_ = free.jobs->back().id + 1;
    const std::uint64_t pair = free.jobs->front().pair;
    return lend(pair, std::move(free), slot, worker, now, time_scale);
}

/// What an attempt may take at most on a machine whose agents have more time.
Clock::duration Leases::longest(std::optional<referee::TimeScale> time_scale) const {
    constexpr referee::TimeScale kNone{};
    const auto slowness = std::max(kNone.thousandths, time_scale.value_or(kNone).thousandths);
    return longest_pair_ * slowness / kNone.thousandths;
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

const Lease* Leases::lend(std::uint64_t pair, Free free, const SlotId& slot, const std::string& worker,
                          Time now, std::optional<referee::TimeScale> time_scale) {
    Lease lease{.attempt = {.pair = pair, .attempt = free.attempt},
                .slot = slot,
                .worker = worker,
                .jobs = std::move(free.jobs),
                .losses = free.losses,
                .since = now,
                .until = now + kLease,
                .longest = now + longest(time_scale),
                .time_scale = time_scale};
    pair_of_slot_[slot] = pair;
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
    pair_of_slot_.erase(found->second.slot);
    held_.erase(found);
    history_.erase(attempt.pair);
    ++kept_count_;
}

void Leases::lose(Attempt attempt, const std::string& why, bool is_counted) {
    const auto found = held_.find(attempt.pair);
    Lease lease = std::move(found->second);
    pair_of_slot_.erase(lease.slot);
    held_.erase(found);
    ++lost_count_;
    ++lost_by_[lease.worker];
    const int losses = lease.losses + (is_counted ? 1 : 0);
    std::vector<LostAttempt>& all = history_[attempt.pair];
    all.push_back({.attempt = attempt, .worker = std::move(lease.worker), .why = why});
    if (losses >= kMostLosses && poisoned_.empty()) {
        poisoned_ = all;
    }
    free_[attempt.pair] = {.attempt = attempt.attempt + 1, .losses = losses, .jobs = std::move(lease.jobs)};
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
            lease.until = now + kLease;
            lease.others_named = 0;
        } else if (++lease.others_named >= 2) {
            never_got.push_back(lease.attempt);
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
        lease.until = now + kLease;
        lease.longest = now + longest(lease.time_scale);
        lease.others_named = 0;
    }
}

std::uint64_t Leases::games_held() const noexcept {
    std::uint64_t games = 0;
    for (const auto& [pair, lease] : held_) {
        games += lease.jobs->size();
    }
    return games;
}

} // namespace sprt::remote

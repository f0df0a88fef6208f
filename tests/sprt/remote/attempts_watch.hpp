#pragma once
// Follows from outside which attempts were given and which leases have ended, by the rules of leases, and
// fails the test when the desk does otherwise.

#include "sprt/remote/desk.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sprt::remote {

class AttemptsWatch {
  public:
    /// A task was sent to `slot` of `worker` as the answer to `seq`.
    void note_task(const Task& task, const SlotId& slot, const std::string& worker, std::uint64_t seq,
                   Time now) {
        const auto [known, is_new] = attempts_.try_emplace(task.attempt, Known{.slot = slot,
                                                                               .worker = worker,
                                                                               .seq = seq,
                                                                               .until = now + kLease,
                                                                               .given = now,
                                                                               .spoke = now});
        ASSERT_TRUE(known->second.slot == slot && known->second.seq == seq)
            << "pair " << task.attempt.pair << " attempt " << task.attempt.attempt << " was given twice";
        if (!is_new) {
            return;
        }
        ASSERT_EQ(task.attempt.attempt, ++attempts_of_[task.attempt.pair]) << "attempts follow each other";
        if (kept_.contains(task.attempt.pair)) {
            known->second.is_copy = true;
            ASSERT_NE(worker, kept_by_.at(task.attempt.pair)) << "a copy is played by another one";
            ++copies;
        } else {
            const auto doubts = static_cast<int>(doubted.count(task.attempt.pair));
            ASSERT_TRUE(task.attempt.attempt <= kLossesBeforeTrusted + doubts || !is_volunteer(worker));
        }
        ASSERT_FALSE(refused.contains(worker)) << worker;
        for (auto& [attempt, other] : attempts_) {
            const bool is_before = attempt.pair == task.attempt.pair && attempt < task.attempt;
            const bool was_of_slot = attempt != task.attempt && other.slot == slot;
            other.has_ended = other.has_ended || is_before || was_of_slot;
        }
    }
    void note_alive(const Alive& alive, Time now) {
        for (auto& [attempt, known] : attempts_) {
            if (known.has_ended || known.slot.session != alive.session) {
                continue;
            }
            const auto is_it = [attempt = attempt, slot = known.slot.slot](const Holding& holding) {
                return holding.attempt == attempt && holding.slot == slot;
            };
            const bool is_named = std::ranges::any_of(alive.holds, is_it);
            known.until = is_named ? now + kLease : known.until;
            if (is_named) {
                known.misses = 0;
                known.spoke = now;
            } else if (now - known.spoke >= kAliveApart) {
                ++known.misses;
                known.spoke = now;
            }
            known.has_ended = known.misses >= 2;
        }
    }
    void note_tick(Time now) {
        for (auto& [attempt, known] : attempts_) {
            const bool is_too_long = now >= known.given + kLongestPair;
            known.has_ended = known.has_ended || now >= known.until || (is_too_long && !known.saw_outage);
            known.may_have_ended = known.may_have_ended || is_too_long;
        }
    }
    void note_server_back(Time now) {
        for (auto& [attempt, known] : attempts_) {
            known.until = now + kLease;
            known.misses = 0;
            known.spoke = now;
            known.saw_outage = true;
        }
    }
    /// `is_broken`: a game was broken off.
    void note_settled(const ResultToCheck& result, bool is_wrong, bool is_broken, bool is_taken) {
        const Attempt& attempt = result.done.attempt;
        const auto found = attempts_.find(attempt);
        ASSERT_NE(found, attempts_.end());
        Known& known = found->second;
        ASSERT_EQ(known.slot, result.slot);
        ASSERT_EQ(known.worker, result.worker);
        if (is_taken) {
            ASSERT_FALSE(is_wrong);
            ASSERT_FALSE(known.is_copy) << "a copy was taken";
            ASSERT_TRUE(!is_broken || !is_volunteer(known.worker) || doubted.contains(attempt.pair))
                << "a volunteer alone was believed";
            kept_by_[attempt.pair] = known.worker;
            ASSERT_FALSE(known.has_ended) << "its lease had ended";
            ASSERT_EQ(attempt.attempt, attempts_of_[attempt.pair]) << "a later attempt was given";
            ASSERT_TRUE(kept_.insert({attempt.pair, attempt.attempt}).second) << "kept twice";
        } else if (is_wrong) {
            if (!known.has_ended) {
                refused.insert(known.worker);
            }
        } else if (is_broken && !known.has_ended && !known.may_have_ended && !known.is_copy) {
            ASSERT_TRUE(is_volunteer(known.worker));
            ASSERT_TRUE(doubted.insert(attempt.pair).second) << "the second one is believed";
        } else {
            ASSERT_TRUE(known.has_ended || known.may_have_ended || known.is_copy)
                << "a right result of a lease in force was thrown away";
        }
        known.has_ended = true;
    }

    /// The attempt that counts, by pair.
    [[nodiscard]] const std::map<std::uint64_t, int>& kept() const noexcept { return kept_; }
    /// Workers that must get no more pairs.
    std::set<std::string> refused{};
    std::set<std::uint64_t> doubted{}; ///< pairs of which a volunteer was not believed
    std::uint64_t copies = 0;          ///< that were given

  private:
    struct Known {
        SlotId slot;
        std::string worker;
        std::uint64_t seq = 0;
        Time until;
        Time given;
        Time spoke; ///< when its session was last heard so that it counts
        int misses = 0;
        bool saw_outage = false; ///< then it may last longer than its games may
        bool may_have_ended = false;
        bool has_ended = false;
        bool is_copy = false;
    };
    std::map<Attempt, Known> attempts_;
    std::map<std::uint64_t, int> attempts_of_;
    std::map<std::uint64_t, int> kept_;
    std::map<std::uint64_t, std::string> kept_by_; ///< workers
};

} // namespace sprt::remote

#pragma once
// Who plays which pair. Pure: the caller says what time it is.
//
// An attempt that was lost is void for ever, and its pair is played once more, so which attempt counts never
// depends on which result comes first: of two playings the first to finish is the shorter one.
//
// A copy is one more attempt at a pair of which a result was taken. Its number follows those of the attempts
// before, so it looks like a replay after a loss. It never counts: it moves no window, it is no lost attempt
// when it is lost, and nothing waits for it. A pair is never played again once it was taken, so numbers of
// copies and of replays cannot meet.
//
// What a volunteer alone says of a game that did not come to its end on the board is not believed: the
// attempt is void, and somebody else plays the pair. Source: docs/many-machines.md, "Leases", "Spot checks".

#include "sprt/ledger/conduct.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/schedule/schedule.hpp"

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

/// A slot of one start of a worker.
struct SlotId {
    std::string session;
    std::uint32_t slot = 0;
    auto operator<=>(const SlotId&) const = default;
};

/// A lease lasts so long from the last sign of life that names it.
inline constexpr std::chrono::seconds kLease{15};
/// Workers say so often what they hold.
inline constexpr std::chrono::seconds kAliveEvery{5};
/// Signs of life that come closer together were held up on their way, and count once.
inline constexpr std::chrono::seconds kAliveApart{4};
/// Pairs that may be given beyond the last one that was handed on, for each slot. From kManySlots on there
/// are more: their durations differ more.
inline constexpr std::uint64_t kLeadPairs = 4;
inline constexpr std::uint64_t kLeadPairsOfMany = 8;
inline constexpr std::uint64_t kManySlots = 256;
/// After so many lost attempts only trusted workers get a pair; after the most the run stops.
inline constexpr int kLossesBeforeTrusted = 3;
inline constexpr int kMostLosses = 8;

struct Lease {
    Attempt attempt{};
    SlotId slot;
    std::string worker;
    std::shared_ptr<const std::vector<Job>> jobs;   ///< as the run has them, see jobs_of()
    int losses = 0;                                 ///< of the attempts before
    bool is_copy = false;                           ///< see above
    std::string doubted{};                          ///< the volunteer that was not believed; see above
    Time since{};                                   ///< when it was given
    Time until{};                                   ///< when it ends without a sign of life
    Time longest{};                                 ///< when it ends however lively its worker is
    std::optional<referee::TimeScale> time_scale{}; ///< of its jobs, for this worker; empty: none
    int others_named = 0;     ///< `alive`s that count and did not name it since it was renewed
    Time others_named_from{}; ///< one that comes kAliveApart after this counts

    /// It is given, a sign of life names it, or the server is back: it lasts kLease from `now`.
    void renew(Time now) {
        until = now + kLease;
        others_named = 0;
        others_named_from = now;
    }
};

/// The jobs of a lease as its worker plays them, with the times for its speed.
[[nodiscard]] std::shared_ptr<const std::vector<Job>> jobs_of(const Lease& lease);

/// A pair that is to be played once more after its result was taken.
struct Copy {
    Attempt attempt; ///< its number
    std::shared_ptr<const std::vector<Job>> jobs;
};

struct LostAttempt {
    Attempt attempt;
    std::string worker;
    std::string why;
};

/// What to tell of a pair that cannot be played. `attempts`: all that were made, one at least.
[[nodiscard]] std::string poisoned_text(const std::vector<LostAttempt>& attempts);

class Leases {
  public:
    /// Returns the jobs of the next pair, as Jobs::next_pair() does; nothing while the pair waits for games
    /// to be counted.
    using NextPair = std::function<std::optional<std::vector<Job>>()>;

    /// `longest_pair`: what an attempt may take at most; `first`: the number of the first game.
    Leases(NextPair next_pair, std::uint64_t first, Clock::duration longest_pair)
        : next_pair_(std::move(next_pair))
        , longest_pair_(longest_pair)
        , handed_on_(first)
        , given_(first) {}

    /// The pair that `slot` of `worker` plays next, one that was lost; null when there is none for it now.
    /// Valid until the lease ends.
    [[nodiscard]] const Lease* give_lost(const SlotId& slot, const std::string& worker, Time now);
    /// The same of the next pair of the schedule.
    [[nodiscard]] const Lease* give_new(const SlotId& slot, const std::string& worker, Time now);
    /// `slot` plays `copy`, whose pair was taken and is not being played.
    const Lease* give_copy(const Copy& copy, const SlotId& slot, const std::string& worker, Time now);
    /// The times of the lease of `pair`, which was just given, are multiplied: see Lease.
    void scale(std::uint64_t pair, referee::TimeScale time_scale, Time now);
    /// The lease in force of `attempt`, when `slot` has it; otherwise null.
    [[nodiscard]] const Lease* in_force(const Attempt& attempt, const SlotId& slot) const;
    /// The lease that `slot` has; null: none.
    [[nodiscard]] const Lease* of_slot(const SlotId& slot) const;
    /// The result of the attempt was taken; that of a copy is no result of the run.
    void keep(const Attempt& attempt);
    /// The attempt is void. `is_counted`: it may tell something about the pair; a worker that cannot play at
    /// all does not, nor does one that lost the pair before while others are there.
    void lose(Attempt attempt, const std::string& why, bool is_counted = true);
    /// The attempt is void, see above: a trusted worker plays the pair, while one is there; otherwise another
    /// one, and the same one only when all others have lost the pair. What is brought then is believed.
    void doubt(const Attempt& attempt);
    /// All attempts of `worker` are void.
    void lose_all_of(const std::string& worker, const std::string& why);
    /// `worker` said what its session holds.
    void heard(const std::string& session, const std::string& worker, const std::vector<Holding>& holds,
               Time now);
    /// Ends what nobody has named for too long.
    void expire(Time now);
    /// Nothing was heard for a while because the server was away: all leases begin anew.
    void begin_anew(Time now);

    /// The games from `first` on, the next one to be counted, are others now, and `next_pair` makes them:
    /// what was begun of them is void. It is no lost attempt of those who played it.
    void replan(std::uint64_t first);
    /// So many games were counted.
    void hand_on(std::uint64_t games) noexcept { handed_on_ = games; }
    /// How many slots there are; it says how far the window reaches.
    void set_slots(std::uint64_t slots) noexcept { slots_ = slots; }
    /// The workers that are there and may play. A pair that was lost goes to one of them that has not lost
    /// it, for a lease's time; then to any. What is lost from now on is lost at `now`.
    void set_present(std::set<std::string> workers, Time now) {
        present_ = std::move(workers);
        present_at_ = now;
    }
    /// Gives nothing but the oldest pair while results that wait fill the memory.
    void narrow(bool is_narrow) noexcept { is_narrow_ = is_narrow; }

    /// How many finished pairs cannot be counted before pair `pair`, which is given and not finished, and
    /// wait for no other one.
    [[nodiscard]] std::uint64_t waiting_for(std::uint64_t pair) const;
    /// How many pairs may be given beyond the last one that was counted.
    [[nodiscard]] std::uint64_t lead_pairs() const noexcept;
    /// waiting_for() the first pair that is in the hands of `worker`, if all others are later ones.
    [[nodiscard]] std::uint64_t waiting_for_worker(const std::string& worker) const;

    /// Whether a trusted slot would get a pair now.
    [[nodiscard]] bool is_ready();
    /// Whether all pairs of the schedule were given.
    [[nodiscard]] bool is_at_end() const noexcept { return has_ended_ && !prepared_; }
    /// Whether all pairs of the schedule were given and played.
    [[nodiscard]] bool is_used_up() const noexcept {
        return is_at_end() && free_.empty() && held_.size() == copies_held_;
    }
    /// Copies that were lost since the last call.
    [[nodiscard]] std::vector<Attempt> take_lost_copies() { return std::exchange(lost_copies_, {}); }
    /// The game after the last one that was given.
    [[nodiscard]] std::uint64_t given() const noexcept { return given_; }
    /// Games that were given and became void by replan().
    [[nodiscard]] std::uint64_t voided() const noexcept { return voided_; }
    [[nodiscard]] std::size_t held() const noexcept { return held_.size(); }
    /// How many attempts were lost, and how many results were taken.
    [[nodiscard]] std::uint64_t lost() const noexcept { return lost_count_; }
    [[nodiscard]] std::uint64_t kept() const noexcept { return kept_count_; }
    [[nodiscard]] const std::map<std::string, std::uint64_t>& lost_by() const noexcept { return lost_by_; }
    /// What each worker kept and lost. Attempts that it lost one after the other, within a lease's time,
    /// count once: a machine that dies loses all that it plays, and has not chosen among them.
    struct Record {
        std::uint64_t kept = 0;
        std::uint64_t times_lost = 0;
        bool lost_last = false; ///< its last attempt was lost
        Time lost_at{};         ///< when it lost the first one that counts with the last
    };
    [[nodiscard]] const std::map<std::string, Record>& records() const noexcept { return records_; }
    /// Whether a pair was lost that only a trusted worker may play now, and `worker`, which is one, may.
    [[nodiscard]] bool has_pair_for_trusted(const std::string& worker, Time now) const;
    /// A pair that only a trusted worker may play, of which none is there; empty: there is none.
    [[nodiscard]] std::optional<std::uint64_t> pair_for_trusted() const;
    /// All attempts at a pair of which kMostLosses were lost; empty: there is none.
    [[nodiscard]] const std::vector<LostAttempt>& poisoned() const noexcept { return poisoned_; }

  private:
    struct Free {
        int attempt = 1; ///< the next one
        int losses = 0;  ///< attempts that tell something about the pair
        std::shared_ptr<const std::vector<Job>> jobs;
        Time lost_at{};
        std::string doubted{}; ///< as in Lease
    };

    [[nodiscard]] bool has_lost(std::uint64_t pair, const std::string& worker) const;
    [[nodiscard]] bool is_trusted_present() const;
    [[nodiscard]] bool is_for_trusted(const Free& free) const;
    [[nodiscard]] bool may_play(const Free& free, std::uint64_t pair, const std::string& worker,
                                Time now) const;
    [[nodiscard]] const Lease* first_unfinished() const;
    [[nodiscard]] Clock::duration longest(std::optional<referee::TimeScale> time_scale) const;
    [[nodiscard]] bool may_give(std::uint64_t game) const noexcept;
    [[nodiscard]] bool has_new_pair();
    const Lease* lend(Lease lease, Time now);
    Lease take_back(std::uint64_t pair);

    NextPair next_pair_;
    Clock::duration longest_pair_;
    std::uint64_t handed_on_;
    std::uint64_t given_;
    std::uint64_t voided_ = 0;
    int first_attempt_ = 1; ///< at a new pair: no attempt before replan() has the number of one after it
    int most_attempts_ = 1; ///< the highest number that was given
    std::uint64_t slots_ = 1;
    std::set<std::string> present_;
    Time present_at_{};
    bool is_narrow_ = false;
    bool has_ended_ = false;
    std::shared_ptr<const std::vector<Job>> prepared_; ///< the next pair of the schedule; null: not made yet
    std::map<std::uint64_t, Free> free_;               ///< by pair: given before, and lost
    std::map<std::uint64_t, Lease> held_;              ///< by pair
    std::map<SlotId, std::uint64_t> pair_of_slot_;
    std::map<std::uint64_t, std::vector<LostAttempt>> history_; ///< by pair, of those that were lost
    std::uint64_t lost_count_ = 0;
    std::map<std::string, std::uint64_t> lost_by_;
    std::map<std::string, Record> records_; ///< by worker
    std::uint64_t kept_count_ = 0;
    std::size_t copies_held_ = 0;
    std::vector<Attempt> lost_copies_;
    std::vector<LostAttempt> poisoned_;
};

} // namespace sprt::remote

#pragma once
// Answers the turns of slots, each exactly once however often it comes. Pure: the caller says what time it
// is, checks results, and sends what is answered.
//
// A slot has one request under way and numbers it; it repeats the same bytes until an answer with that number
// comes. So a lost request, a lost answer and a request that comes late are all the same, and no pair is
// given twice to a slot that asks twice. Source: docs/many-machines.md, "Numbered requests";
// docs/many-machines.md, "Trust".

#include "referee/game/record.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/speed.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

// Plays some pairs a second time, and finds out who does not play what it should. Pure.
//
// A share of the pairs, chosen by a hash of a secret and the pair's number, is played once more by a worker
// of another name after its result was taken: by a trusted one when there is one. The copy never counts. When
// it differs, and trusted workers have agreed so often that games must be repeatable, a third playing by a
// trusted worker decides: whoever differs from two that agree has lied.
//
// What a worker can know: a copy is a task like another one, of an earlier pair and with an attempt above 1,
// as after a loss. A worker may guess that it is one. That is worth nothing: what a copy is compared with was
// sent before, which pairs will have copies depends on a secret, and one who lies in a copy is himself caught
// by the third playing. The secret is new in each session and is written nowhere: nothing that counts depends
// on it. Source: docs/many-machines.md, "Spot checks".

// How a pair was played, and whether another playing of it is the same.
// Source: docs/many-machines.md, "Spot checks".

/// What follows from position and seed in a game of agents that do not look at a clock.
struct PlayedGame {
    std::vector<referee::MoveNumbers> moves; ///< those of the opening too
    referee::Termination termination{};
    std::optional<referee::Winner> winner{};
    /// It ended by a fault or a time loss, or is not scored. That may be the machine's doing.
    bool is_broken_off = false;
    /// An attempt at it before was not scored, because of what an agent can have caused.
    bool is_disturbed = false;
};

/// The games of a pair.
using Playing = std::vector<PlayedGame>;

[[nodiscard]] Playing playing_of(const std::vector<referee::GameRecord>& records);

/// Whether all games are results on the board, which a replay shows: other ones a volunteer could make up.
[[nodiscard]] bool are_plain(const Playing& playing);

enum class Likeness : std::uint8_t {
    Same,      ///< move for move, and all games have come to the same end
    Unclear,   ///< the same as far as both go, and a game was broken off in one
    Different, ///< other moves, or another end
};

[[nodiscard]] Likeness compare(const Playing& one, const Playing& other);

// Which trusted workers play the same games, so that another one's can be compared with theirs.
//
// Agents whose moves depend on time play other games at each attempt, and then a difference says nothing. So
// games are taken for repeatable only when trusted workers agreed kAgreements times and never differed. A
// worker that lies differs from all others, so it is left out first, with those that differ from more workers
// or agree less often. Source: docs/many-machines.md, "Spot checks".

/// Copies that agreed between trusted workers before a difference accuses somebody.
inline constexpr std::uint64_t kAgreements = 10;

class Agreement {
  public:
    /// Two trusted workers played a pair alike, or not.
    void add(const std::string& one, const std::string& other, bool is_same);
    /// Nothing is known of `worker` any more.
    void forget(const std::string& worker);

    /// The workers that agree with each other, without `left_out` (empty: nobody), when they did so
    /// kAgreements times; otherwise none.
    [[nodiscard]] std::set<std::string> agreeing(const std::string& left_out = "") const;

  private:
    struct Times {
        std::uint64_t same = 0;
        std::uint64_t different = 0;
    };
    std::map<std::pair<std::string, std::string>, Times> times_; ///< by two names, the lesser one first
};

/// The share of pairs that are checked while volunteers are present, when the user says nothing.
inline constexpr double kShareWithVolunteers = 0.02;

struct SpotCheckRules {
    std::optional<double> share{}; ///< 0 to 1; empty: kShareWithVolunteers while volunteers are present
    std::string secret{};
};

/// Pairs of one worker that were compared.
struct Compared {
    std::uint64_t copies = 0; ///< its own pairs, and those that it played as a copy
    std::uint64_t differed = 0;
    std::uint64_t checked = 0; ///< its own pairs that a trusted worker played alike
};

struct CaughtLying {
    std::string worker;
    std::string why;
};

class SpotChecks {
  public:
    explicit SpotChecks(SpotCheckRules rules = {})
        : rules_(std::move(rules)) {}

    /// The result of `attempt` by `worker` was taken. `has_volunteers`: there are some among the workers.
    void taken(const Attempt& attempt, const std::string& worker,
               std::shared_ptr<const std::vector<Job>> jobs, Playing playing, bool has_volunteers);
    /// The copy that `worker` should play now, which it then has; empty: none. `trusted`: the trusted workers
    /// that are present and may play.
    [[nodiscard]] std::optional<Copy> next_for(const std::string& worker,
                                               const std::set<std::string>& trusted);
    /// Whether a copy waits for a worker.
    [[nodiscard]] bool has_waiting() const noexcept { return waiting_ > 0; }
    void lost(const Attempt& attempt);
    void played(const Attempt& attempt, const std::string& worker, const Playing& playing);
    /// The pairs from `pair` on need no copies any more: others have their numbers now.
    void forget_from(std::uint64_t pair);
    /// Its pairs need no copies any more, and its word counts for nothing.
    void forget(const std::string& worker);

    /// Those that were caught since the last call.
    [[nodiscard]] std::vector<CaughtLying> take_caught() { return std::exchange(caught_, {}); }
    [[nodiscard]] const std::map<std::string, Compared>& compared() const noexcept { return compared_; }
    /// Whether trusted workers agreed often enough, in the games of all agents that were compared, for a
    /// difference to accuse somebody.
    [[nodiscard]] bool are_repeatable() const;
    /// Pairs whose copies differ, of which nobody knows yet who is right.
    [[nodiscard]] std::uint64_t undecided() const noexcept;

  private:
    struct Check {
        std::shared_ptr<const std::vector<Job>> jobs;
        int attempts = 1; ///< the number of the last one
        bool is_held = false;
        std::string first; ///< who played what counts
        Playing counted;
        std::string second{}; ///< who played the copy that differs; empty: none does
        Playing copy{};
    };
    using Checks = std::map<std::uint64_t, Check>;
    /// Agents differ in whether their games can be repeated, so each two have their own agreement.
    using Agents = referee::PerPlayer<referee::AgentId>;
    struct Agreeing {
        Agreement agreement;
        std::optional<std::set<std::string>> workers; ///< that agree; empty: to be computed
    };

    [[nodiscard]] bool is_chosen(std::uint64_t pair, double share) const;
    [[nodiscard]] bool may_play(const Check& check, const std::string& worker,
                                const std::set<std::string>& trusted) const;
    /// Compares two playings of a pair of `agents`, and notes that of both workers.
    Likeness note(const Agents& agents, const std::string& one, const Playing& its, const std::string& other,
                  const Playing& others);
    void note_checked(const Check& check, const std::string& by, Likeness likeness);
    void decide(std::uint64_t pair, const Check& check, const std::string& third, const Playing& playing);
    void end(Checks::iterator check);
    [[nodiscard]] static Agents agents_of(const Check& check) { return check.jobs->front().agents; }
    [[nodiscard]] const std::set<std::string>& agreeing(const Agents& agents) const;

    SpotCheckRules rules_;
    Checks checks_;              ///< by pair
    std::size_t waiting_ = 0;    ///< of them, that are not held
    std::uint64_t given_up_ = 0; ///< undecided checks that made room
    mutable std::map<std::array<referee::AgentId, 2>, Agreeing> agreements_; ///< by agents 1 and 2
    std::map<std::string, Compared> compared_;
    std::vector<CaughtLying> caught_;
};

/// A request without a task is answered after so long.
inline constexpr std::chrono::seconds kLongestHold{10};
/// A slot that was not heard for so long is forgotten, unless it has a lease.
inline constexpr std::chrono::seconds kForgotten{120};
/// A worker with more slots is no machine; those beyond are not answered.
inline constexpr std::size_t kMostSlotsOfWorker = 1024;
/// So many slots of a worker make the window wider before it has brought results; then one more for each
/// pair.
inline constexpr std::uint64_t kSlotsOfNewWorker = 8;
/// A machine's speed holds so long: otherwise it could choose its times for a pair that it knows.
inline constexpr std::chrono::minutes kSpeedHoldsFor{50};

/// Something to send.
struct Post {
    std::string subject;
    std::string text;
};

/// A result that must be checked before it is taken.
struct ResultToCheck {
    SlotId slot;
    std::uint64_t seq = 0;
    std::string worker;
    Done done;
    std::shared_ptr<const std::vector<Job>> jobs;
};

/// What one worker did for the run.
struct WorkerCounts {
    std::uint64_t pairs = 0;       ///< taken
    std::uint64_t wrong = 0;       ///< results that failed the check
    std::optional<double> speed{}; ///< the last one that it said, million nodes/s; empty: none
    std::string refused{};         ///< why it gets no more pairs in this session; empty: it does
    std::string quarantined{};     ///< why it gets no new pair of this run; empty: it does
    bool is_distrusted = false;    ///< it was caught lying, in this run or in an earlier one
    std::string machine_json{};    ///< as it said; empty: it said nothing

    /// Why it gets no more pairs; empty: it does.
    [[nodiscard]] const std::string& why_barred() const noexcept {
        return quarantined.empty() ? refused : quarantined;
    }
};

class Desk {
  public:
    /// `reference_speed`: times are multiplied for workers of another speed; empty: they are not.
    Desk(Leases::NextPair next_pair, std::uint64_t first, Clock::duration longest_pair, std::uint64_t epoch,
         std::optional<double> reference_speed = {})
        : leases_(std::move(next_pair), first, longest_pair)
        , epoch_(epoch)
        , reference_speed_(reference_speed) {}

    /// Pairs are played a second time by these rules. To be called before any turn.
    void check_spots(SpotCheckRules rules) { checks_ = SpotChecks(std::move(rules)); }
    /// Workers that were caught lying in earlier runs, and what is said of each. To be called before any
    /// turn.
    void expect_liars(std::map<std::string, std::string> liars) { liars_ = std::move(liars); }
    /// `worker` gets no new pair; what it plays is taken.
    void quarantine(const std::string& worker, const std::string& why);
    /// `worker` gets no new pair, and what it plays is not taken: it was caught lying.
    void distrust(const std::string& worker, const std::string& why, Time now);

    /// A turn of `worker` came; an answer goes to `reply`. Returns a result to check: the caller then calls
    /// settle(), and nothing else of this slot is answered before.
    [[nodiscard]] std::optional<ResultToCheck> turn(Turn turn, const std::string& worker, std::string reply,
                                                    Time now);
    /// The result was checked; `problem` is empty when nothing is wrong. Returns whether it is taken: its
    /// lease may have ended meanwhile, a copy is only compared, and a volunteer may be doubted. `playing`: of
    /// a result without a problem.
    [[nodiscard]] bool settle(const ResultToCheck& result, const std::optional<std::string>& problem,
                              Time now, Playing playing = {});
    void alive(const Alive& alive, const std::string& worker, Time now);
    /// Time passed: leases end, requests that were held are answered.
    void tick(Time now);
    /// To be called some times a second. Time passes for leases while workers can be heard: all begin anew
    /// after the server was away, and after this process stood still, as what came meanwhile is still unread.
    void keep_time(bool is_connected, Time now);
    /// The server came back.
    void begin_anew(Time now) { leases_.begin_anew(now); }
    /// See Leases::replan().
    void replan(std::uint64_t first, Time now);
    /// So many games were counted; more pairs may be given.
    void hand_on(std::uint64_t games, Time now);
    void narrow(bool is_narrow) { leases_.narrow(is_narrow); }
    /// No more pairs are given; all held requests are answered.
    void end(OfferState state, Time now);

    /// What is to be sent since the last call.
    [[nodiscard]] std::vector<Post> take_posts() { return std::exchange(posts_, {}); }

    [[nodiscard]] Leases& leases() noexcept { return leases_; }
    [[nodiscard]] const Leases& leases() const noexcept { return leases_; }
    /// Slots that were heard within a lease and did not leave.
    [[nodiscard]] std::uint64_t slots(Time now) const;
    /// The same, by worker.
    [[nodiscard]] std::map<std::string, std::uint64_t> slots_by_worker(Time now) const;
    /// Of them, those that may get pairs.
    [[nodiscard]] std::uint64_t welcome_slots(Time now) const;
    [[nodiscard]] const SpotChecks& checks() const noexcept { return checks_; }
    [[nodiscard]] const std::map<std::string, WorkerCounts>& workers() const noexcept { return workers_; }
    /// How many of the pairs that each worker brought are not are_plain(), whether they count or not, by
    /// their two agents. Without pairs that another worker brought before and was not believed about.
    using Broken = std::map<std::array<referee::AgentId, 2>, HappenedByWorker>;
    [[nodiscard]] const Broken& broken() const noexcept { return broken_; }

  private:
    struct Slot {
        std::string worker;
        std::uint64_t seq = 0;
        std::string reply;
        std::string answer{}; ///< to `seq`; empty: not yet
        std::optional<Taken> taken{};
        std::string why{};
        bool wants = false;
        std::optional<referee::TimeScale> time_scale{};
        bool is_checked = false; ///< a result of it is being checked
        Time asked{};            ///< when `seq` came first
        Time heard{};

        /// Whether it was heard within a lease and has not said that it leaves.
        [[nodiscard]] bool is_here(Time now) const noexcept {
            return now - heard < kLease && (wants || is_checked);
        }
    };

    void note_speed(const SlotId& id, Slot& slot, std::optional<double> speed, Time now);
    struct SaidSpeed {
        double speed = 0;
        Time at{};
    };

    void give_up(const Lease& lease, const Turn& turn);
    void serve(Time now);
    void answer(const SlotId& id, Slot& slot, std::optional<Task> task);
    void hold(const SlotId& id, const Slot& slot) { held_.emplace(slot.asked, id); }
    [[nodiscard]] bool is_refused(const std::string& worker) const;
    [[nodiscard]] bool rests(const std::string& worker, Time now) const;
    [[nodiscard]] const Lease* give(const SlotId& id, const Slot& slot, Time now);
    void note_slots(Time now);
    void note_checks(Time now);

    Leases leases_;
    Paces paces_;
    SpotChecks checks_;
    std::map<std::string, std::string> liars_;
    std::set<std::string> trusted_; ///< workers that were heard within a lease, may play, and are trusted
    bool has_volunteers_ = false;   ///< among those heard within a lease that may play
    std::uint64_t epoch_;
    std::optional<double> reference_speed_;
    OfferState state_ = OfferState::Open;
    bool was_connected_ = true;
    Time time_kept_{}; ///< when keep_time() was called last
    std::map<SlotId, Slot> slots_;
    std::map<std::string, std::size_t> slots_of_; ///< how many of `slots_` each worker has
    std::map<std::string, SaidSpeed> speeds_;     ///< by session; of volunteers by name
    std::set<std::pair<Time, SlotId>> held_;      ///< requests that wait for an answer, by when they came
    std::map<std::string, WorkerCounts> workers_;
    Broken broken_;
    std::vector<Post> posts_;
};

/// A task as messages say it.
[[nodiscard]] Task task_of(const Lease& lease);

} // namespace sprt::remote

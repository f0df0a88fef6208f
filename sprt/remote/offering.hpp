#pragma once
// What a coordinator has beside its desk: offers and events, results that are checked, and totals;
// and how a worker chooses among the offers.
// Source: docs/many-machines.md, "Several runs", "Watching", "The protocol".

#include "referee/game/record.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/schedule/schedule.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

// The offers of a run: what they say, and when one is due. Pure: the caller says what time it is.

class Offering {
  public:
    static constexpr std::chrono::seconds kEvery{5};
    static constexpr std::chrono::seconds kAtMostEvery{1};

    /// `offer`: what does not change while the run is played.
    explicit Offering(Offer offer)
        : offer_(std::move(offer)) {}

    /// See Offer.
    void note_standing(std::uint64_t games, std::optional<double> llr);
    void note_lost_answer() noexcept {
        ++offer_.lost_answers;
        ask();
    }
    void note_pace(std::optional<double> games_per_s, std::optional<std::array<std::uint64_t, 2>> games_left);
    /// Somebody asked, or there is news: an offer is due as soon as the last one is kAtMostEvery old.
    void ask() noexcept { is_asked_ = true; }

    /// Whether an offer is due. The run has `slots` now; `is_ready`: it has a pair. Workers would choose
    /// otherwise when it has one again, its first slots, or a tenth more or fewer.
    [[nodiscard]] bool is_due(std::uint64_t slots, bool is_ready, Time now) const noexcept;

    /// What to tell the user when a copy of the run, which somebody else offers, is the one that goes on: the
    /// later session, of equals the one that began first. Empty: this one does.
    [[nodiscard]] std::optional<std::string> gives_way_to(const Offer& copy) const;

    [[nodiscard]] const Offer& make(OfferState state, std::uint64_t slots, bool is_ready, Time now);

  private:
    Offer offer_;
    std::optional<Time> made_; ///< the last one
    bool is_asked_ = true;
};

// A limit of messages. Pure: the caller says what time it is. Source: docs/many-machines.md, "The
// protocol".

/// At most so many in any second.
class Rate {
  public:
    explicit Rate(std::size_t most)
        : most_(most) {}

    /// Whether one may be sent now; then it counts as sent.
    [[nodiscard]] bool take(Time now) {
        while (!sent_.empty() && now - sent_.front() >= std::chrono::seconds(1)) {
            sent_.pop_front();
        }
        if (sent_.size() >= most_) {
            return false;
        }
        sent_.push_back(now);
        return true;
    }

  private:
    std::size_t most_;
    std::deque<Time> sent_;
};

// What a coordinator tells those who watch its run. Pure: the caller says what time it is, and sends what
// comes out. What is too much is left out: watching costs the run little, however fast it is.
// Source: docs/many-machines.md, "Watching".

class Events {
  public:
    static constexpr std::size_t kGamesPerSecond = 20;
    static constexpr std::size_t kWorkersPerSecond = 20;

    /// `subject`: `referee.1.event.COORDINATOR.RUN`.
    explicit Events(std::string subject)
        : subject_(std::move(subject)) {}

    /// A game was counted; `line` makes its line of the log. It is left out when too many came in this
    /// second.
    void note_game(const std::function<std::string()>& line, Time now);
    /// What is known of a worker now: told when it changed, the latest only.
    void note_worker(const std::string& worker, std::string text);
    /// What the run came to so far: told when it changed, the latest only, once a second and at the end.
    void note_standing(std::string text);
    /// Somebody new watches: workers and standing are told anew.
    void repeat();

    /// What is to be sent now.
    [[nodiscard]] std::vector<Post> take(Time now);
    /// The same at the end of the session.
    [[nodiscard]] std::vector<Post> take_last(Time now);

  private:
    std::string subject_;
    Rate games_{kGamesPerSecond};
    Rate workers_{kWorkersPerSecond};
    Rate standings_{1};
    std::vector<Post> posts_;
    std::map<std::string, std::string> of_worker_;
    std::deque<std::string> changed_; ///< workers to tell of, the first ones first; each once
    std::string standing_;
    bool must_tell_standing_ = false;
};

/// An offer as a worker heard it.
struct HeardOffer {
    Offer offer;
    Time at{}; ///< the last time
};

/// A coordinator that was not heard for so long is gone.
inline constexpr std::chrono::seconds kWithoutOffers{60};

/// Forgets the offers of coordinators that are gone. While the server is away nobody can be heard, and no
/// time passes. To be called some times a second.
void forget_gone(std::map<RunKey, HeardOffer>& offers, bool is_connected, Time now);

// The games of a result, checked before they are taken.
// Source: docs/many-machines.md, "The protocol".

/// The problem of a game that was sent as that of a job; empty: none.
using ProblemOfGame = std::function<std::optional<std::string>(const referee::GameRecord&, const Job&)>;

struct CheckedGames {
    std::vector<referee::GameRecord> records; ///< all of them when there is no problem
    std::optional<std::string> problem;
};

/// Reads the games of `result` and notes in each who played it.
[[nodiscard]] CheckedGames check_games(const ResultToCheck& result, const ProblemOfGame& problem_of);

// What became of the pairs of a run, and of those who played them, at one moment.

/// What became of the attempts, and who played.
struct RemoteTotals {
    std::map<std::string, WorkerCounts> workers{};
    std::map<std::string, std::uint64_t> lost_by{}; ///< attempts, by worker
    std::map<std::string, Leases::Record> records{};
    Desk::Broken broken{};
    std::map<std::string, Compared> compared{};
    bool are_repeatable = false;                     ///< see SpotChecks
    std::uint64_t undecided = 0;                     ///< pairs whose copies differ
    std::optional<std::uint64_t> pair_for_trusted{}; ///< see Leases
    std::map<std::string, std::uint64_t> slots{};    ///< heard lately, by worker
    std::uint64_t welcome_slots = 0;                 ///< of them, those that may get pairs
};

[[nodiscard]] RemoteTotals totals_of(const Desk& desk, Time now);

// Which run a worker serves. Pure: the caller says what time it is.
//
// Nobody allots workers: each one decides by itself, from what the offers say. A run that has fewer slots
// than its share is owed slot time. Workers leave for a run that is owed half a minute of its share, and what
// is owed is remembered: a single worker serves two runs by turns, each for its share of the time.
// Source: docs/many-machines.md, "Several runs".

/// A worker stays with a run for so long: it has its agents now.
inline constexpr std::chrono::seconds kStay{30};
/// Workers leave for a run that is owed its share of so long: half of it in a minute.
inline constexpr std::chrono::seconds kPatienceOfRuns{30};
/// Nobody is owed the share of a longer time: what was long ago does not count.
inline constexpr std::chrono::seconds kLongestOwed{300};
/// A worker that could leave draws a lot so often, which is how often it hears what the others did.
inline constexpr std::chrono::seconds kLotEvery{5};
/// One lot of so many says that it leaves.
inline constexpr int kLots = 10;
/// A worker that gets no pair of its run for so long leaves for another one.
inline constexpr std::chrono::seconds kIdle{5};

/// What the offer of a run says that this worker can serve.
struct ServableRun {
    RunKey run;
    std::uint64_t slots = 0; ///< that play it
    double share = 1;        ///< above 0
    bool is_ready = true;    ///< has a pair to give
};

class RunChoice {
  public:
    /// `own_slots`: of this worker, at least 1. Lots follow from `seed`.
    RunChoice(std::uint64_t own_slots, std::uint64_t seed)
        : own_slots_(static_cast<double>(own_slots))
        , dice_(seed) {}

    /// These runs are offered from `now` on; to be called some times a second.
    void hear(std::vector<ServableRun> runs, Time now);

    /// The run to serve from now on, by lot among those that have a pair and fewer slots than their share;
    /// what each one lacks is its weight, or its share when none lacks anything. Empty when none has a pair.
    [[nodiscard]] std::optional<RunKey> choose(Time now);

    /// Whether the worker leaves its run at the end of the pairs in play. `is_idle`: it has had no pair for
    /// kIdle. To be asked some times a second until it answers true.
    [[nodiscard]] bool leaves(bool is_idle, Time now);

    /// How much slot time the run is owed, in seconds of its share; negative when it had more. For tests.
    [[nodiscard]] double owed_s(const RunKey& run) const;

  private:
    [[nodiscard]] double share_of(const ServableRun& run, double all_slots) const;
    [[nodiscard]] double slots_of_ready() const;
    [[nodiscard]] const ServableRun* served() const;

    double own_slots_;
    std::mt19937_64 dice_;
    std::vector<ServableRun> runs_;
    std::map<RunKey, double> owed_s_; ///< in seconds of a run's share
    std::optional<Time> heard_;
    std::optional<RunKey> served_;
    std::optional<RunKey> gave_nothing_; ///< the run that was left because it had no pair for this worker
    Time began_{};                       ///< to serve
    Time left_{};
    Time drew_{}; ///< the last lot
};

} // namespace sprt::remote

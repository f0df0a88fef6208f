#pragma once
// What a coordinator has beside its desk: offers and events, results that are checked and wait, and totals.

#include "referee/game/record.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/schedule/schedule.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

// The offers of a run: what they say, and when one is due. Pure: the caller says what time it is.
// Source: docs/many-machines.md, "Several runs".

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

    /// The offer that is made now.
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

// Results of workers that wait for earlier ones, and how much memory they take.

class ResultQueue {
  public:
    /// More than this should not wait.
    static constexpr std::uint64_t kMostBytes = 64 << 20;

    /// `first`: the number of the first game.
    explicit ResultQueue(std::uint64_t first) noexcept
        : delivery_(first, std::numeric_limits<std::uint64_t>::max()) {}

    /// Takes a game whose line has so many bytes; one that is there already changes nothing.
    void put(referee::GameRecord record, std::size_t bytes) {
        const std::uint64_t game = record.game;
        if (delivery_.put(game, std::move(record))) {
            bytes_of_[game] = bytes;
            bytes_ += bytes;
        }
    }

    /// The next game of the schedule; empty while it is missing.
    [[nodiscard]] std::optional<referee::GameRecord> next() {
        auto record = delivery_.next();
        if (record) {
            const auto its = bytes_of_.find(record->game);
            bytes_ -= its->second;
            bytes_of_.erase(its);
        }
        return record;
    }

    /// The number of the next game; all before it were returned.
    [[nodiscard]] std::uint64_t next_game() const noexcept { return delivery_.next_id(); }
    /// Whether more than kMostBytes wait.
    [[nodiscard]] bool is_full() const noexcept { return bytes_ > kMostBytes; }

  private:
    Delivery<referee::GameRecord> delivery_;
    std::map<std::uint64_t, std::size_t> bytes_of_; ///< of the games that wait
    std::uint64_t bytes_ = 0;
};

// What became of the pairs of a run, and of those who played them, at one moment.

/// What became of the attempts, and who played.
struct RemoteTotals {
    std::uint64_t kept = 0; ///< pairs
    std::uint64_t lost = 0; ///< attempts
    std::map<std::string, WorkerCounts> workers{};
    std::map<std::string, std::uint64_t> lost_by{}; ///< attempts, by worker
    std::map<std::string, Leases::Record> records{};
    std::map<std::string, Compared> compared{};
    bool are_repeatable = false;                     ///< see SpotChecks
    std::uint64_t undecided = 0;                     ///< pairs whose copies differ
    std::optional<std::uint64_t> pair_for_trusted{}; ///< see Leases
    std::map<std::string, std::uint64_t> slots{};    ///< heard lately, by worker
};

[[nodiscard]] RemoteTotals totals_of(const Desk& desk, Time now);

} // namespace sprt::remote

#pragma once
// Pair, seats and opening of each game, and the games as jobs: a pure function of the settings, the same for
// real and simulated runs.
// Source: docs/commands.md, "What counts, and in which order"; docs/tournaments.md, "The schedule".

#include "referee/game/job.hpp"
#include "referee/talk/agents.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/schedule/rounds.hpp"
#include "sprt/schedule/tuning.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace sprt {

using referee::Job;

struct ScheduledGame {
    std::uint64_t game;    ///< from 0
    std::uint64_t pair;    ///< two consecutive games with the seats swapped
    referee::Player first; ///< agent 1 in games 0, 2, 4, ...
    std::uint64_t opening; ///< number in the book, from 0; the same for both games of a pair
};

/// Games 0, 1, 2, ... with the openings of a book, one for each pair.
class Schedule {
  public:
    /// `games`: limit of games; empty: none. `book`: number of openings; empty: endless or unknown. When
    /// `reuses_book`, the first opening follows the last one; otherwise the schedule ends after the last one.
    /// `first`: number of the first game.
    Schedule(std::optional<std::uint64_t> games, std::optional<std::uint64_t> book, bool reuses_book,
             std::uint64_t first = 0) noexcept
        : games_(games)
        , book_(book)
        , reuses_book_(reuses_book)
        , next_(first) {}

    /// The next game; empty at the end of the schedule.
    [[nodiscard]] std::optional<ScheduledGame> next() noexcept {
        if (games_ && next_ >= *games_) {
            return std::nullopt;
        }
        const std::uint64_t pair = referee::pair_of(next_);
        if (book_ && pair >= *book_ && (!reuses_book_ || *book_ == 0)) {
            book_is_used_up_ = true;
            return std::nullopt;
        }
        const auto first = referee::first_player(next_);
        return ScheduledGame{next_++, pair, first, book_ ? pair % *book_ : pair};
    }

    /// The pair of the game that the next call of next() returns.
    [[nodiscard]] std::uint64_t next_pair() const noexcept { return referee::pair_of(next_); }

    /// Sets the number of openings, which was unknown, to `size`. The last game of next() has no opening: the
    /// next call schedules that game again, or ends the schedule.
    void book_ends(std::uint64_t size) noexcept {
        book_ = size;
        --next_;
    }

    /// Whether next() was empty because no opening was left.
    [[nodiscard]] bool book_is_used_up() const noexcept { return book_is_used_up_; }

  private:
    std::optional<std::uint64_t> games_;
    std::optional<std::uint64_t> book_;
    bool reuses_book_;
    std::uint64_t next_;
    bool book_is_used_up_ = false;
};

// Results arrive in the order in which games finish and are delivered in schedule order. A verdict on games
// in the order in which they finish would count short games first.

/// For each game played at once: how many games may have begun after the last delivered one. Without a limit,
/// thousands of games could be played during one slow game; they may never count, and they fill the memory.
inline constexpr std::uint64_t kLeadPerWorker = 8;

/// Results with consecutive ids, delivered by rising id. A sender that does not know whether a result arrived
/// may put it again; the second one changes nothing.
template<class Result>
class Delivery {
  public:
    /// `first`: the id of the first result to deliver. `window`: how many ids, from next_id() on, may be put;
    /// above 0.
    explicit Delivery(std::uint64_t first,
                      std::uint64_t window = std::numeric_limits<std::uint64_t>::max()) noexcept
        : next_id_(first)
        , window_(window) {}

    /// Returns whether `result`, which takes so many bytes, was taken. False, and nothing changes, when a
    /// result with that `id` was delivered or is waiting. An `id` after the window is a bug of the caller.
    bool put(std::uint64_t id, Result result, std::size_t bytes = 0) {
        assert(id < next_id_ || id - next_id_ < window_);
        const bool is_new = id >= next_id_ && waiting_.try_emplace(id, std::move(result), bytes).second;
        bytes_ += is_new ? bytes : 0;
        return is_new;
    }

    /// Delivers the result of next_id(); empty while that result is missing.
    [[nodiscard]] std::optional<Result> next() {
        auto found = waiting_.extract(next_id_);
        if (!found) {
            return std::nullopt;
        }
        auto& [result, bytes] = found.mapped();
        bytes_ -= bytes;
        ++next_id_;
        return std::move(result);
    }

    /// The id of the next result to deliver. All results with smaller ids were delivered.
    [[nodiscard]] std::uint64_t next_id() const noexcept { return next_id_; }
    /// Of the results that wait.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  private:
    std::map<std::uint64_t, std::pair<Result, std::size_t>> waiting_; ///< with their bytes
    std::uint64_t next_id_;
    std::uint64_t window_;
    std::uint64_t bytes_ = 0;
};

// The games of a run as jobs. A job holds all that its game is played with, and is made before the game.

/// The settings that determine the jobs of a run, together with its openings.
struct SchedulePlan {
    referee::Game rules = referee::kDefaultGame;
    OpeningsSpec openings;
    std::string openings_text{}; ///< the setting as it was written
    std::uint64_t seed = 0;
    referee::SeedRule seed_rule = referee::SeedRule::Hashed;
    referee::GameLimits limits;
    referee::PerPlayer<referee::Restart> restart{referee::Restart::Pair, referee::Restart::Pair};
    std::optional<std::uint64_t> max_games; ///< empty: no limit
    bool scales_time = false;               ///< workers multiply the times of agents by their speed
    bool reuses_openings = false; ///< the first opening follows the last one; otherwise the run ends
};

/// The number, from 0, of the opening of pair `pair`, of a tournament of a round. `size`: the number of
/// openings; empty or 0: unknown.
[[nodiscard]] constexpr std::uint64_t opening_of_pair(std::uint64_t pair,
                                                      std::optional<std::uint64_t> size) noexcept {
    return size && *size > 0 ? pair % *size : pair;
}

/// The job of game `game` without its opening: a pure function of the plan.
[[nodiscard]] Job job_without_opening(const SchedulePlan& plan, std::uint64_t game);

/// Lets the game of `job` begin with `opening`.
void begin_with(Job& job, Opening opening);

/// The pairs of a schedule in its order. May be used by one thread at a time.
class PairSource {
  public:
    virtual ~PairSource() = default;
    /// The jobs of the next pair. Only one when the first game is the second of its pair, or when the limit
    /// of games ends a pair; none at the end of the schedule.
    [[nodiscard]] virtual std::vector<Job> next_pair() = 0;
    /// Whether next_pair() was empty because the openings are used up.
    [[nodiscard]] virtual bool are_openings_used_up() const noexcept = 0;
    /// Whether the next pair follows from games that were not counted yet; next_pair() must not be called.
    [[nodiscard]] virtual bool is_waiting() const noexcept { return false; }
    /// The next game of the schedule was counted.
    virtual void note_counted(const referee::GameRecord& /*record*/) {}
};

/// The jobs of a run of two agents.
class Jobs final : public PairSource {
  public:
    /// `first`: the number of the first game. `openings` must outlive this object. `tuning`: after the games
    /// before that; empty: the run is none.
    Jobs(const SchedulePlan& plan, Openings& openings, std::uint64_t first,
         std::optional<Tuning> tuning = std::nullopt);

    [[nodiscard]] std::vector<Job> next_pair() override;
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return schedule_.book_is_used_up(); }
    [[nodiscard]] bool is_waiting() const noexcept override;
    void note_counted(const referee::GameRecord& record) override;

  private:
    [[nodiscard]] std::optional<Job> next();

    SchedulePlan plan_;
    Openings& openings_;
    Schedule schedule_;
    std::optional<Tuning> tuning_;
};

// The games of a tournament as jobs.

/// What the jobs of a tournament are made of, besides its rounds. `base` holds what all agents share.
struct TournamentSchedule {
    SchedulePlan base;
    std::vector<referee::TimeControl> times; ///< by agent
    std::vector<referee::Restart> restarts;  ///< by agent
};

struct PlannedGame {
    std::uint64_t game;
    std::uint64_t round;
    Meeting meeting; ///< agent 1 and agent 2
    bool is_catch_up;
};

/// The job of a game without its opening: a pure function of its arguments.
[[nodiscard]] Job job_without_opening(const TournamentSchedule& schedule, const PlannedGame& game);

/// The pairs of a tournament while nothing more is stopped.
class TournamentJobs final : public PairSource {
  public:
    /// `block` is the one that the next game belongs to and `played` how many of its games were counted;
    /// `rounds` are those after it. The arguments are copied but for `schedule` and `openings`, which must
    /// outlive the object.
    TournamentJobs(const TournamentSchedule& schedule, Openings& openings, RoundSequence rounds,
                   std::optional<Block> block, std::uint64_t played, std::uint64_t first_game,
                   LeftOut stopped);

    [[nodiscard]] std::vector<Job> next_pair() override;
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return is_used_up_; }

  private:
    const TournamentSchedule& schedule_;
    Openings& openings_;
    RoundSequence rounds_;
    std::optional<Block> block_;
    std::uint64_t played_;
    std::uint64_t game_;
    LeftOut stopped_;
    bool is_used_up_ = false;
};

} // namespace sprt

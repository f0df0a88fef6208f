#pragma once
// Plays a run of any kind: games are counted in schedule order until what was counted ends the run.

#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/schedule/schedule.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sprt {

// Where the games of a run are played: on threads of this process, or by workers elsewhere.

class Games {
  public:
    virtual ~Games() = default;

    /// Waits for the record of the next game of the schedule; those before it were counted. Empty when every
    /// game was returned, or when `interrupt` became readable before the record was ready. Throws what
    /// prevents the games, once the records that are ready were returned. Calls `on_wait` every 200 ms in
    /// which no result comes; it may be empty.
    [[nodiscard]] virtual std::optional<referee::GameRecord> next(const referee::StopToken& interrupt,
                                                                  const std::function<void()>& on_wait) = 0;

    /// `change` makes the games after those that next() returned others: what was begun of them is thrown
    /// away. Called once, while nobody asks for pairs.
    virtual void replan(const std::function<void()>& change) = 0;

    /// Ends the games that are being played, and returns how many were begun and thrown away.
    virtual std::uint64_t stop() = 0;

  protected:
    /// Waits until the descriptor `results` or `interrupt` is readable, 200 ms at most, and calls `on_wait`
    /// when neither is. Returns whether `interrupt` was requested.
    [[nodiscard]] static bool is_wait_interrupted(const referee::StopToken& interrupt, int results,
                                                  const std::function<void()>& on_wait);
};

/// Receives the progress of a run. The functions are called in the thread of play_games().
struct RunListener {
    /// Called after each game was counted.
    std::function<void(const referee::GameRecord&)> on_game;
    /// Called some times a second while no game ends; may be empty.
    std::function<void()> on_wait{};
    /// Whether the session ends after the game that was counted last; may be empty.
    std::function<bool()> is_enough{};
};

/// The pairs that are to be played, which are planned anew when what was counted changes them.
class PlannedPairs {
  public:
    /// Makes the pairs from the next game on that is not counted.
    using Plan = std::function<std::unique_ptr<PairSource>()>;

    explicit PlannedPairs(Plan plan)
        : plan_(std::move(plan))
        , pairs_(plan_()) {}

    void plan_anew() { pairs_ = plan_(); }
    /// The next pair; null while it waits for games to be counted.
    [[nodiscard]] std::optional<std::vector<Job>> next_pair() {
        const std::scoped_lock lock(mutex_);
        return pairs_->is_waiting() ? std::nullopt : std::optional(pairs_->next_pair());
    }
    [[nodiscard]] bool are_openings_used_up() const noexcept { return pairs_->are_openings_used_up(); }
    /// A game was counted. May be called while others ask for pairs.
    void note_counted(const referee::GameRecord& record) {
        const std::scoped_lock lock(mutex_);
        pairs_->note_counted(record);
    }

  private:
    Plan plan_;
    std::mutex mutex_; ///< guards `pairs_` but for what is called while nobody asks for pairs
    std::unique_ptr<PairSource> pairs_;
};

struct PlayedGames {
    bool are_openings_used_up = false; ///< this ended the run
    std::uint64_t beyond = 0;          ///< games that were begun and thrown away
};

/// Counts what `games` plays of `pairs` into `counting` until the run ends, the openings are used up, or
/// `interrupt` is readable, or the listener has enough. Games that are still being played are then stopped
/// and not counted. Throws what `games` and the listener throw.
[[nodiscard]] PlayedGames play_games(Games& games, PlannedPairs& pairs, Counting& counting,
                                     const referee::StopToken& interrupt, const RunListener& listener);

} // namespace sprt

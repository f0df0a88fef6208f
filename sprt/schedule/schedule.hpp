#pragma once
// Pair, seats and opening of each game: a pure function of the settings, the same for real and simulated
// runs.
// Source: docs/commands.md, "What counts, and in which order".

#include "referee/game/alternation.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

/// A game to play.
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

} // namespace sprt

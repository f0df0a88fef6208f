#pragma once
// The games of a result, checked before they are taken.
// Source: docs/many-machines.md, "The protocol".

#include "referee/game/record.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/schedule/jobs.hpp"
#include "sprt/schedule/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

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

} // namespace sprt::remote

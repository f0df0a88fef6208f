#pragma once
// Results of workers that wait for earlier ones, and how much memory they take.

#include "referee/game/record.hpp"
#include "sprt/schedule/delivery.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace sprt::remote {

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

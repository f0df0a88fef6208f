#pragma once
// Where the games of a run are played: on threads of this process, or by workers elsewhere.

#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace sprt {

class Games {
  public:
    virtual ~Games() = default;

    /// Waits for the record of the next game of the schedule. Empty when every game was returned, or when
    /// `interrupt` became readable before the record was ready. Throws what prevents the games, once the
    /// records that are ready were returned. Calls `on_wait` every 200 ms in which no result comes; it may be
    /// empty.
    [[nodiscard]] virtual std::optional<referee::GameRecord> next(const referee::StopToken& interrupt,
                                                                  const std::function<void()>& on_wait) = 0;

    /// `change` makes the games after those that next() returned others: what was begun of them is thrown
    /// away. Called once, while nobody asks for pairs.
    virtual void replan(const std::function<void()>& change) = 0;

    /// Ends the games that are being played, and returns how many were begun and thrown away.
    virtual std::uint64_t stop() = 0;
};

} // namespace sprt

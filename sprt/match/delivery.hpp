#pragma once
// Results in, in the order in which games finish; results out, in the order of the schedule. A verdict that
// looked at games as they finish would count short games first.

#include "referee/game/record.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace sprt {

class Delivery {
  public:
    void put(ataxx::GameRecord record);
    /// The next game of the schedule, when it is there.
    [[nodiscard]] std::optional<ataxx::GameRecord> next();

    /// Games handed on; also the number of the game that comes next.
    [[nodiscard]] std::uint64_t handed_on() const noexcept { return handed_on_; }
    /// Games that wait for an earlier one.
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }

  private:
    std::map<std::uint64_t, ataxx::GameRecord> waiting_;
    std::uint64_t handed_on_ = 0;
};

} // namespace sprt

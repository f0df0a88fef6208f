#pragma once
// Results in, in the order in which games finish; results out, in the order of the schedule. A verdict that
// looked at games as they finish would count short games first.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace sprt {

/// For each game that is played at once, how many may have begun beyond those handed on. One slow game must
/// not let the others play thousands that may never count, nor fill the memory.
inline constexpr std::uint64_t kLeadPerWorker = 8;

/// `Result` has a member `game`, its number in the schedule from 0. Each game comes once.
template<class Result>
class Delivery {
  public:
    /// `first`: the game that comes first.
    explicit Delivery(std::uint64_t first = 0) noexcept
        : handed_on_(first) {}

    void put(Result result) {
        const std::size_t place = static_cast<std::size_t>(result.game - handed_on_);
        if (place >= waiting_.size()) {
            waiting_.resize(place + 1);
        }
        waiting_[place] = std::move(result);
    }

    /// The next game of the schedule, when it is there.
    [[nodiscard]] std::optional<Result> next() {
        if (waiting_.empty() || !waiting_.front()) {
            return std::nullopt;
        }
        std::optional<Result> result = std::move(waiting_.front());
        waiting_.pop_front();
        ++handed_on_;
        return result;
    }

    /// The number of the game that comes next.
    [[nodiscard]] std::uint64_t handed_on() const noexcept { return handed_on_; }

  private:
    std::deque<std::optional<Result>> waiting_; ///< from game handed_on_ on, with gaps
    std::uint64_t handed_on_;
};

} // namespace sprt

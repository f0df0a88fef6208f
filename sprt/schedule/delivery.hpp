#pragma once
// Results arrive in the order in which games finish and are delivered in schedule order. A verdict on games
// in the order in which they finish would count short games first.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace sprt {

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
    Delivery(std::uint64_t first, std::uint64_t window) noexcept
        : next_id_(first)
        , window_(window) {}

    /// Returns whether `result` was taken. False, and nothing changes, when a result with that `id` was
    /// delivered or is waiting. An `id` after the window is a bug of the caller.
    bool put(std::uint64_t id, Result result) {
        if (id < next_id_) {
            return false;
        }
        assert(id - next_id_ < window_);
        const auto place = static_cast<std::size_t>(id - next_id_);
        if (place >= waiting_.size()) {
            waiting_.resize(place + 1);
        }
        if (waiting_[place]) {
            return false;
        }
        waiting_[place] = std::move(result);
        return true;
    }

    /// Delivers the result of next_id(); empty while that result is missing.
    [[nodiscard]] std::optional<Result> next() {
        if (waiting_.empty() || !waiting_.front()) {
            return std::nullopt;
        }
        std::optional<Result> result = std::move(waiting_.front());
        waiting_.pop_front();
        ++next_id_;
        return result;
    }

    /// The id of the next result to deliver. All results with smaller ids were delivered.
    [[nodiscard]] std::uint64_t next_id() const noexcept { return next_id_; }

  private:
    std::deque<std::optional<Result>> waiting_; ///< from next_id_ on; empty where a result is missing
    std::uint64_t next_id_;
    std::uint64_t window_;
};

} // namespace sprt

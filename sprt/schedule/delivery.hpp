#pragma once
// Results come in as games finish and are handed on in the order of the schedule. A verdict on games in the
// order in which they finish would count short games first.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace sprt {

/// How many games may have begun beyond those handed on, for each game that is played at once. The limit
/// keeps one slow game from letting the others play thousands that may never count, or fill the memory.
inline constexpr std::uint64_t kLeadPerWorker = 8;

/// Results by id: consecutive whole numbers. A result may be put in twice, by whoever cannot know whether the
/// first one arrived; the second one changes nothing.
template<class Result>
class Delivery {
  public:
    /// `first`: the id of the first result to hand on. `window`: how many ids, from the next one on, may be
    /// put in; above 0.
    Delivery(std::uint64_t first, std::uint64_t window) noexcept
        : next_id_(first)
        , window_(window) {}

    /// Whether `result` was taken: false, and nothing changes, when a result of that `id` was handed on or is
    /// waiting. An `id` beyond the window is a bug of the caller.
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

    /// The result of next_id(), which is handed on with this; empty while it is missing.
    [[nodiscard]] std::optional<Result> next() {
        if (waiting_.empty() || !waiting_.front()) {
            return std::nullopt;
        }
        std::optional<Result> result = std::move(waiting_.front());
        waiting_.pop_front();
        ++next_id_;
        return result;
    }

    /// The id of the result that is handed on next: all results below it were.
    [[nodiscard]] std::uint64_t next_id() const noexcept { return next_id_; }

  private:
    std::deque<std::optional<Result>> waiting_; ///< from next_id_ on; empty where a result is missing
    std::uint64_t next_id_;
    std::uint64_t window_;
};

} // namespace sprt

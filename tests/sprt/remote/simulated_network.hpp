#pragma once
// Virtual time, and a network that drops, doubles and delays messages.

#include "sprt/remote/leases.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <utility>

namespace sprt::remote {

/// What happens when, in the order of time; what happens at the same time, in the order in which it was
/// planned.
class Timeline {
  public:
    explicit Timeline(std::uint64_t seed)
        : random_(seed) {}

    [[nodiscard]] Time now() const noexcept { return now_; }
    void after(Clock::duration time, std::function<void()> happens) {
        planned_.emplace(std::pair(now_ + time, ++count_), std::move(happens));
    }
    /// Lets the next thing happen.
    void step() {
        auto next = planned_.extract(planned_.begin());
        now_ = next.key().first;
        next.mapped()();
    }

    /// A number from 0, below `end`.
    [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }
    [[nodiscard]] bool happens_in(std::uint64_t percent) { return below(100) < percent; }
    [[nodiscard]] Clock::duration between(std::chrono::milliseconds least, std::chrono::milliseconds most) {
        return least +
               std::chrono::milliseconds(below(static_cast<std::uint64_t>((most - least).count()) + 1));
    }

  private:
    std::mt19937_64 random_;
    std::map<std::pair<Time, std::uint64_t>, std::function<void()>> planned_;
    std::uint64_t count_ = 0;
    Time now_ = kStart;
};

/// Delivers each message never, once or twice, at once or up to 20 s later, so after later ones too.
class SimulatedNetwork {
  public:
    explicit SimulatedNetwork(Timeline& time)
        : time_(time) {}

    void send(const std::function<void()>& deliver) {
        const int copies = !is_up_ || time_.happens_in(8) ? 0 : time_.happens_in(8) ? 2 : 1;
        for (int i = 0; i < copies; ++i) {
            time_.after(time_.happens_in(8) ? time_.between(1s, 20s) : time_.between(1ms, 200ms), deliver);
        }
    }
    void set_up(bool is_up) noexcept { is_up_ = is_up; }
    [[nodiscard]] bool is_up() const noexcept { return is_up_; }

  private:
    Timeline& time_;
    bool is_up_ = true;
};

} // namespace sprt::remote

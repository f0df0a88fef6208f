#include "sprt/remote/speed.hpp"

#include "referee/base/task.hpp"
#include "referee/process/cores.hpp"
#include "referee/rules/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

namespace sprt::remote {

namespace {

using ataxx::Position;

constexpr int kMostStones = 49;
constexpr int kInfinity = 1000;

/// By stones, for the side to move. A side that has no stones has lost all of the board.
int difference_of_stones(const Position& position) {
    const int own = position.own().count();
    const int theirs = position.theirs().count();
    return own == 0 ? -kMostStones : theirs == 0 ? kMostStones : own - theirs;
}

/// What the moves of `position` make of it, the one with most stones first; of equal ones in their order.
class Children {
  public:
    explicit Children(const Position& position) {
        for (const ataxx::Move& move : ataxx::legal_moves(position)) {
            positions_[count_] = position.after(move);
            const int fewer = kMostStones + difference_of_stones(positions_[count_]); // 0: wins all
            keys_[count_] = fewer * kKeysOfValue + static_cast<int>(count_);
            ++count_;
        }
        std::sort(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(count_));
    }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const Position& operator[](std::size_t i) const noexcept {
        return positions_[static_cast<std::size_t>(keys_[i] % kKeysOfValue)];
    }

  private:
    static constexpr int kKeysOfValue = 1024; // more than a position has moves
    std::array<Position, ataxx::kMostMoves> positions_;
    std::array<int, ataxx::kMostMoves> keys_;
    std::size_t count_ = 0;
};

using Steady = std::chrono::steady_clock;

constexpr int kSlices = 20;

/// Million nodes a second in the median of kSlices slices of `time`: what disturbs the machine for a moment
/// does not count.
double speed_of_slot(std::chrono::milliseconds time) {
    FixedSearch search;
    std::vector<double> speeds;
    for (int slice = 0; slice < kSlices; ++slice) {
        const std::uint64_t before = search.nodes();
        const auto begin = Steady::now();
        auto now = begin;
        do {
            search.step();
            now = Steady::now();
        } while (now - begin < time / kSlices);
        const double us = std::chrono::duration<double, std::micro>(now - begin).count();
        speeds.push_back(static_cast<double>(search.nodes() - before) / us);
    }
    const auto middle = speeds.begin() + kSlices / 2;
    std::nth_element(speeds.begin(), middle, speeds.end());
    return *middle;
}

template<class Value>
void keep_last(std::deque<Value>& values, std::size_t most) {
    if (values.size() > most) {
        values.pop_front();
    }
}

} // namespace

int FixedSearch::value(const Position& position, int depth, int alpha, int beta) {
    if (depth == 0 || position.is_finished()) {
        return difference_of_stones(position);
    }
    ++nodes_;
    const Children children(position);
    for (std::size_t i = 0; i < children.size(); ++i) {
        alpha = std::max(alpha, -value(children[i], depth - 1, -beta, -alpha));
        if (alpha >= beta) {
            break;
        }
    }
    return alpha;
}

void FixedSearch::step() {
    ++nodes_;
    int best_value = -kInfinity;
    Position best = position_;
    const Children children(position_);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const int its = -value(children[i], kDepth - 1, -kInfinity, -best_value);
        if (its > best_value) {
            best_value = its;
            best = children[i];
        }
    }
    position_ = best;
    ++turns_;
    if (position_.is_finished() || turns_ == referee::facts_of(referee::Game::Ataxx).turns) {
        position_ = Position();
        turns_ = 0;
    }
}

double measure_speed(const referee::Placement& placement, int slots, std::chrono::milliseconds time) {
    std::vector<double> speeds(static_cast<std::size_t>(slots));
    {
        std::vector<std::jthread> threads;
        threads.reserve(speeds.size());
        for (int slot = 0; slot < slots; ++slot) {
            threads.push_back(referee::new_thread([&placement, &speeds, time, slot] {
                if (const referee::GameCores* const cores = placement.game(slot)) {
                    referee::pin_this_thread(cores->worker);
                }
                speeds[static_cast<std::size_t>(slot)] = speed_of_slot(time);
            }));
        }
    }
    return std::accumulate(speeds.begin(), speeds.end(), 0.0) / slots;
}

using referee::TimeScale;

std::optional<TimeScale> time_scale(double reference, double speed) {
    const double thousandths = std::round(1000 * reference / speed);
    if (!(thousandths >= TimeScale::kLeast && thousandths <= TimeScale::kMost)) {
        return std::nullopt;
    }
    return TimeScale{static_cast<std::int64_t>(thousandths)};
}

std::string unwelcome_speed(double reference, std::optional<double> speed) {
    if (!speed) {
        return "it did not say how fast it is, and the run gives times by speed";
    }
    return fmt::format("its speed is {:.3g} million nodes/s: its agents would have {:.3g} times the time of "
                       "the run, which is for {:.3g} million nodes/s, and from 0.25 to 4 times are allowed",
                       *speed, reference / *speed, reference);
}

Paces::Duration Paces::mean(const Its& its) {
    return std::accumulate(its.last.begin(), its.last.end(), Duration(0)) /
           static_cast<Duration::rep>(its.last.size());
}

/// A run that one worker plays alone has nobody who waits.
bool Paces::is_slow(const std::string& worker, const Its& its) const {
    const bool is_alone = std::ranges::all_of(run_, [&](const auto& entry) { return entry.first == worker; });
    if (is_alone || run_.size() < kLeastOfRun || its.last.size() < kLeastOfWorker) {
        return false;
    }
    std::vector<Duration> sorted;
    for (const auto& [name, took] : run_) {
        sorted.push_back(took);
    }
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return mean(its) > kSlow * *middle;
}

void Paces::note(const std::string& worker, Duration took, std::uint64_t waited, std::uint64_t lead,
                 Time now) {
    Its& its = workers_[worker];
    its.last.push_back(took);
    keep_last(its.last, kOfWorker);
    run_.emplace_back(worker, took);
    keep_last(run_, kOfRun);
    if (2 * waited > lead && is_slow(worker, its)) {
        its.rests_until = now + kRest * mean(its);
    }
}

bool Paces::is_held_back(const std::string& worker, std::uint64_t waiting, std::uint64_t lead,
                         Time now) const {
    const auto found = workers_.find(worker);
    if (found == workers_.end()) {
        return false;
    }
    return now < found->second.rests_until || (2 * waiting > lead && is_slow(worker, found->second));
}

} // namespace sprt::remote

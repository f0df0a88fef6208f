// Workers in virtual time that choose among several runs, each by itself and from offers that are seconds
// old.

#include "sprt/remote/offering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

constexpr auto kStep = 1s;
constexpr auto kOffered = 5s;

/// A run, as its coordinator sees it.
struct ARun {
    RunKey key;
    double share = 1;
    std::map<std::size_t, Time> heard{}; ///< of workers
    ServableRun offer{};                 ///< the last one
    Time offered{};
    double slot_seconds = 0;
};

struct AWorker {
    std::uint64_t slots = 1;
    RunChoice choice;
    std::size_t run = 0; ///< served; kNone: none
    Time leaves_at{};    ///< the end of the pairs in play; 0: it stays
};

constexpr std::size_t kNone = ~std::size_t{0};

class World {
  public:
    World(const std::vector<double>& shares, std::uint64_t seed)
        : dice_(seed) {
        for (std::size_t i = 0; i < shares.size(); ++i) {
            add_run(shares[i]);
        }
    }

    void add_run(double share) {
        const RunKey key{"c", std::to_string(runs_.size())};
        runs_.push_back({.key = key, .share = share, .offer = {key, 0, share}, .offered = now_ - phase()});
    }
    void join(std::uint64_t slots) {
        workers_.emplace(next_++, AWorker{.slots = slots, .choice = RunChoice(slots, dice_()), .run = kNone});
    }
    void leave() {
        auto one = workers_.begin();
        std::advance(one, std::uniform_int_distribution<std::size_t>(0, workers_.size() - 1)(dice_));
        workers_.erase(one);
    }

    /// Lets time pass; `on_step` is called each second.
    template<class OnStep>
    void pass(std::chrono::seconds time, OnStep on_step) {
        for (const Time end = now_ + time; now_ < end; now_ += kStep) {
            for (ARun& run : runs_) {
                if (now_ - run.offered >= kOffered) {
                    run.offered = now_;
                    run.offer = {run.key, slots_heard(run), run.share};
                }
            }
            for (auto& [id, worker] : workers_) {
                step(id, worker);
            }
            on_step();
        }
    }

    [[nodiscard]] double slots_of(std::size_t run) const {
        double slots = 0;
        for (const auto& [id, worker] : workers_) {
            slots += worker.run == run ? static_cast<double>(worker.slots) : 0;
        }
        return slots;
    }
    [[nodiscard]] double all_slots() const {
        return std::accumulate(workers_.begin(), workers_.end(), 0.0, [](double sum, const auto& entry) {
            return sum + static_cast<double>(entry.second.slots);
        });
    }
    [[nodiscard]] double due(std::size_t run) const {
        const auto shares = std::accumulate(runs_.begin(), runs_.end(), 0.0,
                                            [](double sum, const ARun& each) { return sum + each.share; });
        return all_slots() * runs_[run].share / shares;
    }
    [[nodiscard]] std::mt19937_64& dice() noexcept { return dice_; }

  private:
    std::chrono::seconds phase() {
        return std::chrono::seconds(std::uniform_int_distribution<int>(0, 4)(dice_));
    }

    [[nodiscard]] std::uint64_t slots_heard(ARun& run) {
        std::erase_if(run.heard, [this](const auto& entry) { return now_ - entry.second > kLease; });
        std::uint64_t slots = 0;
        for (const auto& [id, at] : run.heard) {
            const auto worker = workers_.find(id);
            slots += worker != workers_.end() ? worker->second.slots : 1;
        }
        return slots;
    }

    void step(std::size_t id, AWorker& worker) {
        std::vector<ServableRun> offers;
        for (const ARun& run : runs_) {
            offers.push_back(run.offer);
        }
        worker.choice.hear(offers, now_);
        if (worker.run != kNone && worker.leaves_at == Time{} && worker.choice.leaves(false, now_)) {
            worker.leaves_at = now_ + std::chrono::seconds(std::uniform_int_distribution<int>(1, 10)(dice_));
        }
        if (worker.run != kNone && worker.leaves_at != Time{} && now_ >= worker.leaves_at) {
            worker.run = kNone;
            worker.leaves_at = {};
        }
        if (worker.run == kNone) {
            const auto chosen = worker.choice.choose(now_);
            const auto found =
                std::ranges::find_if(runs_, [&](const ARun& run) { return chosen && run.key == *chosen; });
            worker.run = found == runs_.end() ? kNone : static_cast<std::size_t>(found - runs_.begin());
        }
        if (worker.run != kNone) {
            runs_[worker.run].heard[id] = now_;
        }
    }

    std::mt19937_64 dice_;
    Time now_{std::chrono::hours(1)};
    std::vector<ARun> runs_;
    std::map<std::size_t, AWorker> workers_;
    std::size_t next_ = 0;
};

/// What each run got of the slot time that it was due.
struct Got {
    std::vector<double> slot_seconds;
    std::vector<double> due;
    std::vector<double> seconds_below_half;

    explicit Got(std::size_t runs)
        : slot_seconds(runs)
        , due(runs)
        , seconds_below_half(runs) {}

    void note(const World& world) {
        for (std::size_t run = 0; run < due.size(); ++run) {
            slot_seconds[run] += world.slots_of(run);
            due[run] += world.due(run);
            seconds_below_half[run] += world.slots_of(run) < world.due(run) / 2 ? 1 : 0;
        }
    }
};

TEST(Fairness, forty_workers_that_come_and_go_give_each_run_its_share) {
    constexpr auto kTime = 2h;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        World world({1, 1, 2}, seed);
        std::uniform_int_distribution<std::uint64_t> slots(1, 8);
        for (int i = 0; i < 40; ++i) {
            world.join(slots(world.dice()));
        }
        world.pass(5min, [] {});
        Got got(3);
        std::bernoulli_distribution moves(1.0 / 30);
        world.pass(kTime, [&] {
            if (moves(world.dice())) {
                world.leave();
                world.join(slots(world.dice()));
            }
            got.note(world);
        });
        for (std::size_t run = 0; run < 3; ++run) {
            EXPECT_NEAR(got.slot_seconds[run] / got.due[run], 1, 0.05) << "run " << run << ", seed " << seed;
            EXPECT_LT(got.seconds_below_half[run] / std::chrono::duration<double>(kTime).count(), 0.01)
                << "run " << run << ", seed " << seed;
        }
    }
}

TEST(Fairness, single_worker_serves_two_runs_by_turns) {
    for (const double share : {1.0, 2.0, 5.0}) {
        World world({1, share}, 3);
        world.join(4);
        Got got(2);
        world.pass(12h, [&] { got.note(world); });
        for (std::size_t run = 0; run < 2; ++run) {
            EXPECT_NEAR(got.slot_seconds[run] / got.due[run], 1, 0.1) << "run " << run << ", share " << share;
        }
    }
}

TEST(Fairness, three_workers_serve_two_equal_runs_alike) {
    World world({1, 1}, 5);
    for (int i = 0; i < 3; ++i) {
        world.join(2);
    }
    Got got(2);
    world.pass(12h, [&] { got.note(world); });
    EXPECT_NEAR(got.slot_seconds[0] / got.due[0], 1, 0.1);
}

TEST(Fairness, new_run_has_half_of_its_share_within_three_minutes_and_all_soon_after) {
    World world({1, 1}, 7);
    for (int i = 0; i < 40; ++i) {
        world.join(2);
    }
    world.pass(5min, [] {});
    EXPECT_EQ(world.slots_of(0) + world.slots_of(1), 80);
    world.add_run(2);
    world.pass(3min, [] {});
    EXPECT_GE(world.slots_of(2), world.due(2) / 2);
    world.pass(3min, [] {});
    EXPECT_NEAR(world.slots_of(2), world.due(2), 0.25 * world.due(2));
}

} // namespace
} // namespace sprt::remote

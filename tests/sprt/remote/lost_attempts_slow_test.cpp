// What losing attempts does to the results of a run, in virtual time, with leases as they are: losses of
// agent 1 last twice as long as its wins, so they are lost more often. Source: docs/many-machines.md,
// "Leases".

#include "sprt/remote/leases.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>

namespace sprt::remote {
namespace {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max() / 4;
constexpr double kLostRate = 0.0172; ///< of attempts in a second, so that 5 % are lost
constexpr std::uint32_t kSlots = 8;

/// How a pair of equal agents comes out: agent 1's points in halves, and its duration.
struct Outcome {
    std::size_t halves = 0;
    double seconds = 0;
};
Outcome draw_outcome(std::mt19937_64& random) {
    Outcome outcome;
    for (int game = 0; game < 2; ++game) {
        const bool is_won = random() % 2 == 0;
        outcome.halves += is_won ? 2U : 0U;
        outcome.seconds += is_won ? 1 : 2;
    }
    return outcome;
}

/// A run that counts pairs in schedule order.
class LossyRun {
  public:
    LossyRun(std::uint64_t seed, bool is_redrawn)
        : seed_(seed)
        , is_redrawn_(is_redrawn)
        , random_(seed)
        , leases_(made_pairs(0, kEndless), 0, 1000s)
        , delivery_(0, kEndless) {
        leases_.set_slots(kSlots);
        for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
            begin({.session = "s", .slot = slot});
        }
    }

    /// Counts the next pair.
    Ptnml& next() {
        std::optional<std::size_t> halves;
        while (!(halves = delivery_.next())) {
            const auto happens = planned_.extract(planned_.begin());
            now_ = happens.key();
            end_attempt(happens.mapped());
        }
        ++pairs_.counts[*halves];
        leases_.hand_on(2 * delivery_.next_id());
        for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
            if (leases_.of_slot({.session = "s", .slot = slot}) == nullptr) {
                begin({.session = "s", .slot = slot});
            }
        }
        return pairs_;
    }
    [[nodiscard]] double share_lost() const {
        return static_cast<double>(leases_.lost()) / static_cast<double>(leases_.lost() + leases_.kept());
    }

  private:
    struct End {
        SlotId slot;
        Attempt attempt;
        std::size_t halves;
        bool is_lost;
    };

    void begin(const SlotId& slot) {
        const Lease* const lease = give(leases_, slot, "w", kStart);
        if (lease == nullptr) {
            return;
        }
        std::mt19937_64 of_pair(seed_ * 1'000'003 + lease->attempt.pair);
        const Outcome outcome = draw_outcome(is_redrawn_ ? random_ : of_pair);
        const double lost_after = std::exponential_distribution<double>(kLostRate)(random_);
        planned_.emplace(now_ + std::min(lost_after, outcome.seconds),
                         End{slot, lease->attempt, outcome.halves, lost_after < outcome.seconds});
    }
    void end_attempt(const End& end) {
        if (end.is_lost) {
            leases_.lose(end.attempt, "", false);
        } else {
            leases_.keep(end.attempt);
            delivery_.put(end.attempt.pair, end.halves);
        }
        begin(end.slot);
    }

    std::uint64_t seed_;
    bool is_redrawn_;
    std::mt19937_64 random_;
    Leases leases_;
    Delivery<std::size_t> delivery_;
    std::multimap<double, End> planned_; ///< by time, in seconds
    double now_ = 0;
    Ptnml pairs_;
};

TEST(LostAttemptsSlow, error_rate_stays_when_outcomes_follow_from_the_seed) {
    const SequentialTest test(Model::Pentanomial, {.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05});
    constexpr int kRuns = 12'000;
    int accepted = 0;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
        LossyRun run(seed, false);
        Verdict verdict = Verdict::Continue;
        while (verdict == Verdict::Continue) {
            verdict = test.evaluate(run.next()).verdict;
        }
        accepted += verdict == Verdict::H1 ? 1 : 0;
    }
    const double percent = 100.0 * accepted / kRuns;
    RecordProperty("percent", std::to_string(percent));
    EXPECT_NEAR(percent, 5, 0.5);
}

TEST(LostAttemptsSlow, redrawn_outcomes_shift_the_result_by_what_is_printed) {
    constexpr int kPairs = 400'000;
    for (const bool is_redrawn : {false, true}) {
        LossyRun run(7, is_redrawn);
        Ptnml pairs;
        for (int i = 0; i < kPairs; ++i) {
            pairs = run.next();
        }
        EXPECT_NEAR(100 * run.share_lost(), 5, 0.3);
        double halves = 0;
        for (std::size_t i = 0; i < pairs.counts.size(); ++i) {
            halves += static_cast<double>(i * pairs.counts[i]);
        }
        const double score = halves / (4.0 * kPairs);
        const double elo = 400 * std::log10(score / (1 - score));
        RecordProperty(is_redrawn ? "redrawn_elo" : "seeded_elo", std::to_string(elo));
        constexpr double kEloForPercent = 0.6; // as the end of a run prints it
        EXPECT_NEAR(elo, is_redrawn ? kEloForPercent * 5 : 0, 0.8);
    }
}

} // namespace
} // namespace sprt::remote

// Liars and honest workers in virtual time, with the desk as it is.

#include "sprt/ledger/conduct.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/schedule/schedule.hpp"
#include "tests/sprt/remote/made_pairs.hpp"
#include "tests/sprt/remote/simulated_network.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sprt::remote {
namespace {

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max() / 4;

/// Workers with one slot each that play pairs of 1 to 2 s. Those whose name begins with `v-liar` play every
/// pair otherwise than it should be played.
class CheckedRun {
  public:
    explicit CheckedRun(std::uint64_t seed)
        : time_(seed)
        , desk_(made_pairs(0, kNoEnd), 0, kLongestPair, 1)
        , delivery_(0, kNoEnd) {
        desk_.check_spots({.secret = std::to_string(seed)});
        tell();
    }
    void join(const std::string& worker) {
        slots_.push_back({.worker = worker});
        ask(slots_.size() - 1);
    }
    void step() { time_.step(); }
    [[nodiscard]] const Desk& desk() const { return desk_; }
    [[nodiscard]] std::uint64_t pairs_of(const std::string& worker) const {
        const auto found = desk_.workers().find(worker);
        return found == desk_.workers().end() ? 0 : found->second.pairs;
    }

  private:
    struct Slot {
        std::string worker;
        std::uint64_t seq = 0;
        std::optional<Attempt> holds{};
    };

    [[nodiscard]] std::string session(std::size_t slot) const { return made_session(slot + 1); }
    void ask(std::size_t at, std::optional<Done> done = {}) {
        Slot& slot = slots_[at];
        slot.holds.reset();
        Turn turn{.session = session(at), .epoch = 1, .seq = ++slot.seq, .done = std::move(done)};
        if (auto result = desk_.turn(std::move(turn), slot.worker, std::to_string(at), time_.now())) {
            settle(*result);
        }
        read_answers();
    }
    void settle(const ResultToCheck& result) {
        const bool lies = result.worker.starts_with("v-liar");
        const int pair = static_cast<int>(result.done.attempt.pair % 1000);
        Playing playing{PlayedGame{.moves = {{pair, lies ? 1 : 0, 0, 0}}, .winner = referee::Winner::Agent1}};
        if (desk_.settle(result, std::nullopt, time_.now(), std::move(playing))) {
            for (const Job& job : *result.jobs) {
                delivery_.put(job.id, 0);
            }
        }
        while (delivery_.next()) {
        }
        desk_.hand_on(delivery_.next_id(), time_.now());
    }
    void read_answers() {
        for (const Post& post : desk_.take_posts()) {
            const std::size_t at = std::stoull(post.subject);
            const Answer answer = read_answer(post.text);
            if (answer.task) {
                slots_[at].holds = answer.task->attempt;
                time_.after(time_.between(1s, 2s), [this, at, attempt = answer.task->attempt] {
                    ask(at, Done{.attempt = attempt, .games = {"{}", "{}"}});
                });
            } else if (answer.state == OfferState::Open) {
                time_.after(1ms, [this, at] { ask(at); });
            }
        }
    }
    void tell() {
        for (std::size_t at = 0; at < slots_.size(); ++at) {
            Alive alive{.session = session(at), .epoch = 1};
            if (slots_[at].holds) {
                alive.holds.push_back({0, *slots_[at].holds});
            }
            desk_.alive(alive, slots_[at].worker, time_.now());
        }
        desk_.tick(time_.now());
        read_answers();
        time_.after(5s, [this] { tell(); });
    }

    Timeline time_;
    Desk desk_;
    Delivery<int> delivery_;
    std::vector<Slot> slots_;
};

TEST(TrustSlow, liar_in_every_pair_is_caught_within_114_pairs_nine_times_of_ten) {
    constexpr int kRuns = 150;
    int in_time = 0;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
        CheckedRun run(seed);
        for (const char* const worker : {"ann", "bob", "cid", "dan", "v-eve"}) {
            run.join(worker);
        }
        while (!run.desk().checks().are_repeatable()) {
            run.step();
        }
        run.join("v-liar");
        const auto is_caught = [&] {
            const auto found = run.desk().workers().find("v-liar");
            return found != run.desk().workers().end() && found->second.is_distrusted;
        };
        while (!is_caught() && run.pairs_of("v-liar") < 2000) {
            run.step();
        }
        EXPECT_TRUE(is_caught());
        // Two more playings of the pair last as long as some pairs of the liar.
        constexpr std::uint64_t kWhileDeciding = 8;
        in_time += run.pairs_of("v-liar") <= 114 + kWhileDeciding ? 1 : 0;
        for (const auto& [worker, counts] : run.desk().workers()) {
            EXPECT_EQ(counts.is_distrusted, worker == "v-liar") << worker;
        }
    }
    RecordProperty("in_time", in_time);
    EXPECT_NEAR(static_cast<double>(in_time) / kRuns, 0.9, 0.06);
}

/// How many of `workers` with the same rate of failures are quarantined in the course of `attempts` attempts
/// of each, when one looks after every attempt.
int quarantined(std::uint64_t seed, int workers, int attempts, double rate) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> draw(0, 1);
    const GamesByWorker no_games;
    HappenedByWorker all;
    std::set<std::string> out;
    for (int i = 0; i < attempts; ++i) {
        for (int worker = 0; worker < workers; ++worker) {
            const std::string name(1, static_cast<char>('a' + worker));
            Happened& its = all[name];
            const bool fails = draw(random) < rate;
            ++(fails ? its.times : its.not_times);
            if (fails && !WorkerFindings({&no_games}, all).quarantine(name).empty()) {
                out.insert(name);
            }
        }
    }
    return static_cast<int>(out.size());
}

TEST(TrustSlow, honest_workers_with_the_same_rate_are_seldom_quarantined) {
    constexpr int kRuns = 2500;
    constexpr int kWorkers = 8;
    for (const double rate : {0.01, 0.05, 0.2}) {
        int out = 0;
        for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
            out += quarantined(seed, kWorkers, 500, rate);
        }
        const double share = static_cast<double>(out) / (kRuns * kWorkers);
        RecordProperty("share_at_" + std::to_string(rate), std::to_string(share));
        EXPECT_LE(share, kQuarantineP) << rate;
    }
}

} // namespace
} // namespace sprt::remote

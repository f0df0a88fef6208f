#include "sprt/simulate/simulated_run.hpp"

#include "referee/game/job.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/schedule/schedule.hpp"

#include <algorithm>
#include <vector>

namespace sprt {

VirtualWorkers::VirtualWorkers(std::uint64_t count, Schedule& schedule, SimulatedGames& games)
    : lead_(count * kLeadPerWorker)
    , schedule_(schedule)
    , games_(games)
    , workers_(count) {
    for (std::size_t worker = 0; worker < count; ++worker) {
        idle_.push_back(worker);
    }
}

std::optional<GameResult> VirtualWorkers::next(std::uint64_t handed_on) {
    while (!idle_.empty() && !schedule_ended_ && begun_ < handed_on + lead_) {
        take_pair(idle_.back());
    }
    if (finishing_.empty()) {
        return std::nullopt;
    }
    const std::size_t worker = finishing_.top().worker;
    now_ = finishing_.top().time;
    finishing_.pop();
    Worker& at = workers_[worker];
    const GameResult result = at.playing;
    if (at.then) {
        const ScheduledGame game = *at.then;
        at.then.reset();
        play(worker, game);
    } else {
        idle_.push_back(worker);
    }
    return result;
}

void VirtualWorkers::take_pair(std::size_t worker) {
    const auto first = schedule_.next();
    if (!first) {
        schedule_ended_ = true;
        return;
    }
    const auto second = schedule_.next();
    schedule_ended_ = !second;
    begun_ += second ? 2U : 1U;
    idle_.pop_back();
    workers_[worker].then = second;
    play(worker, *first);
}

void VirtualWorkers::play(std::size_t worker, const ScheduledGame& game) {
    workers_[worker].playing = games_.play(game);
    finishing_.push({now_ + games_.duration(workers_[worker].playing), worker});
}

namespace {

/// Puts games into the order in which they are counted.
class Counting {
  public:
    /// `lead`: that of the workers.
    Counting(CountingOrder order, bool by_pairs, std::uint64_t lead) noexcept
        : order_(order)
        , by_pairs_(by_pairs)
        , delivery_(0, lead + 1) {} // pairs begin whole

    void put(const GameResult& result) {
        if (order_ == CountingOrder::Schedule || !by_pairs_) {
            put_next(result);
        } else if (referee::begins_pair(result.game)) {
            halves_.push_back(result); // it counts when the second game of its pair has finished
        } else {
            const auto half = std::find_if(halves_.begin(), halves_.end(),
                                           [&](const GameResult& a) { return a.pair == result.pair; });
            put_next(*half);
            put_next(result);
            *half = halves_.back();
            halves_.pop_back();
        }
    }

    [[nodiscard]] std::optional<GameResult> next() { return delivery_.next(); }
    [[nodiscard]] std::uint64_t handed_on() const noexcept { return delivery_.next_id(); }

  private:
    void put_next(GameResult result) {
        if (order_ == CountingOrder::Completion) { // as if the schedule had this order
            result.game = finished_++;
            result.pair = referee::pair_of(result.game);
        }
        delivery_.put(result.game, result);
    }

    CountingOrder order_;
    bool by_pairs_;
    std::uint64_t finished_ = 0;
    std::vector<GameResult> halves_;
    Delivery<GameResult> delivery_;
};

} // namespace

SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model, std::uint64_t seed) {
    Ledger ledger(match.test, match.repeats);
    SimulatedGames games(model, seed);
    // Agents that repeat a share of their games play from one opening, as with the openings `start`.
    const bool is_start = model.repeat_share > 0;
    Schedule schedule(match.max_games.value_or(kMostSimulatedGames), is_start ? 1 : model.book,
                      is_start || match.repeats == RepeatRule::Count);
    VirtualWorkers workers(match.concurrency, schedule, games);
    Counting counting(match.order, is_pairwise(match.test.model()), workers.lead());
    const auto ends = [&](EndReason reason) {
        return SimulatedRun{.verdict = reason == EndReason::Verdict ? ledger.verdict() : Verdict::Continue,
                            .reason = reason,
                            .games = counting.handed_on(),
                            .games_beyond = workers.begun() - counting.handed_on()};
    };
    while (const auto finished = workers.next(counting.handed_on())) {
        counting.put(*finished);
        while (const auto result = counting.next()) {
            ledger.add(*result);
            if (ledger.verdict() != Verdict::Continue) {
                return ends(EndReason::Verdict);
            }
            if (ledger.only_repeats()) {
                return ends(EndReason::Repeats);
            }
        }
    }
    return ends(schedule.book_is_used_up() ? EndReason::OpeningsUsedUp : EndReason::MaxGames);
}

} // namespace sprt

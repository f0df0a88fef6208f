#include "sprt/simulate/simulation.hpp"

#include "referee/base/seed.hpp"
#include "referee/game/alternation.hpp"
#include "sprt/schedule/delivery.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/random.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/play_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

namespace sprt {
namespace {

using referee::Winner;

constexpr double kVariationOfDurations = 0.35;

/// What is random in a run. Results depend on which game it is, as they do in real runs with agents that use
/// their seeds, and not on what was played at the same time; durations are drawn as games begin.
class SimulatedGames {
  public:
    SimulatedGames(const GameModel& model, const PlayModel& chances, std::uint64_t seed) noexcept
        : model_(model)
        , chances_(chances)
        , openings_(referee::mixed(seed, 0))
        , results_(referee::mixed(seed, 1))
        , random_(referee::mixed(seed, 2)) {}

    [[nodiscard]] GameResult play(const ScheduledGame& game) const noexcept {
        const bool plays_first = game.first == referee::Player::Agent1;
        const bool favours_first = referee::mixed(openings_, game.opening) >> 63 != 0;
        const GameChances& chances = favours_first == plays_first ? chances_.favoured : chances_.hindered;
        const std::uint64_t moves = referee::mixed(
            results_, model_.deterministic ? 2 * game.opening + (plays_first ? 0 : 1) : game.game);
        const double luck = unit_interval(moves);
        return {.game = game.game,
                .pair = game.pair,
                .opening = game.opening,
                .moves = moves,
                .winner = luck < chances.win                  ? Winner::Agent1
                          : luck < chances.win + chances.draw ? Winner::Draw
                                                              : Winner::Agent2};
    }

    [[nodiscard]] double duration(const GameResult& result) noexcept {
        const double length = durations_.draw(random_);
        switch (*result.winner) {
        case Winner::Draw:
            break;
        case Winner::Agent1:
            return model_.wins_last * length;
        case Winner::Agent2:
            return model_.losses_last * length;
        }
        return length;
    }

  private:
    const GameModel& model_;
    const PlayModel& chances_;
    std::uint64_t openings_; ///< seed of whom they favour
    std::uint64_t results_;  ///< seed of what is played
    Random random_;          ///< for durations
    Gamma durations_{kVariationOfDurations};
};

/// What Pool does, in virtual time.
class VirtualWorkers {
  public:
    VirtualWorkers(std::uint64_t count, Schedule& schedule, SimulatedGames& games)
        : lead_(count * kLeadPerWorker)
        , schedule_(schedule)
        , games_(games)
        , workers_(count) {
        for (std::size_t worker = 0; worker < count; ++worker) {
            idle_.push_back(worker);
        }
    }

    /// The next game that finishes, when `handed_on` games need not be waited for any more. Empty when all
    /// are finished.
    std::optional<GameResult> next(std::uint64_t handed_on) {
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

    [[nodiscard]] std::uint64_t begun() const noexcept { return begun_; }

  private:
    struct Worker {
        GameResult playing;
        std::optional<ScheduledGame> then; ///< the other game of its pair
    };
    struct Finish {
        double time;
        std::size_t worker;
        bool operator>(const Finish& other) const noexcept { return time > other.time; }
    };

    void take_pair(std::size_t worker) {
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

    void play(std::size_t worker, const ScheduledGame& game) {
        workers_[worker].playing = games_.play(game);
        finishing_.push({now_ + games_.duration(workers_[worker].playing), worker});
    }

    const std::uint64_t lead_;
    Schedule& schedule_;
    SimulatedGames& games_;
    bool schedule_ended_ = false;
    std::uint64_t begun_ = 0;
    double now_ = 0;
    std::vector<Worker> workers_;
    std::vector<std::size_t> idle_;
    std::priority_queue<Finish, std::vector<Finish>, std::greater<>> finishing_;
};

/// Games in the order in which they are counted.
class Counting {
  public:
    /// `lead`: how many games may have begun beyond those handed on.
    Counting(CountingOrder order, bool by_pairs, std::uint64_t lead) noexcept
        : order_(order)
        , by_pairs_(by_pairs)
        , delivery_(0, lead + 1) {} // pairs begin whole

    void put(const GameResult& result) {
        if (order_ == CountingOrder::Schedule || !by_pairs_) {
            put_next(result);
        } else if (referee::begins_pair(result.game)) {
            halves_.push_back(result); // it counts when the other game of its pair has finished
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
        if (order_ == CountingOrder::Completion) { // as if it had been scheduled so
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

SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model, const PlayModel& chances,
                          Ledger& ledger, std::uint64_t seed) {
    ledger.clear();
    SimulatedGames games(model, chances, seed);
    Schedule schedule(match.max_games.value_or(kMostSimulatedGames), model.book,
                      match.repeats == RepeatRule::Count);
    VirtualWorkers workers(match.concurrency, schedule, games);
    Counting counting(match.order, is_pairwise(match.test.model()), match.concurrency * kLeadPerWorker);
    SimulatedRun run;
    const auto ends = [&](EndReason reason) {
        run.reason = reason;
        run.verdict = reason == EndReason::Verdict ? ledger.verdict() : Verdict::Continue;
        run.games = counting.handed_on();
        run.games_beyond = workers.begun() - run.games;
        return run;
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

PlayModel chances_of(const GameModel& model) noexcept {
    return play_model(model.true_elo, model.draws, model.bias_elo);
}

} // namespace

SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model, std::uint64_t seed) {
    Ledger ledger(match.test, match.repeats);
    return simulate_run(match, model, chances_of(model), ledger, seed);
}

SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                       std::uint64_t seed) {
    const PlayModel chances = chances_of(model);
    Ledger ledger(match.test, match.repeats);
    SimulatedRuns result;
    result.games.reserve(runs);
    std::uint64_t games_beyond = 0;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const SimulatedRun run = simulate_run(match, model, chances, ledger, referee::mixed(seed, i));
        switch (run.reason) {
        case EndReason::Verdict:
            ++(run.verdict == Verdict::H1 ? result.h1 : result.h0);
            break;
        case EndReason::Repeats:
            ++result.repeats;
            break;
        case EndReason::OpeningsUsedUp:
            ++result.openings_used_up;
            break;
        case EndReason::MaxGames:
        case EndReason::MaxFaults:   // simulated agents have no faults
        case EndReason::Interrupted: // and are not interrupted
            ++result.max_games;
            break;
        }
        result.games.push_back(run.games);
        games_beyond += run.games_beyond;
    }
    result.games_beyond = static_cast<double>(games_beyond) / static_cast<double>(runs);
    std::sort(result.games.begin(), result.games.end());
    return result;
}

double SimulatedRuns::mean_games() const noexcept {
    return std::accumulate(games.begin(), games.end(), 0.0) / static_cast<double>(runs());
}

std::optional<double> SimulatedRuns::standard_error() const noexcept {
    if (runs() < 2) {
        return std::nullopt;
    }
    const double mean = mean_games();
    double squares = 0;
    for (const std::uint64_t count : games) {
        squares += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
    }
    const auto n = static_cast<double>(runs());
    return std::sqrt(squares / (n - 1) / n);
}

std::uint64_t SimulatedRuns::quantile(double share) const noexcept {
    const double place = std::ceil(share * static_cast<double>(runs())) - 1;
    return games[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(runs() - 1)))];
}

Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept {
    double truth = model.true_elo;
    if (test.model() == Model::Normalized) {
        const Moments pair = moments(chances_of(model).pair);
        const double deviation = std::sqrt(2 * pair.variance);
        truth = deviation > 0 ? kNormalizedEloUnit * (pair.mean - 0.5) / deviation : truth;
    }
    if (truth <= test.hypotheses().elo0) {
        return Verdict::H1;
    }
    return truth >= test.hypotheses().elo1 ? Verdict::H0 : Verdict::Continue;
}

} // namespace sprt

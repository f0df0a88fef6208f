#pragma once
// Runs and tunings against a model of games: the schedule, the delivery and the ledger of real runs, in
// virtual time. Source: docs/evidence.md.

#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/game_model.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <vector>

namespace sprt {

// Workers that play simulated games in virtual time, several at once, as the threads of real runs do.

/// Each worker takes a pair from the schedule and plays its games one after the other.
class VirtualWorkers {
  public:
    /// `count`: games at once, above 0. `schedule` and `games` must outlive it.
    VirtualWorkers(std::uint64_t count, Schedule& schedule, SimulatedGames& games);

    /// The game that finishes next. `handed_on` games were handed on; that many and lead() more may have
    /// begun before a pair is taken. Empty when all games are finished.
    [[nodiscard]] std::optional<GameResult> next(std::uint64_t handed_on);

    /// How many games may have begun, beyond those handed on, when a pair is taken.
    [[nodiscard]] std::uint64_t lead() const noexcept { return lead_; }
    [[nodiscard]] std::uint64_t begun() const noexcept { return begun_; }

  private:
    struct Worker {
        GameResult playing;
        std::optional<ScheduledGame> then; ///< the second game of its pair
    };
    struct Finish {
        double time;
        std::size_t worker;
        bool operator>(const Finish& other) const noexcept { return time > other.time; }
    };

    void take_pair(std::size_t worker);
    void play(std::size_t worker, const ScheduledGame& game);

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

enum class CountingOrder : std::uint8_t {
    Schedule,   ///< as in real runs
    Completion, ///< as games or pairs finish: a mistake, which distorts the error rates
};

/// The run that is simulated.
struct SimulatedMatch {
    SequentialTest test;
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{}; ///< empty: kMostSimulatedGames
    std::uint64_t concurrency = 1;            ///< games at once, above 0
    CountingOrder order = CountingOrder::Schedule;
};

/// The limit that ends tests that never decide, such as one of decisive games when all games are drawn.
inline constexpr std::uint64_t kMostSimulatedGames = 10'000'000;

/// How one run ended.
struct SimulatedRun {
    Verdict verdict = Verdict::Continue; ///< Continue unless `reason` is Verdict
    EndReason reason = EndReason::MaxGames;
    std::uint64_t games = 0;        ///< games counted
    std::uint64_t games_beyond = 0; ///< games begun after the last one counted
};

/// Pure: the same arguments give the same run.
[[nodiscard]] SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model,
                                        std::uint64_t seed);

// A test tried out before any game is played: many simulated runs and what became of them.
// Source: docs/evidence.md.

/// The least of some ascending values, at least one, that at least `share` of them, 0 to 1, do not exceed.
template<class Value>
[[nodiscard]] Value quantile_of(const std::vector<Value>& values, double share) noexcept {
    const double place = std::ceil(share * static_cast<double>(values.size())) - 1;
    return values[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(values.size() - 1)))];
}

/// The mean of at least one value.
template<class Value>
[[nodiscard]] double mean_of(const std::vector<Value>& values) noexcept {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// How many runs ended how.
struct SimulatedRuns {
    std::uint64_t h0 = 0;
    std::uint64_t h1 = 0;
    std::uint64_t max_games = 0;
    std::uint64_t repeats = 0;
    std::uint64_t openings_used_up = 0;
    std::vector<std::uint64_t> games; ///< games counted in each run, however it ended; ascending
    double games_beyond = 0;          ///< games begun after the last one counted, mean of all runs

    [[nodiscard]] std::uint64_t runs() const noexcept { return games.size(); }
    [[nodiscard]] std::uint64_t undecided() const noexcept { return max_games + repeats + openings_used_up; }

    /// The mean of `games`; there is at least one run.
    [[nodiscard]] double mean_games() const noexcept { return mean_of(games); }
    /// The standard error of mean_games(); empty for one run.
    [[nodiscard]] std::optional<double> standard_error() const noexcept;
    /// The least number of games that at least `share` of the runs, 0 to 1, did not exceed.
    [[nodiscard]] std::uint64_t quantile(double share) const noexcept { return quantile_of(games, share); }
};

/// Simulates `runs` runs, at least one, whose seeds follow from `seed`. Pure.
[[nodiscard]] SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                                     std::uint64_t seed);

/// The verdict that is wrong under `model`: H1 when the truth is at or below H0, H0 when it is at or above
/// H1. Continue between the hypotheses, where neither is wrong. The truth is in normalized Elo for the model
/// normalized, and the Elo of the score for the others.
[[nodiscard]] Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept;

// A tuning tried out before any game is played: what tunings find of a gain that is known.
// Source: docs/tuning.md, "How many games".

/// Parameters from 0 to 1, which start at 0.5. The best value of each is drawn for each run: 0.1 to 0.4 from
/// the start, on either side. Elo falls by the square of the distance from it, alike for all.
struct TuningModel {
    std::size_t params = 1;
    std::uint64_t pairs = 1;
    std::uint64_t lag = 0;
    double win_elo = 30; ///< by which the best values are stronger than the start, above 0
    double draws = 0.5;  ///< share of draws between equals, 0 to 1
};

/// By how much Elo the tuned values are stronger than the start, at most win_elo. Pure.
[[nodiscard]] double simulate_tuning(const TuningModel& model, std::uint64_t seed);

struct SimulatedTunings {
    std::vector<double> gains; ///< in Elo, of each run; ascending

    [[nodiscard]] double mean() const noexcept { return mean_of(gains); }
    [[nodiscard]] double quantile(double share) const noexcept { return quantile_of(gains, share); }
    /// How many are weaker than the start.
    [[nodiscard]] std::uint64_t weaker() const noexcept;
};

/// Simulates `runs` tunings, at least one, whose seeds follow from `seed`. Pure.
[[nodiscard]] SimulatedTunings simulate(const TuningModel& model, std::uint64_t runs, std::uint64_t seed);

} // namespace sprt

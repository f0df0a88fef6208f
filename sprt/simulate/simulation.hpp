#pragma once
// Runs and tunings against a model of games: the schedule, the delivery and the ledger of real runs, in
// virtual time. The model gives the chances of results, and how long games last.
// Source: docs/evidence.md; docs/tuning.md, "How many games".

#include "referee/base/seed.hpp"
#include "referee/rules/ending.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <vector>

namespace sprt {

// Fast random numbers for simulations. The same seed gives the same numbers on every machine, up to the last
// digits of log and sqrt; the distributions of <random> differ between libraries.

/// `bits` as a number in [0, 1), a multiple of 2^-53.
[[nodiscard]] constexpr double unit_interval(std::uint64_t bits) noexcept {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// xoshiro256++. A value: a copy draws the same numbers.
/// Source: Blackman, Vigna, "Scrambled linear pseudorandom number generators", 2021.
class Random {
  public:
    explicit constexpr Random(const std::array<std::uint64_t, 4>& state) noexcept
        : state_(state) {}
    explicit constexpr Random(std::uint64_t seed) noexcept
        : Random(std::array{referee::mixed(seed, 0), referee::mixed(seed, 1), referee::mixed(seed, 2),
                            referee::mixed(seed, 3)}) {}

    [[nodiscard]] constexpr std::uint64_t bits() noexcept {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, 1).
    [[nodiscard]] constexpr double uniform() noexcept { return unit_interval(bits()); }

    /// Standard normal. Source: Marsaglia's polar method.
    [[nodiscard]] double normal() noexcept {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        double x = 0;
        double y = 0;
        double square = 0;
        do {
            x = 2 * uniform() - 1;
            y = 2 * uniform() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        const double factor = std::sqrt(-2 * std::log(square) / square);
        spare_ = y * factor;
        has_spare_ = true;
        return x * factor;
    }

  private:
    std::array<std::uint64_t, 4> state_; ///< not all 0
    double spare_ = 0;
    bool has_spare_ = false;
};

/// A gamma distribution of mean 1.
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", 2000; shape 1 or more.
class Gamma {
  public:
    /// `variation`: standard deviation divided by mean, above 0 and at most 1.
    explicit Gamma(double variation) noexcept
        : d_(1 / (variation * variation) - 1. / 3)
        , c_(1 / std::sqrt(9 * d_))
        , scale_(variation * variation) {}

    [[nodiscard]] double draw(Random& random) const noexcept {
        while (true) {
            const double x = random.normal();
            const double root = 1 + c_ * x;
            if (root <= 0) {
                continue;
            }
            const double v = root * root * root;
            const double u = 1 - random.uniform(); // above 0
            const double xx = x * x;
            if (u < 1 - 0.0331 * xx * xx || std::log(u) < xx / 2 + d_ * (1 - v + std::log(v))) {
                return d_ * v * scale_;
            }
        }
    }

  private:
    double d_;
    double c_;
    double scale_;
};

// A model of games: the chances of their results, and how long they last.

/// Each opening favours one side, and chance decides which. Given the opening, games are independent.
struct GameModel {
    double true_elo = 0; ///< of agent 1, by the score of pairs; see play_model()
    double draws = 0;    ///< share of draws between equals, 0 to 1
    double bias_elo = 0; ///< by how much an opening favours one side
    /// Durations have a gamma distribution with a coefficient of variation of 0.35. The mean for draws is 1;
    /// the means for wins and losses of agent 1 are these, above 0.
    double wins_last = 1;
    double losses_last = 1;
    std::optional<std::uint64_t> book{}; ///< number of openings, above 0; empty: no opening comes twice
    bool deterministic = false;          ///< games from the same opening and seats are equal
    /// With this probability, 0 to below 1, a game is the one that agents without chance would play; all
    /// others are played by chance. `true_elo` is that of all games together, see repeated_play().
    double repeat_share = 0;
};

/// Agents that play a repeatable game with probability `repeat_share`.
struct RepeatedPlay {
    referee::PerSide<referee::Winner>
        repeated;     ///< winner of the repeatable game in which agent 1 has this side
    double other_elo; ///< true Elo of all other games; infinite when agent 1 must lose, or win, all of them
};

/// The play in which agent 1 scores as few points as it can in its repeatable games; all other games make up
/// for it. So the repeatable games say something else than all games together do. Empty where no play has the
/// true Elo.
[[nodiscard]] std::optional<RepeatedPlay> repeated_play(const GameModel& model) noexcept;

/// Of 0, 1/2, 1, 3/2 and 2 points for agent 1 in a pair.
[[nodiscard]] std::array<double, 5> pair_chances(const GameModel& model) noexcept;

/// What is random in one run. A result depends on the number of the game and on the seed alone, as in real
/// runs whose agents use their seeds. Durations are drawn in the order in which games begin.
class SimulatedGames {
  public:
    /// There is a play with the model's true Elo.
    SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept;

    [[nodiscard]] GameResult play(const ScheduledGame& game) const noexcept;

    /// Draws the duration of a game with this result.
    [[nodiscard]] double duration(const GameResult& result) noexcept;

  private:
    GameModel model_;
    referee::PerSide<referee::Winner> repeated_;
    PlayModel chances_{};    ///< of the games that are not repeatable
    std::uint64_t openings_; ///< seed of which side each opening favours
    std::uint64_t results_;  ///< seed of the results
    std::uint64_t repeats_;  ///< seed of which games are the repeatable ones
    Random random_;          ///< for durations
    Gamma durations_;
};

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

struct SimulatedMatch {
    SequentialTest test;
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{}; ///< empty: kMostSimulatedGames
    std::uint64_t concurrency = 1;            ///< games at once, above 0
    CountingOrder order = CountingOrder::Schedule;
};

/// The limit that ends tests that never decide, such as one of decisive games when all games are drawn.
inline constexpr std::uint64_t kMostSimulatedGames = 10'000'000;

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
/// H1. Continue between the hypotheses, where neither is wrong. The truth is on the scale of the test's
/// model: normalized Elo, that of decisive games for wald, BayesElo, or the Elo of the score.
[[nodiscard]] Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept;

// A tuning tried out before any game is played: what tunings find of a gain that is known.

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

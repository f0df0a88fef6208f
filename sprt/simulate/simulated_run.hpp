#pragma once
// One run against a model of games: the schedule, the delivery and the ledger of real runs, in virtual time.
// Source: docs/evidence.md.

#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/game_model.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
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

} // namespace sprt

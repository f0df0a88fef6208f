#pragma once
// One run against a model of games: the schedule, the delivery and the ledger of real runs, in virtual time.
// Source: docs/evidence.md.

#include "sprt/ledger/run_state.hpp"
#include "sprt/simulate/game_model.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

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

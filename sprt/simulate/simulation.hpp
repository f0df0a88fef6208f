#pragma once
// A test tried out before any game is played: whole runs against a model of the game, with the schedule, the
// delivery and the ledger of real runs, in virtual time. Source: docs/simulations.md.

#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sprt {

/// How games come out and how long they take. Openings are numbers; each favours one side, and which one is
/// chance. Given the opening, games are independent.
struct GameModel {
    double true_elo = 0; ///< of agent 1, by the score of pairs; see play_model.hpp
    double draws = 0;    ///< share of draws between equals
    double bias_elo = 0; ///< what an opening gives to one side
    /// Durations are gamma distributed with a coefficient of variation of 0.35. Their means: draws 1, agent
    /// 1's wins and losses these. Above 0.
    double wins_last = 1;
    double losses_last = 1;
    std::optional<std::uint64_t> book{}; ///< openings there are, above 0; empty: one never comes twice
    bool deterministic = false;          ///< a game from the same opening and seats is the same game again
};

enum class CountingOrder : std::uint8_t {
    Schedule,   ///< as real runs count
    Completion, ///< as games finish, or as pairs do: the mistake that the schedule's order avoids
};

/// The run that is simulated: what a configuration says of it.
struct SimulatedMatch {
    SequentialTest test;
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{}; ///< empty: kMostSimulatedGames
    std::uint64_t concurrency = 1;            ///< games at once, above 0
    CountingOrder order = CountingOrder::Schedule;
};

/// Some tests never end, such as one that looks at nothing but decisive games when all are drawn.
inline constexpr std::uint64_t kMostSimulatedGames = 10'000'000;

/// How one run ended.
struct SimulatedRun {
    Verdict verdict = Verdict::Continue; ///< Continue unless `reason` is Verdict
    EndReason reason = EndReason::MaxGames;
    std::uint64_t games = 0;        ///< counted
    std::uint64_t games_beyond = 0; ///< begun beyond those
};

/// Pure: the same arguments give the same run. No threads; nothing sleeps.
[[nodiscard]] SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model,
                                        std::uint64_t seed);

/// How many runs ended how.
struct SimulatedRuns {
    std::uint64_t h0 = 0;
    std::uint64_t h1 = 0;
    std::uint64_t max_games = 0;
    std::uint64_t repeats = 0;
    std::uint64_t openings_used_up = 0;
    std::vector<std::uint64_t> games; ///< of each run, whatever its end; ascending
    double games_beyond = 0;          ///< on average

    [[nodiscard]] std::uint64_t runs() const noexcept { return games.size(); }
    [[nodiscard]] std::uint64_t undecided() const noexcept { return max_games + repeats + openings_used_up; }

    /// Of games(); there is at least one run.
    [[nodiscard]] double mean_games() const noexcept;
    /// Of mean_games(); empty for one run.
    [[nodiscard]] std::optional<double> standard_error() const noexcept;
    /// The least number of games that a share of at least `share` of the runs, 0 to 1, did not exceed.
    [[nodiscard]] std::uint64_t quantile(double share) const noexcept;
};

/// `runs` of them, at least one, each with a seed of its own from `seed`.
[[nodiscard]] SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                                     std::uint64_t seed);

/// The verdict that would be wrong: H1 when the truth is at or below H0, H0 when it is at or above H1.
/// Continue between the hypotheses, where neither is. The truth is taken on the scale of normalized Elo when
/// the test is; otherwise it is the Elo of the score.
[[nodiscard]] Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept;

} // namespace sprt

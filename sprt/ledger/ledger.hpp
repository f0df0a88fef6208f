#pragma once
// The games of a run counted in schedule order: what is known, and what it decides. A function of the results
// alone; real runs and simulated ones use the same.

#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/repeat_rule.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>
#include <unordered_set>

namespace sprt {

/// What a run knows after some games.
struct Standing {
    Wld games; ///< all that are scored
    std::uint64_t unscored = 0;
    Wld games_of_pairs;              ///< the games in `pairs`
    Ptnml pairs;                     ///< whole pairs that were worth something
    std::uint64_t whole_pairs = 0;   ///< both games scored
    std::uint64_t dropped_pairs = 0; ///< a game was not scored, or they began apart
    std::uint64_t distinct_pairs = 0;
    std::uint64_t distinct_games = 0; ///< only when games are collapsed; otherwise 0
    std::optional<double> n_eff;      ///< see Repeats
    Counts counted;                   ///< what the test looks at
    Evaluation evaluation{};          ///< of that
    Counts undisputed;                ///< the same without what ended by a disputed time loss
    Evaluation undisputed_evaluation{};
    std::uint64_t disputed = 0; ///< games

    /// Whether there is a verdict, and without the disputed time losses there would be none, or the other.
    [[nodiscard]] bool rests_on_disputed() const noexcept {
        return evaluation.verdict != Verdict::Continue && undisputed_evaluation.verdict != evaluation.verdict;
    }
};

class Ledger {
  public:
    Ledger(const SequentialTest& test, RepeatRule repeats);

    /// The next game of the schedule, whatever finished when.
    void add(const GameResult& result);

    /// By what was counted last: after each game, or each pair in models of pairs.
    [[nodiscard]] Verdict verdict() const noexcept { return verdict_; }
    /// Three pairs in a row were played before, and count for nothing: agents that repeat themselves go on
    /// doing so.
    [[nodiscard]] bool only_repeats() const noexcept;

    /// Everything, computed when asked.
    [[nodiscard]] Standing standing() const;

    [[nodiscard]] const SequentialTest& test() const noexcept { return test_; }

    /// Back to before the first game.
    void clear();

  private:
    void add_game(const GameResult& result);
    void add_pair(const GameResult& a, const GameResult& b);

    SequentialTest test_;
    RepeatRule rule_;
    bool by_pairs_;
    Wld games_;
    Wld weighed_games_;
    Wld undisputed_games_;
    Ptnml pairs_;
    Wld games_of_pairs_;
    Ptnml undisputed_pairs_;
    std::uint64_t unscored_ = 0;
    std::uint64_t dropped_pairs_ = 0;
    std::uint64_t disputed_ = 0;
    std::uint64_t repeated_games_in_a_row_ = 0;
    std::optional<GameResult> half_; ///< a first game whose pair is not whole yet
    std::unordered_set<std::uint64_t> seen_games_;
    Repeats repeats_;
    Verdict verdict_ = Verdict::Continue;
};

} // namespace sprt

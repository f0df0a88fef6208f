#pragma once
// Counts the games of a run in schedule order and gives the verdict. Both are functions of the results alone;
// real and simulated runs use the same code. Source: docs/commands.md, "What counts, and in which order".
// Also whether pairs depend on when they were played. The tests take pairs for independent: agents that learn
// between games, and a machine that changes, break that. Source: docs/statistics.md, "What breaks a test".

#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sprt {

/// A correlation and how likely one so far from 0 is when the order of the pairs does not matter.
struct Correlation {
    double r;
    double p; ///< two-sided, 0 to 1
};

/// Figures of the pairs of a run in schedule order.
struct Drift {
    std::uint64_t pairs = 0;
    /// Of a pair's score with that of the pair before; with the pair's number. Empty for fewer than 30 pairs,
    /// and when all scores are the same.
    std::optional<Correlation> lag_one;
    std::optional<Correlation> trend;
};

/// Below this p a run has a warning. No verdict depends on it.
inline constexpr double kDriftWarning = 1e-4;

/// Adds up scores for a Drift.
/// Source: for lag one, Moran, "Some theorems on time series II", 1948: mean -1/n, variance (n-2)^2 / (n^2
/// (n-1)). For the trend, the correlation under random order: mean 0, variance 1/(n-1). Both are taken for
/// normal.
class DriftSums {
  public:
    /// `score`: of the next pair, in points.
    void add(double score) noexcept;

    [[nodiscard]] Drift drift() const noexcept;

  private:
    std::uint64_t pairs_ = 0;
    double first_ = 0;
    double last_ = 0;
    double sum_ = 0;
    double squares_ = 0;
    double neighbours_ = 0; ///< sum of the products with the score before
    double numbered_ = 0;   ///< sum of the products with the number of the pair
};

/// Scored games that a verdict may rest on.
struct Doubted {
    std::uint64_t games = 0;
    /// Of what the test evaluates without them; of disturbed ones if the agent that the verdict favours had
    /// lost them all; of doubtful ones what is worse for the verdict of both. Only with a verdict.
    std::optional<Evaluation> otherwise{};
};

/// The counts of a run after some games, and their evaluation.
struct Standing {
    Wld games; ///< all scored games
    std::uint64_t unscored = 0;
    Wld games_of_pairs;              ///< the games in `pairs`
    Ptnml pairs;                     ///< whole pairs that count: with collapse no copies
    std::uint64_t whole_pairs = 0;   ///< pairs that are not dropped, repeats included
    std::uint64_t alike_pairs = 0;   ///< of these, those whose two games have the same moves
    std::uint64_t dropped_pairs = 0; ///< a game was not scored, or the openings differ
    std::uint64_t distinct_pairs = 0;
    std::uint64_t distinct_games = 0; ///< in models of games that collapse repeats; otherwise 0
    bool show_chance = false;         ///< pairs (games, where they collapse) from one opening differ
    std::optional<double> n_eff;      ///< see Repeats
    Drift drift;                      ///< of the whole pairs
    Counts counted;                   ///< what the test evaluates; pairs without a test
    Evaluation evaluation{};          ///< of `counted`; zeros without a test
    Doubted disputed;                 ///< ended by a disputed time loss
    Doubted faulty;                   ///< ended by a fault
    Doubted doubtful;                 ///< the winner may have caused its win in a way that is not seen
    Doubted disturbed;                ///< played again, or given up, because of a stop
    AdjudicationCounts adjudicated;   ///< of all scored games
    /// Of the counts of AdjudicatedGames::worst_for(); only with a verdict and games that rules ended.
    std::optional<Evaluation> worst_evaluation{};

    /// Whether there is a verdict that would be another one, or none, without these games.
    [[nodiscard]] bool rests_on(Doubted Standing::*what) const noexcept {
        const std::optional<Evaluation>& otherwise = (this->*what).otherwise;
        return otherwise && otherwise->verdict != evaluation.verdict;
    }
    /// Whether there is a verdict whose evidence no longer favours it when rules of adjudication were wrong
    /// as often as the verified games leave room for: the LLR is then not above 0 for H1, not below 0 for H0.
    [[nodiscard]] bool rests_on_adjudication() const noexcept {
        return worst_evaluation &&
               (evaluation.verdict == Verdict::H1 ? worst_evaluation->llr <= 0 : worst_evaluation->llr >= 0);
    }
};

class Ledger {
  public:
    /// `test`: empty: there is none, and pairs are counted.
    Ledger(const std::optional<SequentialTest>& test, RepeatRule repeats);

    /// Counts the next game in schedule order, which need not be the order in which games finish. Another
    /// order is a bug of the caller.
    void add(const GameResult& result);
    /// Counts a scored game that does not count otherwise: what rules of adjudication did in it.
    void add_adjudicated(const GameResult& result) noexcept { adjudicated_.add(result); }

    /// The verdict after the last game, or after the last whole pair in models of pairs.
    [[nodiscard]] Verdict verdict() const noexcept { return verdict_; }
    /// Whether repeats collapse, the last three pairs are all repeats (in models of games: the last six
    /// games), and nothing shows that the agents have chance. Such agents would hardly play a new game.
    [[nodiscard]] bool only_repeats() const noexcept { return only_repeats(repeats_in_a_row()); }
    /// The same when so many in a row are repeats.
    [[nodiscard]] bool only_repeats(std::uint64_t in_a_row) const noexcept;
    /// How many pairs in a row are repeats, or games in models of games.
    [[nodiscard]] std::uint64_t repeats_in_a_row() const noexcept { return repeat_counts().in_a_row(); }

    /// All counts and their evaluation, computed by this call.
    [[nodiscard]] Standing standing() const;

  private:
    void add_game(const GameResult& result);
    void add_pair(const GameResult& a, const GameResult& b);
    Comparison compare(const GameResult& result);
    /// Counts of a test.
    struct Sums {
        Wld games;
        Ptnml pairs;
    };
    /// Games of which a verdict is evaluated otherwise, too: without them (of pairs: without their pairs), or
    /// as lost by the agent that the verdict favours. Doubtful games are evaluated in both ways: an agent
    /// that makes its rival late only after it has lost a pair's first game has these losses left out
    /// otherwise.
    struct Doubt {
        bool GameResult::*is_doubted;
        Doubted Standing::*where;
        bool are_lost;
    };
    static constexpr std::size_t kDisturbed = 4;
    static constexpr std::array<Doubt, 5> kDoubts{{{&GameResult::disputed, &Standing::disputed, false},
                                                   {&GameResult::faulty, &Standing::faulty, false},
                                                   {&GameResult::doubtful, &Standing::doubtful, false},
                                                   {&GameResult::doubtful, &Standing::doubtful, true},
                                                   {&GameResult::disturbed, &Standing::disturbed, true}}};

    /// Of what the model counts.
    [[nodiscard]] const RepeatCounts& repeat_counts() const noexcept {
        return by_pairs_ ? repeats_.counts() : repeated_games_;
    }
    void count_lost_game();
    void count_lost_pair();
    using Copy = std::array<GameResult, 2>; ///< a pair, or a game where games are counted
    using Copies = std::vector<Copy>;
    void keep_copy(std::uint64_t group, const Copy& copy, bool differs);
    /// The kept copies of `group`, which count now.
    [[nodiscard]] Copies take_copies(std::uint64_t group);
    // `result`, `a` and `b` say what there is to doubt.
    void count_games(const RuledWinner& game, std::uint64_t times, const GameResult& result = {});
    void count_copies(std::uint64_t group, std::uint64_t times);
    void count_pairs(const PairWinners& winners, std::uint64_t times, const GameResult& a = {},
                     const GameResult& b = {});

    /// What the test evaluates of `sums`.
    [[nodiscard]] Counts counts_of(const Sums& sums) const noexcept;
    [[nodiscard]] Evaluation evaluate(const Counts& counts) const noexcept;
    /// The counts if `loser` had lost all games that were disturbed, and copies that do not count.
    [[nodiscard]] Sums if_disturbed_were_lost(referee::Player loser) const;

    std::optional<SequentialTest> test_;
    RepeatRule rule_;
    bool by_pairs_;
    Wld games_;
    Wld games_of_pairs_;
    Sums counted_;
    /// `counted_` by each doubt, see Doubt; by the agent that lost. Without the disturbed of `kept_copies_`.
    std::array<referee::PerPlayer<Sums>, kDoubts.size()> otherwise_;
    std::array<std::uint64_t, kDoubts.size()> doubted_{}; ///< games
    /// Copies that do not count, and are not just as the first of their group: by opening, of games by
    /// opening and seats.
    std::unordered_map<std::uint64_t, Copies> kept_copies_;
    AdjudicationCounts adjudicated_;
    AdjudicatedGames ended_by_rules_; ///< among those that the test evaluates
    std::uint64_t unscored_ = 0;
    std::uint64_t dropped_pairs_ = 0;
    std::uint64_t alike_pairs_ = 0;
    RepeatCounts repeated_games_;    ///< in models of games
    std::optional<GameResult> half_; ///< first game of a pair whose second game is not yet added
    std::unordered_map<std::uint64_t, Group<RuledWinner>> groups_of_games_; ///< by opening and seats
    std::unordered_set<std::uint64_t> other_games_;                         ///< see Group
    Repeats repeats_;
    DriftSums drift_;
    Verdict verdict_ = Verdict::Continue;
};

} // namespace sprt

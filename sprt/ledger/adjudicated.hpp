#pragma once
// What became of games that rules of adjudication ended, and whether a verdict rests on them.
// Source: docs/games.md, "Is it right?" and "A verdict that rests on adjudication".

#include "referee/game/adjudication/adjudication.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace sprt {

/// Scored games of one rule.
struct RuleCounts {
    std::uint64_t ended = 0;       ///< by the rule
    std::uint64_t verified = 0;    ///< played on after the rule would have ended them
    std::uint64_t wrong = 0;       ///< of the verified ones: they ended with another result
    std::uint64_t turns_saved = 0; ///< the turns of the verified ones that the rule would have saved

    /// Share of wrong ones among the verified; empty when none is verified.
    [[nodiscard]] std::optional<Proportion> wrong_share() const noexcept {
        return verified > 0 ? std::optional(Proportion{wrong, verified}) : std::nullopt;
    }
    /// The upper end of the 95 % confidence interval of wrong_share(); 1 when none is verified.
    [[nodiscard]] double most_wrong() const noexcept {
        const auto share = wrong_share();
        return share ? share->ci95().upper : 1;
    }
    [[nodiscard]] bool is_empty() const noexcept { return ended == 0 && verified == 0; }
    bool operator==(const RuleCounts&) const = default;
};

/// For each rule of a run.
struct AdjudicationCounts {
    referee::PerRule<RuleCounts> of{};

    /// Adds a scored game.
    void add(const GameResult& game) noexcept;
    /// All rules together.
    [[nodiscard]] RuleCounts total() const noexcept;
    bool operator==(const AdjudicationCounts&) const = default;
};

/// The counted games that rules ended, by their results.
class AdjudicatedGames {
  public:
    /// A pair, or, in models of games, a game beside which nothing was ended by a rule. It was counted so
    /// many times.
    void add(const PairWinners& pair, std::uint64_t times);

    [[nodiscard]] bool empty() const noexcept { return pairs_.empty(); }

    /// `counted` when rules were wrong as often as `rules` leaves room for: of the games that each rule ended
    /// the share most_wrong(), rounded up, is taken for the worst result for `verdict`, a loss of agent 1
    /// for H1, a win for H0. Games that change most come first.
    [[nodiscard]] Counts worst_for(Verdict verdict, const Counts& counted,
                                   const AdjudicationCounts& rules) const;

  private:
    struct Before {
        bool operator()(const PairWinners& one, const PairWinners& two) const noexcept {
            const auto key = [](const PairWinners& pair) {
                return std::tuple(pair.a.winner, pair.a.rule, pair.b.winner, pair.b.rule);
            };
            return key(one) < key(two);
        }
    };
    using Pairs = std::map<PairWinners, std::uint64_t, Before>;

    Pairs pairs_; ///< how often each was counted; a few dozen at most
};

} // namespace sprt

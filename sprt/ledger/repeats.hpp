#pragma once
// Finds repeated pairs of games, and how much information pairs from the same openings hold; tells copies
// from chance. Agents without chance play the same again from the same opening: a copy is no new evidence.
// Once two results of one opening differ, the agents have chance, and an equal result is evidence as any
// other. A game that a fault or a time loss broke off says nothing of chance in the moves. If each such pair
// counted, and copies of the others did not, faults would weigh too much: where pairs mostly repeat, a pair
// that was broken off counts only until its opening has one that was not. Notices also that a run only
// repeats a drawn game, which some tests never end, and counts what became of games that rules of
// adjudication ended. Source: docs/statistics.md, "What breaks a test", "The same games again";
// docs/games.md, "How many there are", "Is it right?".

#include "referee/base/seed.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sprt {

/// Fingerprints of a result.
struct Print {
    std::uint64_t moves = 0;
    /// Of each of its games: how it went on after a rule of adjudication would have ended it. 0: that is not
    /// known, because the rule ended it, or there was no such rule.
    std::array<std::uint64_t, 2> rests{};

    /// Whether nothing that is known of both differs.
    [[nodiscard]] constexpr bool matches(const Print& other) const noexcept {
        bool do_match = moves == other.moves;
        for (std::size_t game = 0; game < rests.size(); ++game) {
            do_match =
                do_match && (rests[game] == other.rests[game] || rests[game] == 0 || other.rests[game] == 0);
        }
        return do_match;
    }
};

/// What a result is beside the earlier ones of its group.
struct Comparison {
    bool is_new = true;        ///< it equals no earlier one
    bool shows_chance = false; ///< the results of the group are not all equal, with this one
    /// How many copies of the group's first result came before this one, when this one is the first that
    /// differs; otherwise 0.
    std::uint64_t copies = 0;
};

/// Results that would all be equal if the agents had no chance: pairs from one opening, or games from one
/// opening with the same seats.
template<class Result>
class Group {
  public:
    /// Adds a result with the fingerprints `print`. `others` holds the results of all groups that differ from
    /// the first of their group; `number` is that of this group.
    Comparison add(const Print& print, const Result& result, std::uint64_t number,
                   std::unordered_set<std::uint64_t>& others) {
        if (is_empty_) {
            is_empty_ = false;
            print_ = print;
            first_ = result;
            return {};
        }
        if (print.matches(print_)) {
            for (std::size_t game = 0; game < print_.rests.size(); ++game) { // what is known of one of them
                print_.rests[game] = print_.rests[game] == 0 ? print.rests[game] : print_.rests[game];
            }
            copies_ += differ_ ? 0U : 1U;
            return {.is_new = false, .shows_chance = differ_};
        }
        const bool is_first_that_differs = !differ_;
        differ_ = true;
        return {.is_new = others.insert(referee::mixed(print.moves, number)).second,
                .shows_chance = true,
                .copies = is_first_that_differs ? copies_ : 0};
    }

    /// Adds a result that a fault broke off, so that it equals no other. Where results `mostly_repeat`, it is
    /// a copy of that which the group has, as long as these are all equal.
    Comparison add_broken_off(bool mostly_repeat) noexcept {
        if (is_empty_ || differ_ || !mostly_repeat) {
            return {.shows_chance = differ_};
        }
        ++copies_;
        return {.is_new = false};
    }

    /// From now on its copies are evidence. Returns how many there were that are not counted yet.
    std::uint64_t show_chance() noexcept { return std::exchange(differ_, true) ? 0 : copies_; }

    /// The first result; there is one.
    [[nodiscard]] const Result& first() const noexcept { return first_; }

  private:
    bool is_empty_ = true;
    bool differ_ = false;
    Print print_{}; ///< of the first result
    std::uint64_t copies_ = 0;
    Result first_{};
};

/// What the results of a run are beside earlier ones.
class RepeatCounts {
  public:
    void add(const Comparison& comparison, bool is_broken_off) noexcept {
        distinct_ += comparison.is_new ? 1U : 0U;
        show_chance_ = show_chance_ || comparison.shows_chance;
        if (is_broken_off && !comparison.is_new) {
            // It repeats nothing. But agents that fail for ever, after they did not, would play for ever.
            constexpr std::uint64_t kForOneRepeat = 10;
            in_a_row_ += ++broken_off_in_a_row_ % kForOneRepeat == 0 ? 1U : 0U;
            return;
        }
        broken_off_in_a_row_ = 0;
        in_a_row_ = comparison.is_new ? 0 : in_a_row_ + 1;
        same_ += comparison.is_new ? 0U : 1U;
        different_ += comparison.is_new && comparison.shows_chance ? 1U : 0U;
    }

    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    /// The number of repeats after the last new result.
    [[nodiscard]] std::uint64_t in_a_row() const noexcept { return in_a_row_; }
    /// Whether results of one group differ.
    [[nodiscard]] bool show_chance() const noexcept { return show_chance_; }
    /// Whether a result repeats an earlier one of its group more often than not.
    [[nodiscard]] bool mostly_repeat() const noexcept { return same_ >= different_; }

  private:
    std::uint64_t distinct_ = 0;
    std::uint64_t in_a_row_ = 0;
    std::uint64_t broken_off_in_a_row_ = 0; ///< that do not count
    std::uint64_t same_ = 0;
    std::uint64_t different_ = 0;
    bool show_chance_ = false;
};

/// So many repeated pairs in a row show that two agents only repeat themselves.
inline constexpr std::uint64_t kRepeatedPairsThatEnd = 3;

/// Who won the games of a pair, the first one before the second.
struct PairWinners {
    RuledWinner a;
    RuledWinner b;

    /// Agent 1's half points, 0 to 4.
    [[nodiscard]] std::size_t half_points() const noexcept;

    bool operator==(const PairWinners&) const = default;
};

/// Whether both games have an opening, and not the same: an agent that offers OPENING only in some games
/// makes such pairs.
[[nodiscard]] bool have_other_openings(const GameResult& a, const GameResult& b) noexcept;
/// Whether both games are scored and from one opening.
[[nodiscard]] bool is_whole_pair(const GameResult& a, const GameResult& b) noexcept;

// Of a whole pair.

[[nodiscard]] PairWinners winners_of(const GameResult& a, const GameResult& b) noexcept;
/// The fingerprint of its opening. Without one the moves of `a` stand for it: a game that never began equals
/// no other game.
[[nodiscard]] std::uint64_t opening_of(const GameResult& a, const GameResult& b) noexcept;

/// The pairs of a run by opening.
class Repeats {
  public:
    /// The games of the next whole pair. A pair is not new when both equal those of an earlier pair from the
    /// same opening. One that was broken off does not show that the agents choose their moves by chance: see
    /// Group::add_broken_off().
    Comparison add(const GameResult& a, const GameResult& b);

    /// The first pair from `opening` that was not broken off; there is one.
    [[nodiscard]] const PairWinners& first_of(std::uint64_t opening) const;

    [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
    [[nodiscard]] const RepeatCounts& counts() const noexcept { return counts_; }

    /// The number of independent pairs with the same information: pairs / (1 + (m - 1) rho), where m is the
    /// mean number of pairs from an opening, and rho the correlation of pairs from the same opening (analysis
    /// of variance). It is shown to people; no verdict uses it. Empty without pairs. Also empty when all
    /// pairs are from one opening and their points differ, because rho is then unknown.
    [[nodiscard]] std::optional<double> n_eff() const noexcept;

  private:
    struct History {
        Group<PairWinners> group;
        double pairs = 0;
        double points = 0;
    };
    std::unordered_map<std::uint64_t, History> openings_;
    std::unordered_set<std::uint64_t> others_; ///< see Group
    std::uint64_t pairs_ = 0;
    RepeatCounts counts_;
    // Sums over pairs and over openings, for the analysis of variance.
    double sum_ = 0;
    double squares_ = 0;
    double opening_squares_ = 0; ///< sum over openings of points^2 / pairs
    double sizes_squared_ = 0;   ///< sum over openings of pairs^2
};

/// Looks at the first games of a run: those of one seat are compared with each other.
class SameDraws {
  public:
    static constexpr std::size_t kGames = 6;

    /// Takes the next game of the run. True for the last of kGames games that were all drawn, and of which
    /// all with the same seats had the same moves.
    [[nodiscard]] bool add(const GameResult& game) noexcept {
        std::uint64_t& moves = moves_[seen_ % 2];
        is_same_ = is_same_ && game.winner == referee::Winner::Draw && (seen_ < 2 || moves == game.moves);
        moves = game.moves;
        return ++seen_ == kGames && is_same_;
    }

  private:
    std::array<std::uint64_t, 2> moves_{}; ///< of the last game with each order of seats
    std::size_t seen_ = 0;
    bool is_same_ = true;
};

// What became of games that rules of adjudication ended, and whether a verdict rests on them.
// Source: docs/games.md, "Is it right?" and "A verdict that rests on adjudication".

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

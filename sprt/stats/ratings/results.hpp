#pragma once
// What agents that met each other came to, the data of ratings, and who is connected with whom: groups that
// can be compared at all, and classes within which likelihood has a finite maximum. An order of agents that
// may be looked at after every round.
// Source: Ford, "Solution of a ranking problem from binary comparisons", 1957; Ville 1939;
// docs/statistics.md, "Ratings of many".

#include "sprt/stats/counts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sprt {

/// A pair of games from an opening.
struct OpeningResult {
    std::uint64_t opening;   ///< the same number in all pairings that played it
    std::size_t half_points; ///< of agent a, 0 to 4
};

/// All counted pairs of two agents.
struct Pairing {
    std::size_t a; ///< position of an agent
    std::size_t b; ///< of another one
    Ptnml pairs;   ///< by agent a's points
    /// The same pairs, each with its opening; empty: the openings are not known.
    std::vector<OpeningResult> by_opening{};
};

/// The agent whose rating is given.
struct Anchor {
    std::size_t agent;
    double elo = 0;
};

/// Results of agents 0 to `agents` - 1. No two agents have two pairings. Either all pairings have openings,
/// or none.
struct Crosstable {
    std::size_t agents = 0;
    std::vector<Pairing> pairings;
    std::optional<Anchor> anchor{};
    /// Agents that are left out, as if they were in no list: no pairing and no anchor names them.
    std::set<std::size_t> without{};

    /// How many agents there are besides those.
    [[nodiscard]] std::size_t rated() const noexcept { return agents - without.size(); }
};

/// The pairing of `a` and `b` whose pairs are `by_opening`.
[[nodiscard]] inline Pairing pairing_of(std::size_t a, std::size_t b, std::vector<OpeningResult> by_opening) {
    Pairing pairing{.a = a, .b = b, .pairs = {}, .by_opening = std::move(by_opening)};
    for (const OpeningResult& result : pairing.by_opening) {
        ++pairing.pairs.counts[result.half_points];
    }
    return pairing;
}

/// The scores of agent a in pairs, 0 to 1 each.
struct PairScores {
    double pairs = 0;
    double points = 0;  ///< sum of scores; a pair has one point
    double squares = 0; ///< sum of squared scores
    int kinds = 0;      ///< how many of the five scores were seen

    [[nodiscard]] double mean() const noexcept { return points / pairs; }
    /// Sum over pairs of (score - centre)^2.
    [[nodiscard]] double spread(double centre) const noexcept {
        return squares - 2 * centre * points + pairs * centre * centre;
    }
    /// Whether all pairs have the same score.
    [[nodiscard]] bool are_alike() const noexcept { return kinds <= 1; }
};

[[nodiscard]] inline PairScores scores_of(const Ptnml& pairs) noexcept {
    PairScores scores;
    for (std::size_t i = 0; i < pairs.counts.size(); ++i) {
        const auto count = static_cast<double>(pairs.counts[i]);
        const double score = static_cast<double>(i) / 4;
        scores.pairs += count;
        scores.points += count * score;
        scores.squares += count * score * score;
        scores.kinds += pairs.counts[i] > 0 ? 1 : 0;
    }
    return scores;
}

using AgentList = std::vector<std::size_t>; ///< positions, rising

/// The agents that counted pairs connect, by their first agent. An agent without counted pairs is in none.
[[nodiscard]] std::vector<AgentList> groups_of(const Crosstable& results);

/// The strong components of the graph "i made a point against j" among the agents of `group`. A class comes
/// after all those that it made no point against and that made points against it; where that leaves a choice,
/// the one with the greatest mean of `strength` comes first, which is by position of agents.
[[nodiscard]] std::vector<AgentList> classes_of(const Crosstable& results, const AgentList& group,
                                                const std::vector<double>& strength);

/// Of agents i and j: whether i made a point against j, or against another one of which that is true. Two
/// agents of which it is true in no direction cannot be compared by likelihood.
[[nodiscard]] std::vector<std::vector<bool>> chains_of_points(const Crosstable& results);

/// The rank of the pairings' matrix, a row a pairing with 1 for one agent and -1 for the other one: how many
/// differences of ratings `pairings` determine. `pairings`: positions in `results`.
[[nodiscard]] std::size_t rank_of(const Crosstable& results, const std::vector<std::size_t>& pairings);

// An order of agents that may be looked at after every round: with probability 1 - error no agent is ever
// certified above one that is at least as strong. It assumes no model of strength. Bets are as in
// estimates.hpp.

/// The logarithm of the capital of a mixture of 24 bets that one agent is stronger than another one: when it
/// is not, the capital is a supermartingale that begins with 1.
class OrderEvidence {
  public:
    /// One round: `difference` is how much better the agent did, from -1 to 1.
    void add(double difference) noexcept;
    [[nodiscard]] double log_capital() const noexcept;

  private:
    std::array<double, 24> logs_{}; ///< of each bet
};

/// The evidence of all ordered pairs of agents.
class CertifiedOrder {
  public:
    explicit CertifiedOrder(std::size_t agents)
        : agents_(agents)
        , evidence_(agents * agents) {}

    /// One round: how much better i did than j, from -1 to 1. The other direction is added, too.
    void add(std::size_t i, std::size_t j, double difference) noexcept {
        evidence_[i * agents_ + j].add(difference);
        evidence_[j * agents_ + i].add(-difference);
    }
    /// Of i being stronger than j; i certified above j once it has reached log(comparisons / error).
    [[nodiscard]] double log_capital(std::size_t i, std::size_t j) const noexcept {
        return evidence_[i * agents_ + j].log_capital();
    }

  private:
    std::size_t agents_;
    std::vector<OrderEvidence> evidence_;
};

/// One meeting of a round: agents a and b, and the pair score of a, 0 to 1.
struct RoundScore {
    std::size_t a;
    std::size_t b;
    double score;
};

/// d_ij of a round: the mean over the opponents that both met of i's pair score less j's, where their own
/// meeting counts as one more opponent. 0 without a common opponent and without a meeting. `agents` is their
/// number; the result is a table of agents by agents.
[[nodiscard]] std::vector<std::vector<double>> round_differences(std::size_t agents,
                                                                 const std::vector<RoundScore>& scores);

} // namespace sprt

#pragma once
// Finds repeated pairs of games, and how much information pairs from the same openings hold.
// Source: docs/statistics.md, "What breaks a test".

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace sprt {

/// The pairs of a run by opening.
class Repeats {
  public:
    /// Adds a pair from `opening`, with the fingerprints of its games and the score of agent 1, 0 to 2
    /// points. Returns whether the pair is new: false when both games equal those of an earlier pair from the
    /// same opening.
    bool add(std::uint64_t opening, std::uint64_t game_a, std::uint64_t game_b, double points);

    [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    /// The number of repeated pairs after the last new one.
    [[nodiscard]] std::uint64_t in_a_row() const noexcept { return in_a_row_; }

    /// The number of independent pairs with the same information: pairs / (1 + (m - 1) rho), where m is the
    /// mean number of pairs from an opening, and rho the correlation of pairs from the same opening (analysis
    /// of variance). It is shown to people; no verdict uses it. Empty without pairs. Also empty when all
    /// pairs are from one opening and their points differ, because rho is then unknown.
    [[nodiscard]] std::optional<double> n_eff() const noexcept;

  private:
    struct History {
        std::uint64_t first = 0; ///< fingerprint of the first pair
        double pairs = 0;
        double points = 0;
    };
    std::unordered_map<std::uint64_t, History> openings_;
    std::unordered_set<std::uint64_t> more_; ///< fingerprints of all other pairs, mixed with their opening
    std::uint64_t pairs_ = 0;
    std::uint64_t distinct_ = 0;
    std::uint64_t in_a_row_ = 0;
    // Sums over pairs and over openings, for the analysis of variance.
    double sum_ = 0;
    double squares_ = 0;
    double opening_squares_ = 0; ///< sum over openings of points^2 / pairs
    double sizes_squared_ = 0;   ///< sum over openings of pairs^2
};

} // namespace sprt

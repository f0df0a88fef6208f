#pragma once
// Which pairs of games were played before, and how much information pairs from the same openings hold.
// Source: docs/statistics.md, "What breaks a test".

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace sprt {

/// Remembers pairs, by opening. Pure bookkeeping: nothing depends on time.
class Repeats {
  public:
    /// One pair more, from `opening`, with the fingerprints of its games and agent 1's score in it, 0 to 2
    /// points. False when both games equal those of an earlier pair from the same opening.
    bool add(std::uint64_t opening, std::uint64_t game_a, std::uint64_t game_b, double points);

    [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    /// How many repeated pairs came last, one after the other.
    [[nodiscard]] std::uint64_t in_a_row() const noexcept { return in_a_row_; }

    /// How many independent pairs would say as much: pairs / (1 + (m - 1) rho), with m pairs from an opening
    /// on average and rho the correlation among them (analysis of variance). For people only; no verdict uses
    /// it. Empty without pairs, and when there is only one opening whose pairs differ: then rho cannot be
    /// told.
    [[nodiscard]] std::optional<double> n_eff() const noexcept;

    void clear();

  private:
    struct History {
        std::uint64_t first = 0; ///< fingerprint of the first pair
        double pairs = 0;
        double points = 0;
    };
    std::unordered_map<std::uint64_t, History> openings_;
    std::unordered_set<std::uint64_t> more_; ///< fingerprints of other pairs, with the opening
    std::uint64_t pairs_ = 0;
    std::uint64_t distinct_ = 0;
    std::uint64_t in_a_row_ = 0;
    // Sums over pairs and over openings, for the analysis of variance.
    double sum_ = 0;
    double squares_ = 0;
    double opening_squares_ = 0; ///< of (sum of an opening)^2 / its pairs
    double sizes_squared_ = 0;   ///< of its pairs^2
};

} // namespace sprt

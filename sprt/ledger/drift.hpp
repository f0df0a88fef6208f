#pragma once
// Whether pairs depend on when they were played. The tests take pairs for independent: agents that learn
// between games, and a machine that changes, break that. Source: docs/statistics.md, "What breaks a test".

#include <cstdint>
#include <optional>

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

} // namespace sprt

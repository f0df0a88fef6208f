#pragma once
// How large the mean of a quantity can be, judging by few observations of it: a bound that holds with the
// promised probability for any number of observations and any distribution over the possible values. It
// assumes only that the observations are independent.
// Source: Gaffke, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a
// nonnegative variable", 2005; Learned-Miller and Thomas, "A new confidence interval for the mean of a
// bounded random variable", 2020. Of two values it is the bound of Clopper and Pearson, 1934.

#include <cstddef>
#include <span>

namespace sprt {

/// A value that can be observed, and how often it was.
struct SeenValue {
    double value;
    double count;      ///< 0 or more
    double change = 0; ///< its derivative by a parameter that the caller has
};

inline constexpr std::size_t kMostValues = 6;

struct MeanBound {
    double mean;
    double change; ///< its derivative by the parameter
};

/// The mean that is exceeded with probability `error` when it is drawn as the observations allow: one more
/// observation of the greatest value is added, and then the shares of all values have Dirichlet's
/// distribution with the counts as parameters. The true mean is above this bound with probability at most
/// `error`. `seen`: all values that can be observed, at most kMostValues. 0 < error < 1/2. To 1e-8 of its
/// distance to the observed mean.
[[nodiscard]] MeanBound highest_mean(std::span<const SeenValue> seen, double error) noexcept;

/// The probability that the mean, drawn in the same way, is above `mean`.
[[nodiscard]] double mean_exceeds(std::span<const SeenValue> seen, double mean) noexcept;

} // namespace sprt

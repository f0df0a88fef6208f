#include "sprt/stats/normalized_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sprt {
namespace {

template<std::size_t K>
using Distribution = std::array<double, K>;

template<std::size_t K>
double t_of(const Distribution<K>& q) {
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < K; ++i) {
        const double u = score_of_outcome<K>(i) - 0.5;
        mean += q[i] * u;
        square += q[i] * u * u;
    }
    return mean / std::sqrt(square - mean * mean);
}

/// The loss of likelihood by taking q for p, in nats.
template<std::size_t K>
double loss(const Distribution<K>& p, const Distribution<K>& q) {
    double sum = 0;
    for (std::size_t i = 0; i < K; ++i) {
        sum += p[i] * std::log(p[i] / q[i]);
    }
    return sum;
}

template<std::size_t K>
class Trials {
  public:
    explicit Trials(unsigned seed)
        : random_(seed) {}

    double unit() { return std::uniform_real_distribution<double>(0, 1)(random_); }

    Outcomes<K> data() {
        std::array<std::uint64_t, K> counts{};
        const double digits = 9 * unit();
        for (std::uint64_t& count : counts) {
            count = unit() < 0.3 ? 0 : static_cast<std::uint64_t>(std::pow(10, digits * unit()));
        }
        return outcomes(counts);
    }

    Distribution<K> distribution() {
        Distribution<K> q{};
        double sum = 0;
        for (double& part : q) {
            part = std::pow(unit(), 8) + 1e-12;
            sum += part;
        }
        for (double& part : q) {
            part /= sum;
        }
        return q;
    }

    /// Sets `q` to a distribution with this t on the line from `near` to a random one; false when there is
    /// none.
    bool with_t(double t, const Distribution<K>& near, Distribution<K>& q) {
        const Distribution<K> far = distribution();
        const auto mixed = [&](double share) {
            Distribution<K> result{};
            for (std::size_t i = 0; i < K; ++i) {
                result[i] = (1 - share) * near[i] + share * far[i];
            }
            return result;
        };
        const bool below = t_of<K>(near) < t;
        if ((t_of<K>(far) < t) == below) {
            return false;
        }
        double low = 0;
        double high = 1;
        for (int step = 0; step < 100; ++step) {
            const double middle = (low + high) / 2;
            ((t_of<K>(mixed(middle)) < t) == below ? low : high) = middle;
        }
        q = mixed(low);
        return true;
    }

  private:
    std::mt19937_64 random_;
};

template<std::size_t K>
void expect_best_fit(unsigned seed) {
    Trials<K> trials(seed);
    int compared = 0;
    for (int i = 0; i < 2000; ++i) {
        const Outcomes<K> seen = trials.data();
        const double t = std::pow(10, -2.5 + 3.5 * trials.unit()) * (trials.unit() < 0.5 ? -1 : 1);
        const Tilt<K> tilt = fit_normalized(seen, t);
        Distribution<K> fit{};
        double sum = 0;
        for (std::size_t k = 0; k < K; ++k) {
            fit[k] = seen.fractions[k] / tilt.weights[k];
            sum += fit[k];
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_NEAR(t_of<K>(fit) / t, 1, 1e-5) << t;
        const double least = loss<K>(seen.fractions, fit);
        for (int k = 0; k < 40; ++k) {
            Distribution<K> other{};
            const Distribution<K> from = k % 3 == 0 ? seen.fractions : trials.distribution();
            if (trials.with_t(t, from, other)) {
                ++compared;
                EXPECT_GE(loss<K>(seen.fractions, other), least * (1 - 1e-9) - 1e-13) << t;
            }
        }
    }
    EXPECT_GT(compared, 10000);
}

TEST(NormalizedFit, no_other_distribution_with_this_t_is_likelier) {
    expect_best_fit<3>(11);
    expect_best_fit<5>(12);
}

TEST(NormalizedFit, better_of_two_minima_is_taken) {
    // No pair has more than 1 point. The pairs that a t above 0 asks for can be WD or WW, and a search that
    // starts from the data finds the worse of the two, with a loss of 50.9 nats.
    const Outcomes<5> seen = outcomes(Ptnml{{0, 20, 300, 0, 0}});
    const Tilt<5> tilt = fit_normalized(seen, 0.29);
    double sum = 0;
    for (std::size_t k = 0; k < 5; ++k) {
        sum += seen.fractions[k] * std::log(tilt.weights[k]);
    }
    EXPECT_NEAR(seen.total * sum, 40.804455, 1e-5);
}

TEST(NormalizedFit, fit_is_continuous_at_t_0) {
    const Outcomes<5> seen = outcomes(Ptnml{{30, 5, 400, 6, 49}});
    const Tilt<5> zero = fit_normalized(seen, 0);
    for (const double t : {1e-9, -1e-9, 1e-300, -1e-300}) {
        const Tilt<5> tilt = fit_normalized(seen, t);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_NEAR(tilt.weights[i], zero.weights[i], 1e-8) << t;
        }
    }
}

TEST(NormalizedFit, fit_of_mirrored_data_is_mirrored) {
    const Outcomes<5> seen = outcomes(Ptnml{{100, 50, 700, 55, 95}});
    const Outcomes<5> mirrored = outcomes(Ptnml{{95, 55, 700, 50, 100}});
    const Tilt<5> tilt = fit_normalized(seen, 0.3);
    const Tilt<5> mirror = fit_normalized(mirrored, -0.3);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(tilt.weights[i], mirror.weights[4 - i]);
    }
}

} // namespace
} // namespace sprt

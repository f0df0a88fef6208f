#pragma once
// The maximum likelihood distribution over K outcomes whose mean score is t standard deviations from 1/2.
//
// With u_i = score - 1/2 the condition is E u = t sigma, which is not linear in the probabilities. For v > 0
// it follows from the linear condition  E chi = 0,  chi_i = 2 u_i - t v - t / (1 + t^2) u_i^2 / v,  together
// with  v^2 = E u^2 / (1 + t^2); then v = sigma. So one secular equation gives the distribution for a v, and
// one search finds v. The fixed-point iteration of Van den Bergh, "Normalized Elo: practical", 4.1 (fishtest,
// LLRcalc.MLE_t_value), has the same solutions. But it fails where its equation has no root, and where there
// are several solutions it may end in one that is not the likeliest.
//
// Why the search finds the likeliest for t > 0: E chi for any v is at most E chi for the v that belongs to
// the distribution, so {t(q) >= t} is the union over v of the half-spaces {E chi >= 0}. When the data lie
// outside (their t is less), the nearest point of the union is that of the nearest half-space: a minimum over
// v. There may be several minima when an outcome was hardly seen. When the data lie inside, the complement is
// convex, so there is one solution.

#include "sprt/stats/outcomes.hpp"
#include "sprt/stats/secular.hpp"

namespace sprt {

/// The fit to `seen` whose (mean - 1/2) / standard deviation is `t`, of the unit that is counted (game or
/// pair), for any finite t. Solves a handful of secular equations for data that agree with t, about 500 at
/// most.
template<std::size_t K>
[[nodiscard]] Tilt<K> fit_normalized(const Outcomes<K>& seen, double t) noexcept;

extern template Tilt<3> fit_normalized(const Outcomes<3>&, double) noexcept;
extern template Tilt<5> fit_normalized(const Outcomes<5>&, double) noexcept;

} // namespace sprt

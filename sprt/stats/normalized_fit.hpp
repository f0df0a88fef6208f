#pragma once
// The maximum likelihood distribution over K outcomes whose mean score is t standard deviations from 1/2.
//
// With u_i = score - 1/2 the condition is E u = t sigma, which is not linear in the probabilities. For each
// v > 0 it follows from the linear one  E chi = 0,  chi_i = 2 u_i - t v - t / (1 + t^2) u_i^2 / v,  together
// with  v^2 = E u^2 / (1 + t^2), and then v = sigma. So one secular equation gives the distribution for a v,
// and one search finds v. The fixed-point iteration of Van den Bergh, "Normalized Elo: practical", 4.1,
// (fishtest, LLRcalc.MLE_t_value) has the same solutions, but breaks where its equation has no root, and
// where there are several solutions it may end in one that is less likely than another.
//
// Why the search is safe, for t > 0: chi of any v is at most that of the v that belongs to the distribution,
// so {t(q) >= t} is the union over v of the half-spaces {E chi >= 0}. From outside (data that score less than
// t) the nearest of its points is that of the nearest half-space: a minimum over v, of which there may be
// several when an outcome was hardly seen. From inside the complement is convex, so there is one solution.

#include "sprt/stats/outcomes.hpp"
#include "sprt/stats/secular.hpp"

namespace sprt {

/// The fit to `seen` where (mean - 1/2) / standard deviation is `t`, per unit that is counted (game or pair).
/// For any finite t; at most some 500 secular equations, a handful for data that do not contradict t.
template<std::size_t K>
[[nodiscard]] Tilt<K> fit_normalized(const Outcomes<K>& seen, double t) noexcept;

extern template Tilt<3> fit_normalized(const Outcomes<3>&, double) noexcept;
extern template Tilt<5> fit_normalized(const Outcomes<5>&, double) noexcept;

} // namespace sprt

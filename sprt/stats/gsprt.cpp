#include "sprt/stats/gsprt.hpp"

namespace sprt {
namespace {

template<std::size_t K>
double llr(const Outcomes<K>& seen, const Hypotheses& test) noexcept {
    if (seen.total == 0) {
        return 0;
    }
    const auto tilt_at = [&](double elo) { return solve(seen.fractions, mean_score_is<K>(score_at(elo))); };
    return seen.total * mean_llr(seen.fractions, tilt_at(test.elo0), tilt_at(test.elo1));
}

} // namespace

double trinomial_llr(const Wld& games, const Hypotheses& test) noexcept {
    return llr(outcomes(games), test);
}

double pentanomial_llr(const Ptnml& pairs, const Hypotheses& test) noexcept {
    return llr(outcomes(pairs), test);
}

} // namespace sprt

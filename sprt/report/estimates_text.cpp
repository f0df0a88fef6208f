#include "sprt/report/estimates_text.hpp"

#include "sprt/stats/confidence_sequence.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/stats/forecast.hpp"
#include "sprt/stats/post_sprt.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sprt {
namespace {

std::string percent_text(std::optional<double> share) {
    return share ? fmt::format("{:.1f} %", 100 * *share) : std::string("undefined");
}

/// While the test runs: an interval that may be looked at at any time, and what is to be expected.
std::string outlook_text(const Standing& standing, const SequentialTest& test) {
    const auto anytime = confidence_sequence(standing.pairs, 0.05);
    const auto ahead =
        forecast(standing.evaluation.llr, standing.pairs, test.hypotheses(), elo_scale(test.model()));
    std::string text = fmt::format("Anytime 95 %: {}", interval_text(anytime.elo));
    if (ahead && test.kind() == TestKind::Sprt) {
        text += fmt::format(", P(H1): {:.2f}, games left: {:.0f} ({:.0f} to {:.0f})", ahead->p_h1,
                            2 * ahead->units_left, 2 * ahead->units_range[0], 2 * ahead->units_range[1]);
    }
    return text + "\n";
}

/// After the verdict: an estimate that allows for what stopped the test.
std::string afterwards_text(const Standing& standing, const SequentialTest& test) {
    const auto anytime = confidence_sequence(standing.pairs, 0.05);
    const std::string line = fmt::format("Anytime 95 %: {}", interval_text(anytime.elo));
    const auto estimate = test.kind() == TestKind::Sprt
                              ? post_sprt(standing.pairs, test.hypotheses(), elo_scale(test.model()))
                              : std::nullopt;
    if (!estimate) {
        return line + "\n";
    }
    return line + fmt::format(", post-SPRT Elo: {} {}, LOS: {:.1f} %\n", number_text(estimate->elo, "{:.1f}"),
                              interval_text(estimate->ci95), 100 * estimate->los);
}

} // namespace

std::string_view elo_unit(Model model) noexcept {
    switch (model) {
    case Model::Normalized:
        return "nElo";
    case Model::Bayeselo:
        return "BayesElo";
    case Model::Pentanomial:
    case Model::Trinomial:
    case Model::Wald:
        break;
    }
    return "Elo";
}

EloScale elo_scale(Model model) noexcept {
    switch (model) {
    case Model::Normalized:
        return EloScale::Normalized;
    case Model::Wald:
        return EloScale::Decisive;
    case Model::Pentanomial:
    case Model::Trinomial:
    case Model::Bayeselo:
        break;
    }
    return EloScale::Logistic;
}

std::string number_text(std::optional<double> value, const char* format) {
    if (!value) {
        return "undefined";
    }
    if (!std::isfinite(*value)) {
        return *value > 0 ? "+inf" : "-inf";
    }
    std::string text = fmt::format(fmt::runtime(format), *value);
    const bool is_minus_zero = text.starts_with('-') && text.find_first_of("123456789") == std::string::npos;
    return is_minus_zero ? text.substr(1) : text;
}

std::string interval_text(const std::optional<std::array<double, 2>>& interval) {
    if (!interval) {
        return "[undefined]";
    }
    return fmt::format("[{}, {}]", number_text((*interval)[0], "{:.1f}"),
                       number_text((*interval)[1], "{:.1f}"));
}

std::string pairs_text(const Standing& standing, const SequentialTest& test) {
    const auto& counts = standing.pairs.counts;
    std::string text =
        fmt::format("Ptnml: [{}, {}, {}, {}, {}], pairs: {}, distinct: {}, n_eff: {}", counts[0], counts[1],
                    counts[2], counts[3], counts[4], standing.whole_pairs, standing.distinct_pairs,
                    number_text(standing.n_eff, "{:.1f}"));
    if (standing.dropped_pairs > 0) {
        text += fmt::format(", dropped: {}", standing.dropped_pairs);
    }
    const Estimates seen = estimate(standing.pairs);
    text += fmt::format(
        "\nElo: {} {}, nElo: {}, LOS: {}, draws: {}, pairs ratio: {}, opening bias: {} Elo\n",
        number_text(seen.elo, "{:.1f}"), interval_text(seen.elo_ci95), number_text(seen.nelo, "{:.1f}"),
        percent_text(seen.los), percent_text(estimate(standing.games_of_pairs).draw_ratio),
        number_text(seen.pairs_ratio, "{:.2f}"),
        number_text(opening_imbalance_elo(standing.games_of_pairs, standing.pairs), "{:.0f}"));
    return text + (standing.evaluation.verdict == Verdict::Continue ? outlook_text(standing, test)
                                                                    : afterwards_text(standing, test));
}

} // namespace sprt

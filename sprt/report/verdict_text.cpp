#include "sprt/report/verdict_text.hpp"

#include "sprt/report/numbers.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// A difference with its sign, but for 0.
std::string signed_text(double elo) {
    return elo < 0 || elo > 0 ? fmt::format("{:+}", elo) : "0";
}

std::string articles_text(const SequentialTest& test, Verdict verdict) {
    const auto& bounds = test.hypotheses();
    const auto unit = elo_unit(test.model());
    return verdict == Verdict::H1
               ? fmt::format("agent 1 is likely better ({} >= {:.1f})", unit, bounds.elo1)
               : fmt::format("agent 1 is likely not better ({} <= {:.1f})", unit, bounds.elo0);
}

} // namespace

std::string_view elo_unit(Model model) noexcept {
    switch (model) {
    case Model::Normalized:
        return "nElo";
    case Model::Bayeselo:
        return "cutechess Elo";
    case Model::BayeseloTrue:
        return "BayesElo";
    case Model::Pentanomial:
    case Model::Trinomial:
    case Model::Wald:
        break;
    }
    return "Elo";
}

std::string verdict_text(const SequentialTest& test, Verdict verdict) {
    if (test.model() == Model::Wald) {
        return articles_text(test, verdict);
    }
    const auto& [elo0, elo1, alpha, beta] = test.hypotheses();
    const bool is_h1 = verdict == Verdict::H1;
    const std::string_view regression = elo1 != 0 ? "" : is_h1 ? "no regression: " : "a regression: ";
    return fmt::format("{}{} {} or {} explains these games better than {}", regression,
                       signed_text(is_h1 ? elo1 : elo0), elo_unit(test.model()), is_h1 ? "more" : "less",
                       signed_text(is_h1 ? elo0 : elo1));
}

StrengthEstimate strength_of(const RunSnapshot& run) {
    const Calculation now = estimates_of(run);
    if (run.state.verdict() != Verdict::Continue && now.post_sprt) {
        return {now.post_sprt->elo, now.post_sprt->ci95, true};
    }
    return {now.estimates.elo, now.anytime.elo, false};
}

} // namespace sprt

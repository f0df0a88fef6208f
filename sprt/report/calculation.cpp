#include "sprt/report/calculation.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <string_view>
#include <variant>

namespace sprt {
namespace {

using referee::UserError;

/// The form that the counts of a flag must have, for its error message.
struct CountsForm {
    std::string_view flag;
    std::string_view form;
    std::string_view how_many;
    std::string_view example;
};

template<std::size_t N>
std::array<std::uint64_t, N> parse_counts(std::string_view text, const CountsForm& right) {
    const auto fail = [&] {
        throw UserError("{} '{}' must be {}: {} whole numbers from 0 to {}, e.g. {}", right.flag,
                        referee::to_printable(text), right.form, right.how_many, kMostCounted, right.example);
    };
    std::array<std::uint64_t, N> counts{};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < N; ++i) {
        if (i > 0 && (at == end || *at++ != ',')) {
            fail();
        }
        const auto [next, error] = std::from_chars(at, end, counts[i]);
        if (error != std::errc() || counts[i] > kMostCounted) {
            fail();
        }
        at = next;
    }
    if (at != end) {
        fail();
    }
    return counts;
}

Wld parse_wld(std::string_view text) {
    const auto counts = parse_counts<3>(
        text, {.flag = "--wld", .form = "W,L,D", .how_many = "three", .example = "143,143,0"});
    return {.wins = counts[0], .losses = counts[1], .draws = counts[2]};
}

Ptnml parse_ptnml(std::string_view text) {
    return {parse_counts<5>(
        text, {.flag = "--ptnml", .form = "LL,LD,DD,DW,WW", .how_many = "five", .example = "30,5,400,6,49"})};
}

using referee::Json;

constexpr double kAnytimeAlpha = 0.05;

/// What scaled_hypotheses() are the Elo of.
EloScale elo_scale(Model model) noexcept {
    return model == Model::Normalized ? EloScale::Normalized
           : model == Model::Wald     ? EloScale::Decisive
                                      : EloScale::Logistic;
}

/// The hypotheses on the scale of elo_scale(), given the draws that were seen.
Hypotheses scaled_hypotheses(const SequentialTest& test, const Counts& counts) noexcept {
    Hypotheses result = test.hypotheses();
    const auto* games = std::get_if<Wld>(&counts);
    if (test.model() == Model::BayeseloTrue && games != nullptr) {
        const double draws = draw_elo(*games);
        result.elo0 = elo_of_bayeselo(result.elo0, draws);
        result.elo1 = elo_of_bayeselo(result.elo1, draws);
    }
    return result;
}

std::string_view elo_name(Model model) noexcept {
    constexpr std::array<std::string_view, kModels.size()> kNames{
        "Elo", "normalized Elo", "Elo", "Elo of decisive games", "Elo on cutechess's scale", "BayesElo"};
    return kNames[static_cast<std::size_t>(model)];
}

template<class Of, class Value>
std::optional<Value> of(const std::optional<Of>& all, Value Of::*value) {
    return all ? std::optional((*all).*value) : std::nullopt;
}

std::string counts_text(const Counts& counts) {
    if (const auto* pairs = std::get_if<Ptnml>(&counts)) {
        return fmt::format("Games: {}, pairs: {}, LL/LD/DD/DW/WW: {}\n", 2 * pairs->pairs(), pairs->pairs(),
                           fmt::join(pairs->counts, "/"));
    }
    const Wld& games = std::get<Wld>(counts);
    return fmt::format("Games: {}, WLD: {}/{}/{}\n", games.games(), games.wins, games.losses, games.draws);
}

std::string llr_text(const SequentialTest& test, const Evaluation& now) {
    return fmt::format("LLR: {} {}\n", number_text(now.llr, 3),
                       interval_text(Interval{test.bounds().lower, test.bounds().upper}, 3));
}

std::string row(std::string_view label, const std::string& value, const std::string& interval = {}) {
    return interval.empty() ? fmt::format("{:<28}{}\n", label, value)
                            : fmt::format("{:<28}{:<10} {}\n", label, value, interval);
}

/// The Elo that wald tests, where it differs from the Elo of the score.
std::string decisive_text(const SequentialTest& test, const Counts& counts) {
    const auto* games = std::get_if<Wld>(&counts);
    if (test.model() != Model::Wald || games == nullptr || games->draws == 0) {
        return {};
    }
    const Estimates decisive = estimate(Wld{.wins = games->wins, .losses = games->losses, .draws = 0});
    return row("Elo of decisive games", number_text(decisive.elo, 1), interval_text(decisive.elo_ci95, 1));
}

std::string estimates_text(const Calculation& result, bool is_pairs) {
    const Estimates& seen = result.estimates;
    std::string text =
        row("", "estimate", "95 % interval") + row("Score", number_text(seen.score, 4)) +
        row("Elo, fixed number of games", number_text(seen.elo, 1), interval_text(seen.elo_ci95, 1)) +
        row("Elo, at any time", "", interval_text(result.anytime.elo, 1));
    if (result.post_sprt) {
        text += row("Elo, after the verdict", number_text(result.post_sprt->elo, 1),
                    interval_text(result.post_sprt->ci95, 1));
    }
    text += row("Normalized Elo", number_text(seen.nelo, 1), interval_text(seen.nelo_ci95, 1)) +
            row("Likelihood of superiority", number_text(seen.los, 4)) +
            row(is_pairs ? "Pairs with 1 point" : "Draws", percent_text(seen.draw_ratio, 1));
    if (is_pairs) {
        text += row("Pairs won / lost", number_text(seen.pairs_ratio, 3));
    }
    return text;
}

std::string forecast_text(const Calculation& result) {
    if (result.evaluation.verdict != Verdict::Continue) {
        return {};
    }
    if (!result.forecast) {
        return row("P(H1), games left", "undefined");
    }
    const auto& [p_h1, left, range] = *result.forecast;
    return row("P(H1)", number_text(p_h1, 3)) +
           row("Games left", fmt::format("{} to {} (8 of 10 times), median {}", games_text(range.lower),
                                         games_text(range.upper), games_text(left)));
}

/// Which of the intervals is valid.
std::string_view advice(const Calculation& result) {
    if (!result.estimates.score) {
        return "No games: nothing is known yet.";
    }
    if (result.post_sprt) {
        return "Trust the interval after the verdict if the games ended when the test did; otherwise the one "
               "at any time.";
    }
    return "Trust the interval at any time: it holds however often one looks.";
}

} // namespace

Model fitting_model(const std::optional<std::string>& wld, const std::optional<std::string>& ptnml) {
    if (wld && ptnml) {
        throw UserError("--wld and --ptnml cannot be given together: pairs hold their games already");
    }
    if (!wld && !ptnml) {
        throw UserError("the counts are missing: give --wld W,L,D or --ptnml LL,LD,DD,DW,WW");
    }
    return ptnml ? Model::Pentanomial : Model::Trinomial;
}

Counts read_counts(Model model, const std::optional<std::string>& wld,
                   const std::optional<std::string>& ptnml) {
    const bool takes_games = model != Model::Pentanomial;
    const bool takes_pairs = model == Model::Pentanomial || model == Model::Normalized;
    const std::string_view right = takes_games && takes_pairs ? "--wld W,L,D or --ptnml LL,LD,DD,DW,WW"
                                   : takes_pairs              ? "--ptnml LL,LD,DD,DW,WW"
                                                              : "--wld W,L,D";
    const std::string must = fmt::format("--model {} takes {}", name(model), right);
    if (wld && ptnml) {
        throw UserError("--wld and --ptnml cannot be given together: " + must);
    }
    if (!wld && !ptnml) {
        throw UserError("the counts are missing: " + must);
    }
    if (wld && !takes_games) {
        throw UserError("--wld counts games, but pentanomial needs pairs of games: " + must);
    }
    if (ptnml && !takes_pairs) {
        throw UserError("--ptnml counts pairs, but {} needs games: {}", name(model), must);
    }
    return wld ? Counts(parse_wld(*wld)) : Counts(parse_ptnml(*ptnml));
}

Calculation calculate(const Counts& counts) {
    return std::visit(
        [](const auto& seen) {
            return Calculation{.estimates = estimate(seen),
                               .anytime = confidence_sequence(seen, kAnytimeAlpha)};
        },
        counts);
}

Calculation calculate(const SequentialTest& test, const Counts& counts) {
    Calculation result = calculate(counts);
    result.evaluation = test.evaluate(counts);
    result.forecast = forecast(test, counts);
    if (auto& now = result.forecast; now && std::holds_alternative<Ptnml>(counts)) {
        now->units_left *= 2;
        now->units_range = {2 * now->units_range.lower, 2 * now->units_range.upper};
    }
    if (result.evaluation.verdict != Verdict::Continue) {
        const Hypotheses hypotheses = scaled_hypotheses(test, counts);
        const EloScale scale = elo_scale(test.model());
        result.post_sprt =
            std::visit([&](const auto& seen) { return post_sprt(seen, hypotheses, scale); }, counts);
    }
    return result;
}

EloSoFar elo_so_far(const Counts& counts) {
    return std::visit(
        [](const auto& seen) {
            return EloSoFar{elo_of(seen), confidence_sequence(seen, kAnytimeAlpha).elo};
        },
        counts);
}

std::string calculation_json(const SequentialTest& test, const Calculation& result) {
    const Estimates& seen = result.estimates;
    Json json{{"model", name(test.model())},
              {"test", "sprt"},
              {"llr", json_number(result.evaluation.llr)},
              {"lower", json_number(test.bounds().lower)},
              {"upper", json_number(test.bounds().upper)},
              {"verdict", name(result.evaluation.verdict)},
              {"score", json_number(seen.score)},
              {"elo", json_number(seen.elo)},
              {"elo_ci95", json_interval(seen.elo_ci95)},
              {"nelo", json_number(seen.nelo)},
              {"los", json_number(seen.los)},
              {"anytime_ci95", json_interval(result.anytime.elo)},
              {"p_h1", json_number(of(result.forecast, &Forecast::p_h1))},
              {"games_left", json_number(of(result.forecast, &Forecast::units_left))},
              {"games_left_range80", json_interval(of(result.forecast, &Forecast::units_range))},
              {"nelo_ci95", json_interval(seen.nelo_ci95)},
              {"draw_ratio", json_number(seen.draw_ratio)},
              {"pairs_ratio", json_number(seen.pairs_ratio)},
              {"post_sprt", nullptr}};
    if (result.post_sprt) {
        json["post_sprt"] = Json{{"elo", json_number(result.post_sprt->elo)},
                                 {"ci95", json_interval(result.post_sprt->ci95)},
                                 {"los", json_number(result.post_sprt->los)}};
    }
    return json.dump() + "\n";
}

std::string calculation_text(const SequentialTest& test, const Counts& counts) {
    const Calculation result = calculate(test, counts);
    return counts_text(counts) + fmt::format("Test: {}\n", test_text(test.model(), test.hypotheses())) +
           llr_text(test, result.evaluation) +
           fmt::format("Verdict: {}\n\n", name(result.evaluation.verdict)) +
           estimates_text(result, std::holds_alternative<Ptnml>(counts)) + decisive_text(test, counts) +
           forecast_text(result) + fmt::format("\n{}\n", advice(result));
}

std::string test_text(Model model, const Hypotheses& hypotheses) {
    return fmt::format("sprt, {}, {} [{}, {}], alpha {}, beta {}", name(model), elo_name(model),
                       hypotheses.elo0, hypotheses.elo1, hypotheses.alpha, hypotheses.beta);
}

} // namespace sprt

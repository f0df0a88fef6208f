#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sprt {
namespace {

using referee::Json;
using referee::UserError;

constexpr std::int64_t kMostGames = std::int64_t{1} << 53;

/// The games after which the limit ends the run: a whole number of pairs where pairs are counted.
std::optional<std::int64_t> last_look(const PlanRequest& request) {
    if (!request.max_games) {
        return std::nullopt;
    }
    return is_pairwise(request.model) ? referee::in_whole_pairs(*request.max_games) : *request.max_games;
}

/// The draw Elo of all games of agents that are `bayeselo` apart: openings that give one side much leave
/// fewer draws, and so does a difference in strength.
double draw_elo_at(double bayeselo, double draws, double bias_elo) noexcept {
    constexpr int kMostSteps = 100;
    double elo = draw_elo_of(play_model(0, draws, bias_elo).game);
    for (int i = 0; i < kMostSteps; ++i) {
        const double next = draw_elo_of(play_model(elo_of_bayeselo(bayeselo, elo), draws, bias_elo).game);
        if (!std::isfinite(next) || next == elo) {
            break;
        }
        elo = next;
    }
    return elo;
}

PlannedTruth plan_truth(const PlanRequest& request, double elo) {
    PlannedTruth truth{.true_elo = elo, .true_nelo = {}, .plan = {}, .p_undecided = {}};
    if (request.model == Model::Normalized) {
        truth.true_nelo = elo;
        truth.true_elo = true_elo_of_nelo(elo, request.draws, request.bias_elo);
    }
    if (!truth.true_elo) {
        return truth;
    }
    Hypotheses hypotheses = request.hypotheses;
    if (request.model == Model::BayeseloTrue) {
        const double draws = draw_elo_at(elo, request.draws, request.bias_elo);
        for (double* const scaled : {&hypotheses.elo0, &hypotheses.elo1, &*truth.true_elo}) {
            *scaled = elo_of_bayeselo(*scaled, draws);
        }
    }
    const PlanQuestion question{.hypotheses = hypotheses,
                                .model = request.model,
                                .true_elo = *truth.true_elo,
                                .draws = request.draws,
                                .bias_elo = request.bias_elo};
    truth.plan = plan(question);
    if (const auto games = last_look(request)) {
        truth.p_undecided = undecided_after(question, static_cast<double>(*games));
    }
    return truth;
}

template<class Value>
std::optional<double> of(const std::optional<Plan>& plan, Value Plan::*value) {
    return plan ? std::optional((*plan).*value) : std::nullopt;
}

Json truth_json(const PlannedTruth& truth) {
    return {{"true_elo", json_number(truth.true_elo)},
            {"true_nelo", json_number(truth.true_nelo)},
            {"p_h1", json_number(of(truth.plan, &Plan::p_h1))},
            {"games", json_number(of(truth.plan, &Plan::games))},
            {"games_median", json_number(of(truth.plan, &Plan::games_median))},
            {"games_q95", json_number(of(truth.plan, &Plan::games_q95))},
            {"p_undecided", json_number(truth.p_undecided)}};
}

} // namespace

void validate(const PlanRequest& request) {
    if (!(request.draws >= 0 && request.draws <= 1)) {
        throw UserError("--draws: {} is out of range; it must be a share from 0 to 1", request.draws);
    }
    if (!(std::abs(request.bias_elo) <= kMostElo)) {
        throw UserError("--bias: {} is out of range; it must be from {} to {}", request.bias_elo, -kMostElo,
                        kMostElo);
    }
    if (request.max_games && (*request.max_games < 1 || *request.max_games > kMostGames)) {
        throw UserError("--max-games: {} is out of range; it must be from 1 to {}", *request.max_games,
                        kMostGames);
    }
}

std::array<PlannedTruth, 3> plan_truths(const PlanRequest& request) {
    const double elo0 = request.hypotheses.elo0;
    const double elo1 = request.hypotheses.elo1;
    return {plan_truth(request, elo0), plan_truth(request, (elo0 + elo1) / 2), plan_truth(request, elo1)};
}

std::string plan_json(const PlanRequest& request) {
    const Hypotheses& test = request.hypotheses;
    const auto games = last_look(request);
    Json json{{"model", name(request.model)},
              {"test", "sprt"},
              {"elo0", json_number(test.elo0)},
              {"elo1", json_number(test.elo1)},
              {"alpha", json_number(test.alpha)},
              {"beta", json_number(test.beta)},
              {"draws", json_number(request.draws)},
              {"bias_elo", json_number(request.bias_elo)},
              {"max_games", games ? Json(*games) : Json(nullptr)},
              {"plans", Json::array()}};
    for (const PlannedTruth& truth : plan_truths(request)) {
        json["plans"].push_back(truth_json(truth));
    }
    return json.dump() + "\n";
}

std::string plan_text(const PlanRequest& request) {
    const auto limit = last_look(request);
    const bool is_normalized = request.model == Model::Normalized;
    std::string text =
        fmt::format("Test: {}\n", test_text(request.model, request.hypotheses)) +
        fmt::format("Play: {} draws between equals, openings that give one side {} Elo\n\n",
                    percent_text(request.draws, 1), number_text(std::abs(request.bias_elo), 0)) +
        fmt::format("{:>14}{:>10}{:>12}{:>12}{:>12}{}\n", is_normalized ? "true nElo" : "true Elo", "P(H1)",
                    "games", "half within", "95 % within", limit ? "   undecided" : "");
    for (const PlannedTruth& truth : plan_truths(request)) {
        text += fmt::format(
            "{:>14}{:>10}{:>12}{:>12}{:>12}",
            number_text(is_normalized ? truth.true_nelo : truth.true_elo, 2),
            number_text(of(truth.plan, &Plan::p_h1), 3), games_text(of(truth.plan, &Plan::games)),
            games_text(of(truth.plan, &Plan::games_median)), games_text(of(truth.plan, &Plan::games_q95)));
        text += limit ? fmt::format("{:>12}\n", percent_text(truth.p_undecided, 1)) : "\n";
    }
    text += "\nP(H1): how often H1 is accepted. games: how many it takes on average.\n";
    if (limit) {
        text += fmt::format("undecided: how often there is no decision after {}.\n",
                            referee::counted(static_cast<std::uint64_t>(*limit), "game"));
    }
    if (request.model == Model::Wald && request.draws > 0) {
        text += "true Elo: of the score, draws included; wald itself tests the Elo of decisive games.\n";
    }
    if (request.model == Model::BayeseloTrue) {
        text += "true Elo: of the score, at these draws that of the BayesElo which is tested.\n";
    }
    return text;
}

} // namespace sprt

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string_view>

namespace sprt {
namespace {

using referee::Json;
using referee::UserError;

constexpr std::int64_t kMostRuns = 10'000'000;
constexpr std::int64_t kFewestTuned = 32; // games of a tuning, as sprt tune has it
constexpr std::int64_t kMostTuned = 1'000'000;
constexpr double kLongest = 1000; // of the mean durations; the shortest is 1 / kLongest

template<class Value>
[[noreturn]] void fail(std::string_view flag, Value value, std::string_view rule) {
    throw UserError("--{}: {} is out of range; it must be {}", flag, value, rule);
}

/// Throws UserError unless `value` is from `least` to `most`; not a number is not.
template<class Value>
void check_range(std::string_view flag, Value value, Value least, Value most) {
    if (!(value >= least && value <= most)) {
        fail(flag, value, fmt::format("from {} to {}", least, most));
    }
}

void check_draws(double draws) {
    if (!(draws >= 0 && draws <= 1)) {
        fail("draws", draws, "a share from 0 to 1");
    }
}

Json share_json(std::uint64_t count, std::uint64_t runs) {
    const Proportion proportion{count, runs};
    return {{"runs", count},
            {"share", json_number(proportion.share())},
            {"ci95", json_interval(proportion.ci95())}};
}

std::string share_text(std::string_view what, std::uint64_t count, std::uint64_t runs,
                       std::string_view note) {
    const Proportion proportion{count, runs};
    const auto [lower, upper] = proportion.ci95();
    return fmt::format("{:<26}{:>8}  {:>8}  [{}, {}]{}\n", what, count, percent_text(proportion.share(), 2),
                       percent_text(lower, 2), percent_text(upper, 2), note);
}

void validate_repeats(const GameModel& model) {
    if (!(model.repeat_share >= 0 && model.repeat_share < 1)) {
        fail("repeat-share", model.repeat_share, "a share from 0 to below 1");
    }
    if (model.repeat_share <= 0) {
        return;
    }
    if (model.book || model.deterministic) {
        throw UserError("--repeat-share: cannot be used with {}; its games have chance and one opening",
                        model.book ? "--book" : "--deterministic");
    }
    if (!repeated_play(model)) {
        throw UserError("--repeat-share: with {} no play has a true Elo of {}; take a smaller share",
                        model.repeat_share, model.true_elo);
    }
}

std::string openings_text(const GameModel& model) {
    if (model.repeat_share > 0) {
        return fmt::format("one, from which {} of the games are always the same",
                           percent_text(model.repeat_share, 1));
    }
    const std::string_view games = model.deterministic ? ", deterministic agents" : "";
    return model.book
               ? fmt::format("a book of {}{}",
                             referee::counted(static_cast<std::uint64_t>(*model.book), "opening"), games)
               : "openings that never come twice";
}

std::string limit_text(const SimulatedMatch& match) {
    return match.max_games ? "at most " + referee::counted(*match.max_games, "game")
                           : fmt::format("cut off after {} games", kMostSimulatedGames);
}

} // namespace

void validate(const SimulationRequest& request) {
    const GameModel& model = request.model;
    check_range("runs", request.runs, std::int64_t{1}, kMostRuns);
    check_range("true-elo", model.true_elo, -kMostElo, kMostElo);
    check_draws(model.draws);
    check_range("bias", model.bias_elo, -kMostElo, kMostElo);
    check_range("wins-last", model.wins_last, 1 / kLongest, kLongest);
    check_range("losses-last", model.losses_last, 1 / kLongest, kLongest);
    if (model.book) {
        check_range("book", *model.book, std::uint64_t{1}, std::uint64_t{kMostOpenings});
    }
    validate_repeats(model);
}

std::string simulation_json(const SimulationRequest& request, const SimulatedRuns& runs) {
    const SequentialTest& test = request.match.test;
    const GameModel& model = request.model;
    const Verdict wrong = wrong_verdict(test, model);
    const auto& limit = request.match.max_games;
    const Json json{{"model", name(test.model())},
                    {"test", "sprt"},
                    {"elo0", json_number(test.hypotheses().elo0)},
                    {"elo1", json_number(test.hypotheses().elo1)},
                    {"alpha", json_number(test.hypotheses().alpha)},
                    {"beta", json_number(test.hypotheses().beta)},
                    {"repeats", name(request.match.repeats)},
                    {"max_games", limit ? Json(*limit) : Json(nullptr)},
                    {"concurrency", request.match.concurrency},
                    {"seed", std::to_string(request.seed)},
                    {"true_elo", json_number(model.true_elo)},
                    {"draws", json_number(model.draws)},
                    {"bias_elo", json_number(model.bias_elo)},
                    {"wins_last", json_number(model.wins_last)},
                    {"losses_last", json_number(model.losses_last)},
                    {"book", model.book ? Json(*model.book) : Json(nullptr)},
                    {"deterministic", model.deterministic},
                    {"repeat_share", json_number(model.repeat_share)},
                    {"order", request.match.order == CountingOrder::Schedule ? "schedule" : "completion"},
                    {"runs", runs.runs()},
                    {"h1", share_json(runs.h1, runs.runs())},
                    {"h0", share_json(runs.h0, runs.runs())},
                    {"no_decision", share_json(runs.undecided(), runs.runs())},
                    {"no_decision_by_reason",
                     {{"max_games", share_json(runs.max_games, runs.runs())},
                      {"repeats", share_json(runs.repeats, runs.runs())},
                      {"openings_used_up", share_json(runs.openings_used_up, runs.runs())}}},
                    {"wrong_verdict", wrong != Verdict::Continue ? Json(name(wrong)) : Json(nullptr)},
                    {"games", json_number(runs.mean_games())},
                    {"games_se", json_number(runs.standard_error())},
                    {"games_median", runs.quantile(0.5)},
                    {"games_q95", runs.quantile(0.95)},
                    {"games_beyond", json_number(runs.games_beyond)}};
    return json.dump() + "\n";
}

std::string simulation_text(const SimulationRequest& request, const SimulatedRuns& runs) {
    const SimulatedMatch& match = request.match;
    const GameModel& model = request.model;
    const Verdict wrong = wrong_verdict(match.test, model);
    const auto note = [&](Verdict verdict) { return verdict == wrong ? "  wrongly: the error rate" : ""; };
    std::string text =
        fmt::format("Test: {}\n", test_text(match.test.model(), match.test.hypotheses())) +
        fmt::format("Play: true Elo {}, {} draws between equals, openings that give one side {} Elo\n",
                    number_text(model.true_elo, 1), percent_text(model.draws, 1),
                    number_text(std::abs(model.bias_elo), 0)) +
        fmt::format("Durations: wins {}, draws 1, losses {}; {} at once, {}\n", model.wins_last,
                    model.losses_last, match.concurrency, limit_text(match)) +
        fmt::format("Openings: {}; repeats: {}; seed: {}\n", openings_text(model), name(match.repeats),
                    request.seed);
    if (match.order == CountingOrder::Completion) {
        text += "Counted as games finish, NOT in the order of the schedule\n";
    }
    text += fmt::format("\n{:<26}{:>8}  {:>8}  95 %\n", "", "runs", "share") +
            share_text("accepted H1", runs.h1, runs.runs(), note(Verdict::H1)) +
            share_text("accepted H0", runs.h0, runs.runs(), note(Verdict::H0)) +
            share_text("no decision", runs.undecided(), runs.runs(), "");
    if (runs.undecided() > 0) {
        text += share_text("  limit of games", runs.max_games, runs.runs(), "") +
                share_text("  nothing but repeats", runs.repeats, runs.runs(), "") +
                share_text("  openings used up", runs.openings_used_up, runs.runs(), "");
    }
    text += fmt::format("{:<26}{:>8}\n\n", "all", runs.runs());
    if (wrong == Verdict::Continue) {
        text += "Either verdict is right: the truth lies between the hypotheses.\n";
    }
    const auto error = runs.standard_error();
    return text +
           fmt::format("Games: {} on average{}, half within {}, 95 % within {}\n",
                       number_text(runs.mean_games(), 1),
                       error ? fmt::format(" (standard error {})", number_text(error, 1)) : "",
                       runs.quantile(0.5), runs.quantile(0.95)) +
           fmt::format("Games begun beyond the last one counted: {} on average\n",
                       number_text(runs.games_beyond, 1));
}

void validate(const TuningSimulationRequest& request) {
    for (const std::int64_t count : request.params) {
        check_range("tune", count, std::int64_t{1}, std::int64_t{kMostParams});
    }
    for (const std::int64_t count : request.games) {
        check_range("games", count, kFewestTuned, kMostTuned);
        if (count % 2 != 0) {
            throw UserError("--games: {} must be even: games are played in pairs", count);
        }
    }
    if (!(request.win_elo > 0 && request.win_elo <= kMostElo)) {
        fail("win", request.win_elo, fmt::format("above 0 and at most {}", kMostElo));
    }
    check_range("lag", request.lag.value_or(0), std::int64_t{0}, kMostTuned);
    check_draws(request.draws);
    check_range("runs", request.runs, std::int64_t{1}, kMostRuns);
}

std::vector<TuningModel> models_of(const TuningSimulationRequest& request) {
    std::vector<TuningModel> models;
    for (const std::int64_t params : request.params) {
        for (const std::int64_t games : request.games) {
            const auto pairs = static_cast<std::uint64_t>(games) / 2;
            models.push_back(
                {.params = static_cast<std::size_t>(params),
                 .pairs = pairs,
                 .lag = request.lag ? static_cast<std::uint64_t>(*request.lag) : usual_lag(pairs),
                 .win_elo = request.win_elo,
                 .draws = request.draws});
        }
    }
    return models;
}

std::string tuning_simulation_json(const TuningSimulationRequest& request,
                                   const std::vector<SimulatedTunings>& rows) {
    Json json{{"win_elo", json_number(request.win_elo)},
              {"draws", json_number(request.draws)},
              {"seed", std::to_string(request.seed)},
              {"runs", request.runs},
              {"rows", Json::array()}};
    const std::vector<TuningModel> models = models_of(request);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SimulatedTunings& row = rows[i];
        json["rows"].push_back({{"parameters", models[i].params},
                                {"games", 2 * models[i].pairs},
                                {"lag", models[i].lag},
                                {"gain", json_number(row.mean())},
                                {"gain_share", json_number(row.mean() / request.win_elo)},
                                {"gain_q10", json_number(row.quantile(0.1))},
                                {"gain_q90", json_number(row.quantile(0.9))},
                                {"weaker", share_json(row.weaker(), row.gains.size())}});
    }
    return json.dump() + "\n";
}

std::string tuning_simulation_head(const TuningSimulationRequest& request) {
    return fmt::format("Play: the best values are {} Elo above the start; {} draws between equals\n",
                       number_text(request.win_elo, 1), percent_text(request.draws, 1)) +
           fmt::format("Runs: {} a row; seed: {}\n\n", request.runs, request.seed) +
           fmt::format("{:>10}{:>9}{:>8}{:>12}{:>9}  {:<18}{}\n", "parameters", "games", "lag", "Elo gained",
                       "share", "10 % to 90 %", "weaker than the start");
}

std::string tuning_simulation_row(const TuningModel& model, const SimulatedTunings& row) {
    return fmt::format(
        "{:>10}{:>9}{:>8}{:>12}{:>9}  {:<18}{}\n", model.params, 2 * model.pairs, model.lag,
        number_text(row.mean(), 1), percent_text(row.mean() / model.win_elo, 0),
        fmt::format("{} to {}", number_text(row.quantile(0.1), 1), number_text(row.quantile(0.9), 1)),
        percent_text(Proportion{row.weaker(), row.gains.size()}.share(), 1));
}

} // namespace sprt

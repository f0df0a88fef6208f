#include "sprt/store/result_json.hpp"

#include "referee/base/text.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "sprt/stats/estimates.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sprt {

namespace {

using referee::field;
using referee::fields;
using referee::Json;
using Delays = referee::MachineReport::Delays;

constexpr referee::In<std::chrono::microseconds> kMicroseconds;
constexpr auto kDelaysFields =
    fields<Delays>(field("median", &Delays::median, kMicroseconds), field("p99", &Delays::p99, kMicroseconds),
                   field("largest", &Delays::largest, kMicroseconds));

/// Null for what is undefined or not finite.
struct Figure {
    [[nodiscard]] Json write(const std::optional<double>& value) const { return json_number(value); }
};

constexpr auto kFitFields = fields<ModelFit>(field("chi2", &ModelFit::chi2, Figure()),
                                             field("df", &ModelFit::df), field("p", &ModelFit::p, Figure()));
constexpr auto kRatingsFields = fields<Ratings>(
    field("method", [](const Ratings& ratings) { return ratings.has_prior ? "jeffreys" : "ml"; }),
    field("classes", &Ratings::classes), field("groups", &Ratings::groups),
    field("elo", &Ratings::elo, Figure()), field("cov", &Ratings::covariance, Figure()),
    field("cluster",
          [](const Ratings& ratings) { return ratings.cluster == Cluster::Opening ? "opening" : "pair"; }),
    field("openings", &Ratings::openings), field("df", &Ratings::df), field("critical", &Ratings::critical),
    field("critical_joint", &Ratings::critical_joint), field("half_width", &Ratings::half_width, Figure()),
    field("difference_se", &Ratings::difference_error, Figure()), field("los", &Ratings::los, Figure()),
    field("ranks", &Ratings::ranks), field("expected_score", &Ratings::expected_score),
    field("residual_z", &Ratings::residual_z, Figure()), field("dispersion", &Ratings::dispersion, Figure()),
    field("fit", &Ratings::fit, kFitFields));

using referee::TunedNumber;

Json number_json(TunedNumber number) {
    return number.is_whole ? Json(static_cast<std::int64_t>(number.value)) : Json(number.value);
}

/// Between two values of the sorted list when `share` falls there.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// `mean` and `value`: of this parameter.
Json parameter_json(const Tuning& tuning, std::size_t i, double mean, TunedNumber value) {
    const TuneParam& param = tuning.rules().params[i];
    const auto [low, high] = band_of(tuning, i);
    return {{"name", param.name},
            {"start", number_json(start_value(param))},
            {"low", number_json(low_value(param))},
            {"high", number_json({param.high, param.is_whole})},
            {"value", number_json(value)},
            {"u", tuning.u(tuning.done(), i)},
            {"mean", mean},
            {"reach", reach_of(param)},
            {"pull", tuning.pull(i)},
            {"band", {number_json(low), number_json(high)}},
            {"at_bound", is_at_bound(mean)},
            {"probe", name(tuning.probe_of(i))}};
}

/// Null when nothing is to be verified.
Json verify_json(const RunState& state) {
    if (state.tuning->rules().verify_pairs == 0) {
        return nullptr;
    }
    const Standing& standing = state.standing;
    const Estimates seen = estimate(standing.pairs);
    return {{"games", standing.games.games()},          {"wld", wld_json(standing.games)},
            {"ptnml", standing.pairs.counts},           {"elo", json_number(seen.elo)},
            {"elo_ci95", json_interval(seen.elo_ci95)}, {"los", json_number(seen.los)}};
}

using referee::Elsewhere;
using referee::JsonNode;
using referee::TextOrNull;

constexpr auto kFactsOfWorker = fields<WorkerFacts>(
    field("pairs", &WorkerFacts::pairs), field("voided", &WorkerFacts::voided),
    field("wrong", &WorkerFacts::wrong), field("refused", &WorkerFacts::refused, TextOrNull()));
/// Earlier versions did not write them.
constexpr auto kTrustInWorker = fields<WorkerFacts>(
    field("copies", &WorkerFacts::copies), field("differed", &WorkerFacts::differed),
    field("quarantined", &WorkerFacts::quarantined, TextOrNull()),
    field("distrusted", &WorkerFacts::is_distrusted), field("machine", &WorkerFacts::machine));
constexpr auto kGamesOfWorker = fields<WorkerGames>(
    field("games", &WorkerGames::games), field("wld", [](const auto& its) { return wld_json(its.wld); }),
    field("faults", [](const auto& its) { return faults_json(its.faults); }),
    field("time_losses", [](const auto& its) { return time_losses_json(its.faults); }),
    field("disputed", [](const auto& its) { return its.machine.disputed(); }),
    field("interference", [](const auto& its) { return its.machine.interference(); }),
    field("delays_us", [](const auto& its) { return delays_json(its.machine.delays()); }),
    Elsewhere{"reported"});

Json facts_of(const WorkerFacts& facts) {
    Json json = kFactsOfWorker.write(facts);
    kTrustInWorker.add(json, facts);
    return json;
}

void add_games(Json& json, const WorkerGames& its, const std::string& difference) {
    kGamesOfWorker.add(json, its);
    json["reported"] = TextOrNull().write(difference);
}

WorkerFacts worker_of(const JsonNode& node) {
    node.expect_known(referee::joined(kFactsOfWorker.keys(), kTrustInWorker.keys(), kGamesOfWorker.keys()));
    WorkerFacts facts = kFactsOfWorker.read(node);
    if (node.has("copies")) {
        kTrustInWorker.read(node, facts);
    }
    return facts;
}

} // namespace

Json json_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value + 0.0) : Json(nullptr);
}

Json json_interval(const std::optional<Interval>& interval) {
    return interval ? Json{json_number(interval->lower), json_number(interval->upper)}
                    : Json{nullptr, nullptr};
}

Json wld_json(const Wld& games) {
    return {games.wins, games.losses, games.draws};
}

Json faults_json(const referee::PerPlayer<FaultCounts>& counts) {
    return {counts.agent1.faults(), counts.agent2.faults()};
}

Json time_losses_json(const referee::PerPlayer<FaultCounts>& counts) {
    return {counts.agent1.time_losses(), counts.agent2.time_losses()};
}

Json delays_json(const Delays& delays) {
    return kDelaysFields.write(delays);
}

Json disturbances_json(const referee::Disturbances& times) {
    return referee::kDisturbancesFields.write(times);
}

Json to_json(const Ratings& ratings) {
    return kRatingsFields.write(ratings);
}

std::string ratings_json_text(const Ratings& ratings) {
    return to_json(ratings).dump() + "\n";
}

std::array<TunedNumber, 2> band_of(const Tuning& tuning, std::size_t param) {
    const std::uint64_t done = tuning.done();
    std::vector<double> seen;
    for (std::uint64_t pairs = done - done / 4; pairs <= done; ++pairs) {
        seen.push_back(tuning.u(pairs, param));
    }
    std::ranges::sort(seen);
    const TuneParam& its = tuning.rules().params[param];
    return {value_at(its, quantile(seen, 0.1), 0.5), value_at(its, quantile(seen, 0.9), 0.5)};
}

bool is_at_bound(double mean) noexcept {
    constexpr double kNear = 0.02;
    return mean <= kNear || mean >= 1 - kNear;
}

Json tune_json(const RunState& state) {
    const Tuning& tuning = *state.tuning;
    const TuneRules& rules = tuning.rules();
    Json trace = Json::array();
    for (const Tuning::Point& point : tuning.trace()) {
        trace.push_back({{"pairs", point.pairs}, {"u", point.u}, {"mean", point.mean}});
    }
    Json parameters = Json::array();
    const std::vector<double> means = tuning.mean();
    const std::vector<TunedNumber> values = tuning.tuned_values();
    for (std::size_t i = 0; i < rules.params.size(); ++i) {
        parameters.push_back(parameter_json(tuning, i, means[i], values[i]));
    }
    return {{"pairs", rules.pairs},
            {"counted", tuning.counted()},
            {"lag", rules.lag},
            {"gain", rules.gain()},
            {"tuned_until", rules.tuned_until ? Json(*rules.tuned_until) : Json(nullptr)},
            {"trace", std::move(trace)},
            {"parameters", std::move(parameters)},
            {"twins", tuning.twins()},
            {"command", tuning.command(tuning.tuned_values())},
            {"verify", verify_json(state)}};
}

Json workers_json(const std::map<std::string, WorkerFacts>& facts, const GamesByWorker& games) {
    Json json = Json::object();
    for (const auto& [worker, its] : facts) {
        json[worker] = facts_of(its);
    }
    for (const auto& [worker, its] : facts) { // those whose pairs were all voided, too
        if (!games.by_name().empty()) {
            add_games(json[worker], {}, "");
        }
    }
    const HappenedByWorker none;
    using Parts = std::vector<const GamesByWorker*>;
    const WorkerFindings findings(games.are_comparable() ? Parts{&games} : Parts{}, none);
    for (const auto& [worker, its] : games.by_name()) {
        if (!json.contains(worker)) { // the session in which it played was killed
            json[worker] = facts_of({});
        }
        add_games(json[worker], its, findings.difference(worker));
    }
    return json;
}

Json machine_said(const std::string& text) {
    constexpr std::size_t kLongest = 200;
    constexpr std::int64_t kMostCores = 1'000'000;
    const Json said = Json::parse(text, nullptr, false);
    if (!said.is_object()) {
        return nullptr;
    }
    Json machine = Json::object();
    for (const char* const key : {"system", "architecture", "processor"}) {
        if (said.contains(key) && said[key].is_string()) {
            machine[key] = referee::to_printable(said[key].get<std::string>(), kLongest);
        }
    }
    if (said.contains("cores") && said["cores"].is_number_integer()) {
        machine["cores"] = std::clamp<std::int64_t>(said["cores"].get<std::int64_t>(), 1, kMostCores);
    }
    return machine;
}

std::map<std::string, WorkerFacts> workers_of(const JsonNode& node) {
    std::map<std::string, WorkerFacts> workers;
    for (const auto& [worker, its] : node.members()) {
        workers[worker] = worker_of(its);
    }
    return workers;
}

} // namespace sprt

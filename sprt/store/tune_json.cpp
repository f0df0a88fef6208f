#include "sprt/store/tune_json.hpp"

#include "sprt/stats/estimates.hpp"
#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sprt {
namespace {

using referee::Json;
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

} // namespace

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

} // namespace sprt

#include "sprt/report/tuning_text.hpp"

#include "referee/base/text.hpp"
#include "referee/process/program.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace sprt {
namespace {

using referee::counted;
using referee::TunedNumber;

constexpr std::size_t kMostShown = 8; ///< parameters in a line

/// Six digits, for a table; the command has them all.
std::string shown(TunedNumber number) {
    return number.is_whole ? to_string(number) : fmt::format("{:.6g}", number.value);
}

std::string shown_values(const TuneRules& rules, const std::vector<TunedNumber>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < kMostShown; ++i) {
        text += fmt::format("{}{}={}", i == 0 ? "" : " ", rules.params[i].name, shown(values[i]));
    }
    return values.size() > kMostShown ? text + " ..." : text;
}

std::string table(const Tuning& tuning) {
    const std::vector<TuneParam>& params = tuning.rules().params;
    std::size_t width = std::string_view("Parameter").size();
    for (const TuneParam& param : params) {
        width = std::max(width, param.name.size());
    }
    std::string text = fmt::format("{:{}}  {:>12}  {:>12}  {:>12}  {:>12}  {}\n", "Parameter", width, "start",
                                   "tuned", "low", "high", "band");
    const std::vector<TunedNumber> values = tuning.tuned_values();
    const std::vector<double> means = tuning.mean();
    for (std::size_t i = 0; i < params.size(); ++i) {
        const auto [low, high] = band_of(tuning, i);
        text += fmt::format("{:{}}  {:>12}  {:>12}  {:>12}  {:>12}  {} to {}{}\n", params[i].name, width,
                            shown(start_value(params[i])), shown(values[i]), shown(low_value(params[i])),
                            shown({params[i].high, params[i].is_whole}), shown(low), shown(high),
                            is_at_bound(means[i]) ? "  at a bound: widen the range" : "");
    }
    return text;
}

std::string next_line(const RunState& state) {
    const Tuning& tuning = *state.tuning;
    if (state.reason != EndReason::Games && state.reason != EndReason::MaxTime) {
        return {};
    }
    if (tuning.tuned_values() == tuning.start_values()) {
        return "Next: nothing; the tuned values are those of the start\n";
    }
    std::vector<std::string> gate{"sprt",     "gate",
                                  "--agent1", tuning.command(tuning.tuned_values()),
                                  "--agent2", tuning.command(tuning.start_values()),
                                  "--elo0",   "0",
                                  "--elo1",   "5"};
    gate.insert(gate.end(), tuning.rules().gate.begin(), tuning.rules().gate.end());
    return fmt::format("Next: {}\n", referee::join_words(gate));
}

} // namespace

std::string tuning_head(const TuneRules& rules) {
    std::string text = fmt::format("Tuning: {}", counted(2 * rules.pairs, "game"));
    if (rules.has_probes) {
        text += fmt::format(" after {} that show which parameters change a game", 2 * rules.probe_pairs());
    }
    text += rules.verify_pairs > 0 ? fmt::format(", then {} of the tuned values against those of the start\n",
                                                 2 * rules.verify_pairs)
                                   : "; the gain is not measured\n";
    for (const TuneParam& param : rules.params) {
        const auto step = step_of(param);
        text += fmt::format("Parameter: {}, from {} to {}, {}, begins at {}\n", param.name,
                            shown(low_value(param)), shown({param.high, param.is_whole}),
                            param.is_log ? "by its logarithm"
                            : step       ? fmt::format("in steps of {}", *step)
                                         : "any value",
                            shown(start_value(param)));
    }
    return text;
}

std::string tuning_game_text(const TuneRules& rules, const referee::TunedGame& game) {
    return fmt::format(" | {} {}: {} - {}", name(game.kind), game.k, shown_values(rules, game.values.agent1),
                       shown_values(rules, game.values.agent2));
}

std::string tuned_so_far(const Tuning& tuning) {
    return tuning.done() == 0 ? std::string()
                              : fmt::format("Tuned so far ({} of {} pairs): {}\n", tuning.done(),
                                            tuning.rules().tune_pairs(),
                                            shown_values(tuning.rules(), tuning.tuned_values()));
}

std::string probe_text(const Tuning& tuning, std::size_t param) {
    const std::vector<TuneParam>& params = tuning.rules().params;
    if (param >= params.size()) {
        return tuning.has_chance()
                   ? "the program plays with chance: whether a parameter changes anything is unknown"
                   : "";
    }
    return tuning.probe_of(param) != ProbeResult::None
               ? std::string()
               : fmt::format("{}: the program played the same at {} and at {} in 4 games; is it used?",
                             params[param].name, shown(low_value(params[param])),
                             shown(high_value(params[param])));
}

std::string no_effect_text(const Tuning& tuning) {
    return fmt::format("no parameter changes a game: {}", fmt::join(names_of(tuning.rules().params), ", "));
}

std::string gain_text(const RunState& state) {
    const std::uint64_t planned = 2 * state.tuning->rules().verify_pairs;
    if (planned == 0) {
        return "Gain: not measured, because --verify is 0";
    }
    if (state.reason != EndReason::Games && state.reason != EndReason::MaxTime) {
        return state.is_over() ? "Gain: not measured" : "Gain: not measured yet";
    }
    const Standing& standing = state.standing;
    const Estimates seen = estimate(standing.pairs);
    if (!seen.elo_ci95) {
        return "Gain: not measured, because no game of the verification was scored";
    }
    const bool may_be_none = seen.elo_ci95->lower <= 0 && seen.elo_ci95->upper >= 0;
    const std::uint64_t counted_pairs = standing.pairs.pairs();
    const std::string copies =
        counted_pairs < standing.whole_pairs
            ? fmt::format(", {} of them copies", 2 * (standing.whole_pairs - counted_pairs))
            : "";
    constexpr double kAlike = 0.9; // of the pairs, what they tell
    std::string alike;
    if (standing.n_eff && *standing.n_eff < kAlike * static_cast<double>(counted_pairs)) {
        alike =
            fmt::format("; the openings came again: {} pairs may tell no more than {:.0f}, by an estimate",
                        counted_pairs, *standing.n_eff);
    }
    return fmt::format("Gain: {} Elo {} (95 %, {} of their own{}, tuned against start){}{}",
                       number_text(seen.elo, 1), interval_text(*seen.elo_ci95, 1),
                       counted(standing.games.games(), "game"), copies, may_be_none ? "; may be no gain" : "",
                       alike);
}

std::string tuning_result(const RunState& state) {
    const Tuning& tuning = *state.tuning;
    std::string text = "\n" + table(tuning);
    for (std::size_t i = 0; i <= tuning.rules().params.size(); ++i) {
        if (const std::string note = probe_text(tuning, i); !note.empty()) {
            text += "Note: " + note + "\n";
        }
    }
    return text + gain_text(state) + fmt::format("\nCommand: {}\n", tuning.command(tuning.tuned_values())) +
           next_line(state);
}

} // namespace sprt

#include "sprt/report/calculation.hpp"

#include "referee/agent/text.hpp"
#include "referee/game/json.hpp"
#include "referee/rules/user_error.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/stats/wald.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace sprt {
namespace {

using ataxx::Json;

constexpr std::uint64_t kMostGames = 1'000'000'000'000'000'000;

/// Null for what is undefined or not finite; never -0.0.
Json number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value + 0.0) : Json(nullptr);
}

std::string text(std::optional<double> value, const char* format) {
    if (!value) {
        return "undefined";
    }
    if (!std::isfinite(*value)) {
        return *value > 0 ? "+inf" : "-inf";
    }
    return fmt::format(fmt::runtime(format), *value + 0.0);
}

std::optional<double> end_of(const std::optional<std::array<double, 2>>& interval, std::size_t i) {
    return interval ? std::optional((*interval)[i]) : std::nullopt;
}

} // namespace

Wld parse_wld(std::string_view text) {
    const auto fail = [&] {
        throw ataxx::UserError("--wld '" + ataxx::to_printable(text) +
                               "' must be W,L,D: three whole numbers, e.g. 143,143,0");
    };
    std::array<std::uint64_t, 3> counts{};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i > 0 && (at == end || *at++ != ',')) {
            fail();
        }
        const auto [next, error] = std::from_chars(at, end, counts[i]);
        if (error != std::errc() || counts[i] > kMostGames) {
            fail();
        }
        at = next;
    }
    if (at != end) {
        fail();
    }
    return {.wins = counts[0], .losses = counts[1], .draws = counts[2]};
}

std::string calculation_json(const Wld& games, const Hypotheses& test) {
    const double llr = wald_llr(games, test);
    const Bounds limits = bounds(test);
    const Estimates estimates = estimate(games);
    const Json json{
        {"model", "wald"},
        {"test", "sprt"},
        {"llr", number(llr)},
        {"lower", number(limits.lower)},
        {"upper", number(limits.upper)},
        {"verdict", name(verdict(llr, limits))},
        {"score", number(estimates.score)},
        {"elo", number(estimates.elo)},
        {"elo_ci95", {number(end_of(estimates.elo_ci95, 0)), number(end_of(estimates.elo_ci95, 1))}},
        {"nelo", number(estimates.nelo)},
        {"los", number(estimates.los)}};
    return json.dump() + "\n";
}

std::string calculation_text(const Wld& games, const Hypotheses& test) {
    const double llr = wald_llr(games, test);
    const Bounds limits = bounds(test);
    const Estimates estimates = estimate(games);
    return fmt::format("Games: {}, WLD: {}/{}/{}\n", games.games(), games.wins, games.losses, games.draws) +
           fmt::format("LLR: {:.3f} [{:.3f}, {:.3f}] (wald, Elo [{}, {}])\n", llr + 0.0, limits.lower,
                       limits.upper, test.elo0, test.elo1) +
           fmt::format("Verdict: {}\n", name(verdict(llr, limits))) +
           fmt::format("Elo: {} [{}, {}]\n", text(estimates.elo, "{:.1f}"),
                       text(end_of(estimates.elo_ci95, 0), "{:.1f}"),
                       text(end_of(estimates.elo_ci95, 1), "{:.1f}")) +
           fmt::format("Normalized Elo: {}\nLOS: {}\n", text(estimates.nelo, "{:.1f}"),
                       text(estimates.los, "{:.4f}"));
}

} // namespace sprt

#include "sprt/command/fastchess/results.hpp"

#include "sprt/stats/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

namespace sprt {
namespace {

constexpr std::string_view kRule = "--------------------------------------------------\n";

/// The estimates of fastchess, from units of equal weight: games, or pairs.
struct Estimate {
    double elo;
    double elo_error;
    double nelo;
    double nelo_error;
    double los; ///< in percent

    /// Of no units each is not a number.
    explicit Estimate(Moments units) {
        constexpr double kQuantile = 1.959963984540054;
        units.mean = units.units > 0 ? units.mean : std::numeric_limits<double>::quiet_NaN();
        const double deviation = std::sqrt(units.games_per_unit * units.variance);
        const double error = std::sqrt(units.variance / units.units);
        const auto nelo_of = [&](double score) { return (score - 0.5) / deviation * kNormalizedEloUnit; };
        const double low = units.mean - kQuantile * error;
        const double high = units.mean + kQuantile * error;
        elo = elo_of_score(units.mean);
        elo_error = (elo_of_score(high) - elo_of_score(low)) / 2;
        nelo = nelo_of(units.mean);
        nelo_error = (nelo_of(high) - nelo_of(low)) / 2;
        los = 50 * (1 - std::erf((0.5 - units.mean) / (error * std::numbers::sqrt2)));
    }
};

double share(std::uint64_t some, std::uint64_t all) {
    return static_cast<double>(some) / static_cast<double>(all);
}

double points_of(const Wld& games) {
    return static_cast<double>(games.wins) + 0.5 * static_cast<double>(games.draws);
}

std::string pairs_text(const Ptnml& pairs) {
    const auto& counts = pairs.counts;
    return fmt::format("[{}, {}, {}, {}, {}]", counts[0], counts[1], counts[2], counts[3], counts[4]);
}

/// One text of both engines, or `A - B`.
template<class Text>
std::string of_both(const std::vector<NarratedEngine>& engines, Text text) {
    const std::string& first = engines[0].*text;
    const std::string& second = engines[1].*text;
    return first == second ? first : first + " - " + second;
}

/// Of two engines.
std::string two_engines(const Narrated& run, const NarratedScore& score) {
    const bool by_pairs = run.output.by_pairs;
    const Estimate now(by_pairs ? moments(weights(score.pairs)) : moments(weights(score.games)));
    const Wld& games = score.games;
    const auto& pairs = score.pairs.counts;
    const double draws =
        100 * (by_pairs ? share(pairs[2], score.pairs.pairs()) : share(games.draws, games.games()));
    if (run.output.is_cutechess) {
        return fmt::format("Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n", two_decimals(now.elo),
                           two_decimals(now.elo_error), two_decimals(now.los), two_decimals(draws));
    }
    std::string text = fmt::format(
        "Results of {} vs {} ({}, {}, {}{}):\n", run.engines[0].name, run.engines[1].name,
        of_both(run.engines, &NarratedEngine::limit), of_both(run.engines, &NarratedEngine::threads),
        of_both(run.engines, &NarratedEngine::hash), run.book.empty() ? "" : ", " + run.book);
    text += fmt::format("Elo: {} +/- {}, nElo: {} +/- {}\n", two_decimals(now.elo),
                        two_decimals(now.elo_error), two_decimals(now.nelo), two_decimals(now.nelo_error));
    text += fmt::format(
        "LOS: {} %, DrawRatio: {} %{}\n", two_decimals(now.los), two_decimals(draws),
        by_pairs ? ", PairsRatio: " + two_decimals(share(pairs[3] + pairs[4], pairs[0] + pairs[1])) : "");
    const double points = points_of(games);
    text += fmt::format("Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1f} ({} %)\n", games.games(),
                        games.wins, games.losses, games.draws, points,
                        two_decimals(100 * points / static_cast<double>(games.games())));
    return by_pairs ? text + fmt::format("Ptnml(0-2): {}, WL/DD Ratio: {}\n", pairs_text(score.pairs),
                                         two_decimals(share(score.won_and_lost, score.both_drawn)))
                    : text;
}

/// Of more than two engines, the best first.
std::string table_of(const Narrated& run, const FastchessScores& scores) {
    const bool by_pairs = run.output.by_pairs;
    struct Row {
        std::string_view name;
        NarratedScore score;
        Estimate now;
    };
    std::vector<Row> rows;
    constexpr std::size_t kLeastWidth = 25;
    std::size_t width = kLeastWidth;
    for (std::size_t i = 0; i < run.engines.size(); ++i) {
        NarratedScore its;
        for (const auto& [pairing, score] : scores) {
            if (pairing.first == i) {
                its.add(score);
            } else if (pairing.second == i) {
                its.add(score.of_rival());
            }
        }
        const Moments units = by_pairs ? moments(weights(its.pairs)) : moments(weights(its.games));
        rows.push_back({run.engines[i].name, its, Estimate(units)});
        width = std::max(width, run.engines[i].name.size());
    }
    std::ranges::stable_sort(rows, [](const Row& one, const Row& two) {
        return one.now.elo > two.now.elo || (!std::isnan(one.now.elo) && std::isnan(two.now.elo));
    });
    const auto percent = [](double part) {
        return std::isnan(part) ? std::string("nan%") : fmt::format("{:.1f}%", 100 * part);
    };
    const bool shows_pairs = !run.output.is_cutechess;
    std::string text = fmt::format("{:<4} {:<{}} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}{}\n",
                                   "Rank", "Name", width, "Elo", "+/-", "nElo", "+/-", "Games", "Score",
                                   "Draw", shows_pairs ? fmt::format(" {:>20}", "Ptnml(0-2)") : "");
    int rank = 0;
    for (const Row& row : rows) {
        const Wld& games = row.score.games;
        const double draws = by_pairs ? share(row.score.pairs.counts[2], row.score.pairs.pairs())
                                      : share(games.draws, games.games());
        text += fmt::format("{:>4} {:<{}} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}{}\n", ++rank,
                            row.name, width, two_decimals(row.now.elo), two_decimals(row.now.elo_error),
                            two_decimals(row.now.nelo), two_decimals(row.now.nelo_error), games.games(),
                            percent(points_of(games) / static_cast<double>(games.games())), percent(draws),
                            shows_pairs ? fmt::format(" {:>20}", by_pairs ? pairs_text(row.score.pairs) : "")
                                        : "");
    }
    return text;
}

std::string test_line(const Narrated& run, const NarratedScore& score) {
    if (!run.test) {
        return "";
    }
    const Bounds& bounds = run.test->bounds();
    const double now = run.test->llr(counts_for(*run.test, score));
    const bool is_cutechess = run.output.is_cutechess;
    const double part =
        100 * (now >= 0 ? now / bounds.upper : now / (is_cutechess ? bounds.lower : -bounds.lower));
    if (is_cutechess) {
        const std::string_view verdict = now >= bounds.upper   ? " - H1 was accepted"
                                         : now <= bounds.lower ? " - H0 was accepted"
                                                               : "";
        return fmt::format("SPRT: llr {} ({:.1f}%), lbound {}, ubound {}{}\n", two_decimals(now), part,
                           two_decimals(bounds.lower), two_decimals(bounds.upper), verdict);
    }
    const Hypotheses& elo = run.test->hypotheses();
    return fmt::format("LLR: {} ({:.1f}%) ({}, {}) [{}, {}]\n", two_decimals(now), part,
                       two_decimals(bounds.lower), two_decimals(bounds.upper), two_decimals(elo.elo0),
                       two_decimals(elo.elo1));
}

} // namespace

std::string two_decimals(double number) {
    return std::isnan(number) ? "nan" : fmt::format("{:.2f}", number);
}

void NarratedScore::add(const NarratedScore& more) noexcept {
    games.wins += more.games.wins;
    games.losses += more.games.losses;
    games.draws += more.games.draws;
    for (std::size_t i = 0; i < pairs.counts.size(); ++i) {
        pairs.counts[i] += more.pairs.counts[i];
    }
    won_and_lost += more.won_and_lost;
    both_drawn += more.both_drawn;
}

NarratedScore NarratedScore::of_rival() const noexcept {
    NarratedScore its = *this;
    std::swap(its.games.wins, its.games.losses);
    std::ranges::reverse(its.pairs.counts);
    return its;
}

Counts counts_for(const SequentialTest& test, const NarratedScore& score) {
    return is_pairwise(test.model()) ? Counts(score.pairs) : Counts(score.games);
}

std::string result_text(const Narrated& run, const FastchessScores& scores) {
    const auto found = scores.find({0, 1});
    const NarratedScore score = found == scores.end() ? NarratedScore() : found->second;
    const std::string text =
        (run.engines.size() == 2 ? two_engines(run, score) : table_of(run, scores)) + test_line(run, score);
    return run.output.is_cutechess ? text : std::string(kRule) + text + std::string(kRule);
}

std::string score_line(const Narrated& run, const NarratedScore& score) {
    return fmt::format("Score of {} vs {}: {} - {} - {}  [{:.3f}] {}\n", run.engines[0].name,
                       run.engines[1].name, score.games.wins, score.games.losses, score.games.draws,
                       points_of(score.games) / static_cast<double>(score.games.games()),
                       score.games.games());
}

} // namespace sprt

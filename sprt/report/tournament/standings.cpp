#include "sprt/report/tournament/standings.hpp"

#include "referee/base/text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/stats/estimates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sprt {
namespace {

/// The group of each agent; those without one come after all others.
std::vector<std::size_t> groups_by_agent(const Ratings& ratings) {
    std::vector<std::size_t> group_of(ratings.elo.size(), ratings.groups.size());
    for (std::size_t group = 0; group < ratings.groups.size(); ++group) {
        for (const std::size_t agent : ratings.groups[group]) {
            group_of[agent] = group;
        }
    }
    return group_of;
}

/// What is known of the difference of two agents of one group.
ShownRating::Kind kind_between(const Ratings& ratings, std::size_t agent, std::size_t rival) {
    using enum ShownRating::Kind;
    const bool is_above = ratings.chains[agent][rival];
    const bool is_below = ratings.chains[rival][agent];
    return is_above == is_below ? is_above ? Known : None : is_above ? AtLeast : AtMost;
}

/// What is known of an agent where the zero is the mean of its group, which has more than one class: AtLeast
/// when it made a point against whoever made one against it, by chains of points.
ShownRating::Kind kind_in(const AgentList& group, const Ratings& ratings, std::size_t agent) {
    using enum ShownRating::Kind;
    const auto no_one_is = [&](ShownRating::Kind kind) {
        return std::ranges::none_of(
            group, [&](std::size_t other) { return kind_between(ratings, other, agent) == kind; });
    };
    return no_one_is(AtLeast) ? AtLeast : no_one_is(AtMost) ? AtMost : Known;
}

/// Of two agents: the interval of their difference goes through the score, as in `sprt calc`.
Interval difference_of_two(const Standings& standings, std::size_t agent) {
    const Pairing& pairing = standings.results.pairings.front();
    const Interval difference =
        estimate(pairing.pairs).elo_ci95.value_or(Interval{.lower = -INFINITY, .upper = INFINITY});
    return pairing.a == agent ? difference : Interval{-difference.upper, -difference.lower};
}

/// Of two agents: the interval of the rating of `agent`.
Interval interval_of_two(const Standings& standings, std::size_t agent) {
    const Interval its = difference_of_two(standings, agent);
    if (const auto& anchor = standings.results.anchor) {
        return anchor->agent == agent ? Interval{anchor->elo, anchor->elo}
                                      : Interval{anchor->elo + its.lower, anchor->elo + its.upper};
    }
    return {its.lower / 2, its.upper / 2};
}

ShownRating shown_as(ShownRating::Kind kind, double elo, double half_width) {
    const Interval interval{elo - half_width, elo + half_width};
    return {.kind = kind,
            .elo = elo,
            .bound = kind == ShownRating::Kind::AtLeast ? interval.lower : interval.upper,
            .interval = interval};
}

void use_interval_of_two(ShownRating& shown, const Interval& interval) {
    shown.interval = interval;
    shown.is_symmetric = false;
}

std::string names_text(const Standings& standings, const AgentList& agents) {
    const auto name = [&](std::size_t agent) { return referee::to_printable(standings.names[agent]); };
    return joined_texts(agents, name);
}

/// The pairings that the ratings do not explain: `greedy makes 61 % against mcts, its rating says 38 %`.
std::string unexplained_text(const Standings& standings) {
    constexpr double kFar = 3; // errors
    std::string text;
    for (std::size_t k = 0; k < standings.results.pairings.size(); ++k) {
        const auto& z = standings.ratings.residual_z[k];
        if (z && std::abs(*z) > kFar) {
            const Pairing& pairing = standings.results.pairings[k];
            text += fmt::format(
                "{}{} makes {:.0f} % against {}, its rating says {:.0f} %", text.empty() ? ": " : "; ",
                referee::to_printable(standings.names[pairing.a]), 100 * scores_of(pairing.pairs).mean(),
                referee::to_printable(standings.names[pairing.b]), 100 * standings.ratings.expected_score[k]);
        }
    }
    return text;
}

std::string fit_text(const Standings& standings) {
    constexpr double kBound = 0.01;
    const ModelFit& fit = standings.ratings.fit;
    if (!fit.chi2 || !fit.p) {
        return fit.df == 0 ? "Fit: not known, too few results that are not one-sided."
                           : "Fit: not known, all pairs scored alike.";
    }
    const std::string numbers =
        fmt::format("Fit: chi2 {:.1f} on {}, p {}", *fit.chi2, fit.df,
                    *fit.p < 0.0005 ? fmt::format("{:.1e}", *fit.p) : fmt::format("{:.2g}", *fit.p));
    return *fit.p < kBound
               ? fmt::format("{}: strength is not one number here{}.", numbers, unexplained_text(standings))
               : numbers + ": one number an agent is enough.";
}

} // namespace

std::vector<std::size_t> order_of_rows(const Ratings& ratings, const std::set<std::size_t>& without) {
    constexpr double kEqual = 1e-9;
    const std::vector<std::size_t> group_of = groups_by_agent(ratings);
    std::vector<std::size_t> rows(ratings.elo.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::ranges::sort(rows, [&](std::size_t i, std::size_t j) {
        if (group_of[i] != group_of[j]) {
            return group_of[i] < group_of[j];
        }
        const double difference = ratings.elo[i].value_or(0) - ratings.elo[j].value_or(0);
        return difference != 0 ? difference > 0 : i < j;
    });
    // Ratings that differ by rounding alone stand in the order of the list.
    for (auto first = rows.begin(); first != rows.end();) {
        auto last = std::next(first);
        while (last != rows.end() && group_of[*last] == group_of[*first] &&
               std::abs(ratings.elo[*last].value_or(0) - ratings.elo[*std::prev(last)].value_or(0)) <=
                   kEqual) {
            ++last;
        }
        std::sort(first, last);
        first = last;
    }
    std::erase_if(rows, [&](std::size_t agent) { return without.contains(agent); });
    return rows;
}

AgentTotal total_of(const Standings& standings, std::size_t agent) {
    AgentTotal total;
    for (std::size_t k = 0; k < standings.results.pairings.size(); ++k) {
        const Pairing& pairing = standings.results.pairings[k];
        if (pairing.a != agent && pairing.b != agent) {
            continue;
        }
        const PairScores scores = scores_of(pairing.pairs);
        total.points += 2 * (pairing.a == agent ? scores.points : scores.pairs - scores.points);
        total.games += 2 * pairing.pairs.pairs();
        total.draws += standings.games.empty() ? 0 : standings.games[k].draws;
    }
    return total;
}

ShownRating shown_rating(const Standings& standings, std::size_t agent) {
    const Ratings& ratings = standings.ratings;
    if (!ratings.elo[agent]) {
        return {};
    }
    const std::size_t group = groups_by_agent(ratings)[agent];
    const auto& classes = ratings.classes[group];
    const auto& zero = ratings.zero_class[group];
    const auto kind = classes.size() == 1 ? ShownRating::Kind::Known
                      : zero              ? kind_between(ratings, agent, classes[*zero].front())
                                          : kind_in(ratings.groups[group], ratings, agent);
    ShownRating shown = shown_as(kind, *ratings.elo[agent], *ratings.half_width[agent]);
    if (classes.size() == 1 && standings.results.rated() == 2) {
        use_interval_of_two(shown, interval_of_two(standings, agent));
    }
    return shown;
}

ShownRating shown_difference(const Standings& standings, std::size_t agent, std::size_t rival) {
    const Ratings& ratings = standings.ratings;
    if (agent == rival) {
        return {.kind = ShownRating::Kind::Known};
    }
    const auto& error = ratings.difference_error[agent][rival];
    if (!error) {
        return {};
    }
    ShownRating shown = shown_as(kind_between(ratings, agent, rival),
                                 *ratings.elo[agent] - *ratings.elo[rival], ratings.critical * *error);
    if (shown.kind == ShownRating::Kind::Known && standings.results.rated() == 2) {
        use_interval_of_two(shown, difference_of_two(standings, agent));
    }
    return shown;
}

std::optional<CrossCell> cross_cell(const Standings& standings, std::size_t agent, std::size_t rival) {
    for (std::size_t k = 0; k < standings.results.pairings.size(); ++k) {
        const Pairing& pairing = standings.results.pairings[k];
        const bool is_forward = pairing.a == agent && pairing.b == rival;
        if (!is_forward && !(pairing.b == agent && pairing.a == rival)) {
            continue;
        }
        const PairScores scores = scores_of(pairing.pairs);
        CrossCell cell{.points = 2 * (is_forward ? scores.points : scores.pairs - scores.points),
                       .games = 2 * pairing.pairs.pairs()};
        if (!standings.games.empty()) {
            const Wld& games = standings.games[k];
            cell.wld = is_forward ? games : Wld{games.losses, games.wins, games.draws};
        }
        return cell;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> games_of_all_cells(const Standings& standings) {
    const auto& pairings = standings.results.pairings;
    const auto games = [](const Pairing& pairing) { return 2 * pairing.pairs.pairs(); };
    const bool are_equal = std::ranges::all_of(
        pairings, [&](const Pairing& pairing) { return games(pairing) == games(pairings.front()); });
    return !pairings.empty() && are_equal ? std::optional(games(pairings.front())) : std::nullopt;
}

std::vector<std::string> rating_notes(const Standings& standings) {
    const Ratings& ratings = standings.ratings;
    std::vector<std::string> notes{fit_text(standings)};
    if (ratings.has_prior) {
        notes.emplace_back("Agents that won or lost everything against others have no finite rating: > and < "
                           "are the ends of intervals with Jeffreys' prior, and rows stand in the order of "
                           "their middles.");
    }
    if (ratings.groups.size() > 1) {
        const auto names = [&](const AgentList& group) { return names_text(standings, group); };
        notes.push_back(
            fmt::format("Groups that never met, each rated by itself: {}. Nothing is said between them.",
                        joined_texts(ratings.groups, names, "; ")));
    }
    AgentList unrated;
    for (std::size_t agent = 0; agent < ratings.elo.size(); ++agent) {
        if (!ratings.elo[agent] && !standings.results.without.contains(agent)) {
            unrated.push_back(agent);
        }
    }
    if (!unrated.empty()) {
        notes.push_back(fmt::format("Without counted pairs: {}.", names_text(standings, unrated)));
    }
    return notes;
}

} // namespace sprt

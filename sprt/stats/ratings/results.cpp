#include "sprt/stats/ratings/results.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace sprt {

namespace {

/// who[i] are the agents that i made a point against.
using Victories = std::vector<std::vector<std::size_t>>;

Victories victories_in(const Crosstable& results) {
    Victories who(results.agents);
    for (const Pairing& pairing : results.pairings) {
        const PairScores scores = scores_of(pairing.pairs);
        if (scores.points > 0) {
            who[pairing.a].push_back(pairing.b);
        }
        if (scores.points < scores.pairs) {
            who[pairing.b].push_back(pairing.a);
        }
    }
    return who;
}

/// reach[i][j]: whether a chain of points leads from i to j.
std::vector<std::vector<bool>> reachable(const Victories& who, const AgentList& group) {
    std::vector<std::vector<bool>> reach(who.size(), std::vector<bool>(who.size()));
    for (const std::size_t from : group) {
        std::vector<std::size_t> open{from};
        reach[from][from] = true;
        while (!open.empty()) {
            const std::size_t agent = open.back();
            open.pop_back();
            for (const std::size_t next : who[agent]) {
                if (!reach[from][next]) {
                    reach[from][next] = true;
                    open.push_back(next);
                }
            }
        }
    }
    return reach;
}

void join(Victories& met, const Pairing& pairing) {
    met[pairing.a].push_back(pairing.b);
    met[pairing.b].push_back(pairing.a);
}

/// The agents that `met`, which goes both ways, connects, by their first agent.
std::vector<AgentList> components(const Victories& met) {
    AgentList all(met.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto reach = reachable(met, all);
    std::vector<AgentList> found;
    for (const std::size_t agent : all) {
        const auto is_connected = [&](std::size_t other) { return reach[agent][other]; };
        if (*std::ranges::find_if(all, is_connected) == agent) {
            std::ranges::copy_if(all, std::back_inserter(found.emplace_back()), is_connected);
        }
    }
    return found;
}

double mean_of(const AgentList& agents, const std::vector<double>& strength) {
    double sum = 0;
    for (const std::size_t agent : agents) {
        sum += strength[agent];
    }
    return sum / static_cast<double>(agents.size());
}

constexpr double kLeastBet = 0.004;
constexpr double kMostBet = 0.98;

std::array<double, 24> make_bets() noexcept {
    std::array<double, 24> bets{};
    const double step = std::log(kMostBet / kLeastBet) / static_cast<double>(bets.size() - 1);
    for (std::size_t k = 0; k < bets.size(); ++k) {
        bets[k] = kLeastBet * std::exp(step * static_cast<double>(k));
    }
    return bets;
}

const std::array<double, 24>& bets() noexcept {
    static const std::array<double, 24> kShares = make_bets();
    return kShares;
}

} // namespace

std::vector<AgentList> groups_of(const Crosstable& results) {
    Victories met(results.agents);
    for (const Pairing& pairing : results.pairings) {
        if (pairing.pairs.pairs() > 0) {
            join(met, pairing);
        }
    }
    std::vector<AgentList> groups = components(met);
    std::erase_if(groups, [](const AgentList& group) { return group.size() == 1; }); // it has not played
    return groups;
}

std::vector<AgentList> classes_of(const Crosstable& results, const AgentList& group,
                                  const std::vector<double>& strength) {
    const auto reach = reachable(victories_in(results), group);
    std::vector<AgentList> unsorted;
    std::vector<bool> is_taken(results.agents);
    for (const std::size_t agent : group) {
        if (is_taken[agent]) {
            continue;
        }
        AgentList& members = unsorted.emplace_back();
        for (const std::size_t other : group) {
            if (reach[agent][other] && reach[other][agent]) {
                members.push_back(other);
                is_taken[other] = true;
            }
        }
    }
    std::vector<AgentList> classes;
    while (!unsorted.empty()) {
        // Nobody who is left leads to the next class.
        const auto is_first = [&](const AgentList& one) {
            return std::ranges::none_of(unsorted, [&](const AgentList& other) {
                return &other != &one && reach[other.front()][one.front()];
            });
        };
        auto next = std::ranges::find_if(unsorted, is_first);
        for (auto other = next; other != unsorted.end(); ++other) {
            if (is_first(*other) && mean_of(*other, strength) > mean_of(*next, strength)) {
                next = other;
            }
        }
        classes.push_back(std::move(*next));
        unsorted.erase(next);
    }
    return classes;
}

std::vector<std::vector<bool>> chains_of_points(const Crosstable& results) {
    AgentList all(results.agents);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return reachable(victories_in(results), all);
}

std::size_t rank_of(const Crosstable& results, const std::vector<std::size_t>& pairings) {
    Victories met(results.agents);
    for (const std::size_t pairing : pairings) {
        join(met, results.pairings[pairing]);
    }
    return results.agents - components(met).size();
}

void OrderEvidence::add(double difference) noexcept {
    for (std::size_t k = 0; k < logs_.size(); ++k) {
        logs_[k] += std::log1p(bets()[k] * difference);
    }
}

double OrderEvidence::log_capital() const noexcept {
    const double most = *std::max_element(logs_.begin(), logs_.end());
    double sum = 0;
    for (const double log : logs_) {
        sum += std::exp(log - most);
    }
    return most + std::log(sum / static_cast<double>(logs_.size()));
}

std::vector<std::vector<double>> round_differences(std::size_t agents,
                                                   const std::vector<RoundScore>& scores) {
    using Row = std::vector<std::optional<double>>;
    std::vector<Row> met(agents, Row(agents)); // the score of the first one
    for (const auto& [a, b, score] : scores) {
        met[a][b] = score;
        met[b][a] = 1 - score;
    }
    std::vector<std::vector<double>> differences(agents, std::vector<double>(agents));
    for (std::size_t i = 0; i < agents; ++i) {
        for (std::size_t j = 0; j < agents; ++j) {
            double sum = 0;
            double opponents = 0;
            for (std::size_t k = 0; k < agents; ++k) {
                if (k != i && k != j && met[i][k] && met[j][k]) {
                    sum += *met[i][k] - *met[j][k];
                    opponents += 1;
                }
            }
            if (i != j && met[i][j]) {
                sum += 2 * *met[i][j] - 1;
                opponents += 1;
            }
            differences[i][j] = opponents > 0 ? sum / opponents : 0;
        }
    }
    return differences;
}

} // namespace sprt

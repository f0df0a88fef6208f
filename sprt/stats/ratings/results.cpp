#include "sprt/stats/ratings/results.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace sprt {

namespace {

/// Sets that are joined until they are as connected as what they stand for.
class JoinedSets {
  public:
    explicit JoinedSets(std::size_t size)
        : parents_(size) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }

    /// A member that stands for the set of `member`.
    [[nodiscard]] std::size_t find(std::size_t member) {
        while (parents_[member] != member) {
            parents_[member] = parents_[parents_[member]];
            member = parents_[member];
        }
        return member;
    }
    /// Whether the sets of `a` and `b` were two.
    bool join(std::size_t a, std::size_t b) {
        const auto [less, more] = std::minmax({find(a), find(b)});
        parents_[more] = less;
        return less != more;
    }

  private:
    std::vector<std::size_t> parents_;
};

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

double mean_of(const AgentList& agents, const std::vector<double>& strength) {
    double sum = 0;
    for (const std::size_t agent : agents) {
        sum += strength[agent];
    }
    return sum / static_cast<double>(agents.size());
}

} // namespace

std::vector<AgentList> groups_of(const Crosstable& results) {
    JoinedSets sets(results.agents);
    std::vector<bool> has_played(results.agents);
    for (const Pairing& pairing : results.pairings) {
        if (pairing.pairs.pairs() > 0) {
            sets.join(pairing.a, pairing.b);
            has_played[pairing.a] = has_played[pairing.b] = true;
        }
    }
    std::vector<AgentList> groups;
    std::vector<std::optional<std::size_t>> group_of(results.agents);
    for (std::size_t agent = 0; agent < results.agents; ++agent) {
        if (!has_played[agent]) {
            continue;
        }
        auto& group = group_of[sets.find(agent)];
        if (!group) {
            group = groups.size();
            groups.emplace_back();
        }
        groups[*group].push_back(agent);
    }
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
    JoinedSets sets(results.agents);
    std::size_t rank = 0;
    for (const std::size_t pairing : pairings) {
        rank += sets.join(results.pairings[pairing].a, results.pairings[pairing].b) ? 1U : 0U;
    }
    return rank;
}

namespace {

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

#pragma once
// An order of agents that may be looked at after every round: with probability 1 - error no agent is ever
// certified above one that is at least as strong. It assumes no model of strength. Source: Ville 1939; bets
// as in estimates.hpp; docs/statistics.md, "Ratings of many".

#include <array>
#include <cstddef>
#include <vector>

namespace sprt {

/// The logarithm of the capital of a mixture of 24 bets that one agent is stronger than another one: when it
/// is not, the capital is a supermartingale that begins with 1.
class OrderEvidence {
  public:
    /// One round: `difference` is how much better the agent did, from -1 to 1.
    void add(double difference) noexcept;
    [[nodiscard]] double log_capital() const noexcept;

  private:
    std::array<double, 24> logs_{}; ///< of each bet
};

/// The evidence of all ordered pairs of agents.
class CertifiedOrder {
  public:
    explicit CertifiedOrder(std::size_t agents)
        : agents_(agents)
        , evidence_(agents * agents) {}

    /// One round: how much better i did than j, from -1 to 1. The other direction is added, too.
    void add(std::size_t i, std::size_t j, double difference) noexcept {
        evidence_[i * agents_ + j].add(difference);
        evidence_[j * agents_ + i].add(-difference);
    }
    /// Of i being stronger than j; i certified above j once it has reached log(comparisons / error).
    [[nodiscard]] double log_capital(std::size_t i, std::size_t j) const noexcept {
        return evidence_[i * agents_ + j].log_capital();
    }

  private:
    std::size_t agents_;
    std::vector<OrderEvidence> evidence_;
};

/// One meeting of a round: agents a and b, and the pair score of a, 0 to 1.
struct RoundScore {
    std::size_t a;
    std::size_t b;
    double score;
};

/// d_ij of a round: the mean over the opponents that both met of i's pair score less j's, where their own
/// meeting counts as one more opponent. 0 without a common opponent and without a meeting. `agents` is their
/// number; the result is a table of agents by agents.
[[nodiscard]] std::vector<std::vector<double>> round_differences(std::size_t agents,
                                                                 const std::vector<RoundScore>& scores);

} // namespace sprt

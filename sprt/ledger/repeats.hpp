#pragma once
// Finds repeated pairs of games, and how much information pairs from the same openings hold.
// Source: docs/statistics.md, "What breaks a test".

#include "referee/game/record.hpp"
#include "sprt/ledger/copies.hpp"
#include "sprt/ledger/game_result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace sprt {

/// So many repeated pairs in a row show that two agents only repeat themselves.
inline constexpr std::uint64_t kRepeatedPairsThatEnd = 3;

/// Who won the games of a pair, the first one before the second.
struct PairWinners {
    RuledWinner a;
    RuledWinner b;

    /// Agent 1's half points, 0 to 4.
    [[nodiscard]] std::size_t half_points() const noexcept;
};

/// Both games of a pair from one opening; they are scored.
struct WholePair {
    std::uint64_t opening = 0; ///< fingerprint
    std::uint64_t game_a = 0;  ///< fingerprint
    std::uint64_t game_b = 0;  ///< fingerprint
    PairWinners winners;
    /// A fault or a time loss ended a game. Such a pair equals no other, and it does not show that the agents
    /// choose their moves by chance: the fault is why it differs.
    bool broken_off = false;
    std::array<std::uint64_t, 2> rests{}; ///< of the games, see GameResult
};

/// The pairs of a run by opening.
class Repeats {
  public:
    /// A pair is not new when both games equal those of an earlier pair from the same opening.
    Comparison add(const WholePair& pair);

    /// The first pair from `opening` that was not broken off; there is one.
    [[nodiscard]] const PairWinners& first_of(std::uint64_t opening) const;

    [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    /// The number of repeated pairs after the last new one.
    [[nodiscard]] std::uint64_t in_a_row() const noexcept { return in_a_row_; }
    /// Whether pairs from one opening differ.
    [[nodiscard]] bool show_chance() const noexcept { return show_chance_; }

    /// The number of independent pairs with the same information: pairs / (1 + (m - 1) rho), where m is the
    /// mean number of pairs from an opening, and rho the correlation of pairs from the same opening (analysis
    /// of variance). It is shown to people; no verdict uses it. Empty without pairs. Also empty when all
    /// pairs are from one opening and their points differ, because rho is then unknown.
    [[nodiscard]] std::optional<double> n_eff() const noexcept;

  private:
    struct History {
        Group<PairWinners> group;
        double pairs = 0;
        double points = 0;
    };
    std::unordered_map<std::uint64_t, History> openings_;
    std::unordered_set<std::uint64_t> others_; ///< see Group
    std::uint64_t pairs_ = 0;
    std::uint64_t distinct_ = 0;
    std::uint64_t in_a_row_ = 0;
    bool show_chance_ = false;
    // Sums over pairs and over openings, for the analysis of variance.
    double sum_ = 0;
    double squares_ = 0;
    double opening_squares_ = 0; ///< sum over openings of points^2 / pairs
    double sizes_squared_ = 0;   ///< sum over openings of pairs^2
};

} // namespace sprt

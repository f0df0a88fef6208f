#pragma once
// What a verdict needs to know of a game, the same for real and simulated games, and what the game counts.

#include "referee/game/record.hpp"
#include "sprt/stats/counts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sprt {

/// The count of games that end like this.
[[nodiscard]] constexpr std::uint64_t& games_with(Wld& games, referee::Winner winner) noexcept {
    switch (winner) {
    case referee::Winner::Agent1:
        return games.wins;
    case referee::Winner::Agent2:
        return games.losses;
    case referee::Winner::Draw:
        break;
    }
    return games.draws;
}

/// Agent 1's points in halves: 2 for a win, 1 for a draw, 0 for a loss.
[[nodiscard]] constexpr std::size_t half_points(referee::Winner winner) noexcept {
    switch (winner) {
    case referee::Winner::Agent1:
        return 2;
    case referee::Winner::Draw:
        return 1;
    case referee::Winner::Agent2:
        break;
    }
    return 0;
}

/// A winner, and the rule of adjudication that decided so; empty: no rule did.
struct RuledWinner {
    // NOLINTNEXTLINE(google-explicit-constructor): a winner that no rule decided is a ruled winner
    constexpr RuledWinner(referee::Winner won = referee::Winner::Draw,
                          std::optional<referee::AdjudicationRule> by = std::nullopt) noexcept
        : winner(won)
        , rule(by) {}

    bool operator==(const RuledWinner&) const = default;

    referee::Winner winner;
    std::optional<referee::AdjudicationRule> rule;
};

/// What a game that was played to its natural end says of the rule that would have ended it.
struct VerifiedRule {
    referee::AdjudicationRule rule;
    bool is_wrong;             ///< the game ended with another result
    std::uint64_t turns_saved; ///< turns that the rule would have saved
};

struct GameResult {
    std::uint64_t game = 0; ///< from 0, in schedule order
    std::uint64_t pair = 0; ///< two consecutive games with the seats swapped
    /// Fingerprint of the opening; empty for a game that ended before it began.
    std::optional<std::uint64_t> opening;
    /// Fingerprint of the seats, all moves (those of the opening too) and the result. A game that an agent
    /// lost by a fault equals no other game, so that each such loss counts. Of a game that verifies a rule
    /// the part that the rule would have left: it equals a copy that the rule ended.
    std::uint64_t moves = 0;
    /// Of a game that verifies a rule: fingerprint of the other part, and the natural result; otherwise 0.
    std::uint64_t rest = 0;
    /// Fingerprint of the opening and the moves that are in `moves`, without the seats; 0: not known.
    std::uint64_t line = 0;
    std::optional<referee::Winner> winner; ///< empty: not scored
    bool broken_off = false; ///< ended by a fault or a time loss of an agent; such a game equals no other
    bool faulty = false;     ///< ended by a fault of an agent; time losses are none
    bool disputed = false;   ///< ended by a disputed time loss
    /// The winner may have caused the loss unseen, or an agent that did not lose worked in its rival's time.
    bool doubtful = false;
    bool disturbed = false; ///< not scored at first, because an agent or the referee was stopped
    std::optional<referee::AdjudicationRule> ended_by{}; ///< empty: no rule of adjudication ended it
    std::optional<VerifiedRule> verified{};              ///< empty: it verifies no rule
};

/// The result of `record`, with 64-bit fingerprints. Among 100 000 games, two different ones have the same
/// fingerprint with a probability of about 1e-9.
[[nodiscard]] GameResult result_of(const referee::GameRecord& record) noexcept;

} // namespace sprt

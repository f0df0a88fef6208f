#pragma once
// Who meets whom in a round of a tournament, and in which order.
// Source: the circle method, e.g. "Round-robin tournament"; docs/tournaments.md.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

enum class TournamentFormat : std::uint8_t {
    RoundRobin, ///< all meet all
    Gauntlet,   ///< the first ones, the seeds, meet all others and not each other
    Ladder,     ///< each meets the next ones of the list
};

/// `roundrobin`, `gauntlet` or `ladder`.
[[nodiscard]] std::string_view name(TournamentFormat format) noexcept;

/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<TournamentFormat> format_named(std::string_view text) noexcept;

/// Who meets: positions in the list of agents, the first one is less.
struct Meeting {
    std::size_t a;
    std::size_t b;

    bool operator==(const Meeting&) const = default;
};

/// The meetings of a round in the order of play. `agents`: positions of those that play, rising. `reach`: of
/// a gauntlet, how many agents of the list are seeds; of a ladder, how many next ones each meets. Of a round
/// robin neighbours in the order have no agent in common while there are four agents or more.
[[nodiscard]] std::vector<Meeting> meetings_of_round(TournamentFormat format, std::size_t reach,
                                                     const std::vector<std::size_t>& agents);

// The rounds of a tournament one after the other: a function of its format, of its stages and of what is no
// longer played. Source: docs/tournaments.md, "The schedule".

/// From game `game` on, which begins a round, these agents play, up to so many rounds in all.
struct RoundStage {
    std::uint64_t game = 0;
    std::vector<std::size_t> agents; ///< positions, rising; a later stage may have more and lack some
    std::uint64_t rounds = 0;

    bool operator==(const RoundStage&) const = default;
};

/// Who meets whom.
struct TournamentRules {
    TournamentFormat format = TournamentFormat::RoundRobin;
    std::size_t reach = 1; ///< seeds of a gauntlet, span of a ladder
    std::vector<RoundStage> stages;
};

using AgentPair = std::pair<std::size_t, std::size_t>; ///< the first one is less

/// What is no longer played, whatever the stages say.
struct LeftOut {
    std::set<std::size_t> agents;
    std::set<AgentPair> pairings;

    bool operator==(const LeftOut&) const = default;
};

/// Meetings that are played from one opening, that of `round`; each is a pair of games.
struct Block {
    std::uint64_t round = 0;
    bool is_catch_up = false; ///< others have played this round before
    std::vector<Meeting> meetings;
};

/// Each pairing plays rounds 0, 1, 2, ... A block is all meetings of the round that is next for those that
/// have played least: agents that came later catch up first. A value.
class RoundSequence {
  public:
    explicit RoundSequence(TournamentRules rules)
        : rules_(std::move(rules)) {}

    /// The next block, which is not empty; empty when all stages are played.
    [[nodiscard]] std::optional<Block> next(const LeftOut& stopped);

    /// How many games all stages have when nothing more is stopped.
    [[nodiscard]] std::uint64_t all_games(const LeftOut& stopped) const;

    /// The number of the first game after the blocks so far.
    [[nodiscard]] std::uint64_t next_game() const noexcept { return game_; }
    /// Rounds that were begun, those of catching up not counted again.
    [[nodiscard]] std::uint64_t rounds() const noexcept { return rounds_; }
    /// Up to how many rounds the stage of the last block goes.
    [[nodiscard]] std::uint64_t most_rounds() const { return stage().rounds; }
    /// Whether a stage begins with the next block.
    [[nodiscard]] bool has_later_stage() const noexcept {
        return stage_ + 1 < rules_.stages.size() && rules_.stages[stage_ + 1].game <= game_;
    }
    /// Whether agents join with the next block.
    [[nodiscard]] bool has_newcomers() const noexcept;
    /// How many agents the stage of the last block and those before it have had.
    [[nodiscard]] std::size_t known_agents() const noexcept;
    /// The agents of the stage of the last block.
    [[nodiscard]] const std::vector<std::size_t>& agents() const { return stage().agents; }

  private:
    [[nodiscard]] const RoundStage& stage() const { return rules_.stages[stage_]; }
    /// All meetings of the stage that are still played, in the order of a round.
    [[nodiscard]] std::vector<Meeting> meetings(const LeftOut& stopped) const;

    TournamentRules rules_;
    std::size_t stage_ = 0;
    std::uint64_t game_ = 0;
    std::uint64_t rounds_ = 0;
    std::map<AgentPair, std::uint64_t> played_; ///< rounds of each pairing
};

} // namespace sprt

#pragma once
// The table of a tournament, and what its pairings came to, as its page shows them.
// Source of the keys: docs/runs.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// `head`, `rows` (agents as the table lists them), `differences` (of agents by agents: `[elo, low, high]` of
/// the column's agent less the row's; null where nothing can be said) and `notes`.
[[nodiscard]] referee::Json standings_json(const Standings& standings);

/// What the two agents of each pairing came to, as those of a match. Computes again what has changed alone.
class PairingMatches {
  public:
    /// An array in the order of the state's pairings: `pairs`, `unscored`, `estimates`. `state` is that of
    /// the call before with more games, or its first one.
    [[nodiscard]] referee::Json json(const TournamentPlan& plan, const TournamentState& state);

  private:
    struct Known {
        Ptnml pairs;
        bool is_fixed;
        std::string estimates; ///< JSON
    };
    std::vector<Known> known_;
};

// The page's data of a tournament. Statistics are those of `sprt report --json`, by the same functions.

/// Stays where it is: its reader calls it.
class ShownTournament : public ShownRun {
  public:
    /// See shown_run().
    ShownTournament(const std::filesystem::path& dir, std::function<void(std::string_view line)> on_line);

    void read() override;
    [[nodiscard]] RunKind kind() const noexcept override { return RunKind::Tournament; }
    [[nodiscard]] const RunFacts& facts() const noexcept override { return reader_.run().run; }
    [[nodiscard]] std::uintmax_t log_bytes() const noexcept override { return reader_.run().games.bytes; }
    [[nodiscard]] const Columns& columns() const noexcept override { return columns_; }
    [[nodiscard]] std::uint64_t stride() const noexcept override { return 0; }
    [[nodiscard]] ListedRun listed(bool is_live) const override;
    [[nodiscard]] referee::Json index(const PageFacts& facts) override;
    [[nodiscard]] referee::Json state() override;
    [[nodiscard]] referee::Json games_from(std::size_t from, std::uint64_t positions_after) override;
    [[nodiscard]] std::optional<referee::Json> workers() const override;

  private:
    void add(const referee::GameRecord& record, const TournamentTally& tally);
    [[nodiscard]] referee::Json changing();

    Columns columns_;
    /// Of each game.
    struct Met {
        std::uint64_t round;
        referee::PerPlayer<referee::AgentId> agents;
    };
    std::vector<Met> met_;
    TournamentReader reader_;
    PairingMatches matches_;
};

} // namespace sprt

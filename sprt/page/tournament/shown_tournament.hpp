#pragma once
// The page's data of a tournament. Statistics are those of `sprt report --json`, by the same functions.

#include "sprt/page/shown_run.hpp"
#include "sprt/page/tournament/standings_json.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

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

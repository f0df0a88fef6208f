#pragma once
// What is said about a run while it is played: the transcript, warnings, a status line.
// Source: docs/commands.md, "Watching a run".

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/match_result.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/schedule/openings.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace sprt {

class Watch {
  public:
    /// `config` is filled in and outlives this. `games_before` are those of earlier sessions.
    Watch(const Config& config, const Openings& openings, std::uint64_t games_before);

    /// A game that was just counted.
    void game(const referee::GameRecord& record, const MatchResult& so_far);
    /// Nothing new, some time later.
    void wait(const MatchResult& so_far);

  private:
    void warn(const referee::GameRecord& record, const MatchResult& so_far);
    [[nodiscard]] StatusView view(const MatchResult& so_far) const;

    const Config& config_;
    SequentialTest test_;
    bool plays_openings_;
    std::uint64_t games_before_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<StatusLine> status_; ///< empty: not wanted
    bool says_games_;
    bool told_of_opening_ = false;
    referee::MachineWarnings warnings_;
};

} // namespace sprt

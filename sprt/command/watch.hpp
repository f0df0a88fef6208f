#pragma once
// What is said about a run while it is played: the transcript, warnings, a status line.
// Source: docs/commands.md, "Watching a run".

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/schedule/openings.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace sprt {

class Watch {
  public:
    /// `plan` must outlive it. `first_game`: the first one of this session.
    Watch(const RunPlan& plan, const Openings& openings, std::uint64_t first_game);

    /// A game that was just counted.
    void game(const referee::GameRecord& record, const RunState& so_far);
    /// Nothing new, some time later.
    void wait(const RunState& so_far);

  private:
    void warn(const referee::GameRecord& record, const RunState& so_far);
    [[nodiscard]] RunSnapshot snapshot(const RunState& so_far) const;

    const RunPlan& plan_;
    bool plays_openings_;
    std::uint64_t first_game_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<StatusLine> status_; ///< empty: not wanted
    bool says_games_;
    bool told_of_opening_ = false;
    referee::MachineWarnings warnings_;
};

} // namespace sprt

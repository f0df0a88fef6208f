#pragma once
// The output of a run while it is played: transcript, warnings and status.
// Source: docs/commands.md, "Watching a run".

#include "referee/game/game_fault.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "referee/process/signal_request.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/same_draws.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/schedule/openings.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

/// Prints to standard output (transcript) and standard error (warnings, status). The status is also printed
/// when the user asks for it.
class Watch {
  public:
    /// `plan` and `status_request` must outlive the Watch. `first_game`: number of the first game of this
    /// session. `is_stored`: a slow reader of the transcript does not stop the games, which are stored.
    Watch(const RunPlan& plan, const Openings& openings, std::uint64_t first_game,
          referee::SignalRequest& status_request, bool is_stored);

    /// Call after each game was counted. `so_far` includes `record`.
    void game(const referee::GameRecord& record, const RunState& so_far);
    /// Call now and then while no game ends: repaints the status, and writes what a slow reader takes now.
    void wait(const RunState& so_far);

  private:
    void answer_request(const RunState& so_far);
    void say_faults(const referee::GameRecord& record);
    void warn(const referee::GameRecord& record, const RunState& so_far);
    [[nodiscard]] RunSnapshot snapshot(const RunState& so_far) const;

    const RunPlan& plan_;
    referee::SignalRequest& status_request_;
    bool plays_openings_;
    std::string lacking_; ///< what an agent does not offer that cannot be told its opening
    std::uint64_t first_game_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<StatusLine> status_; ///< empty when no status is wanted
    bool is_stored_;
    bool says_games_;
    bool told_of_opening_ = false;
    SameDraws same_draws_;
    referee::FirstFaults first_faults_;
    referee::MachineWarnings warnings_;
};

} // namespace sprt

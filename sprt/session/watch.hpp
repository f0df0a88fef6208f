#pragma once
// The output of a run of any kind while it is played: transcript, warnings and status.
// Source: docs/commands.md, "Watching a run".

#include "referee/game/machine_report.hpp"
#include "sprt/session/session.hpp"

#include <string>

namespace sprt {

/// Whether a status is wanted on standard error: painted on a terminal, otherwise in lines.
[[nodiscard]] bool is_status_wanted(const WatchPlan& plan);

/// Prints to standard output (transcript) and standard error (warnings, status). The status is also printed
/// when the user asks for it.
class Watch {
  public:
    /// `session` must outlive it. A slow reader of the transcript does not stop the games of a run that is
    /// kept.
    explicit Watch(RunSession& session);

    /// Call after each game was counted.
    void game(const referee::GameRecord& record);
    /// Call now and then while no game ends: repaints the status, and writes what a slow reader takes now.
    void wait();

  private:
    void say(const std::string& text);
    void complain(const std::string& text);

    RunSession& session_;
    bool says_games_;
    referee::MachineWarnings warnings_;
};

} // namespace sprt

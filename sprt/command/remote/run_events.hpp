#pragma once
// Tells those who watch a distributed run what becomes of it.
// Source: docs/many-machines.md, "Watching"; configs/schema/remote.schema.json.

#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/remote/remote_games.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/store/run_facts.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sprt {

/// The message of what the run came to so far: `standing_event` of remote.schema.json. `estimates`:
/// estimates_of() it.
[[nodiscard]] std::string standing_event(const RunSnapshot& run, const Calculation& estimates);

/// For the thread that counts games. What it tells takes at most a fiftieth of that thread's time, and at
/// most once a second.
class RunEvents {
  public:
    /// `session_changes`: see RunFile::session_changes(). `facts`: what is known of the workers, called with
    /// what they did in this session. `games` and `plan` must outlive it.
    RunEvents(remote::RemoteGames& games, const RunPlan& plan, std::vector<std::string> session_changes,
              std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts);

    void note_game(const referee::GameRecord& record, const RunState& so_far);
    /// To be called some times a second while no game ends, and at the end of the run.
    void note_time(const RunState& so_far);

  private:
    void tell(const RunState& so_far);

    remote::RemoteGames& games_;
    const RunPlan& plan_;
    std::vector<std::string> session_changes_;
    std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts_;
    remote::Time began_;
    std::uint64_t counted_ = 0; ///< games of this session
    remote::Time next_{};       ///< when it is told again
};

} // namespace sprt

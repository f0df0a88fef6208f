#pragma once
// Tells those who watch a distributed run what becomes of it.
// Source: docs/many-machines.md, "Watching"; configs/schema/remote.schema.json.

#include "referee/game/record.hpp"
#include "sprt/command/remote/offered_run.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/remote/remote_games.hpp"
#include "sprt/store/run_facts.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace sprt {

/// For the thread that counts games. What it tells takes at most a fiftieth of that thread's time, and at
/// most once a second.
class RunEvents {
  public:
    /// `facts`: what is known of the workers, called with what they did in this session. `games`, `counting`
    /// and `run` must outlive it.
    RunEvents(remote::RemoteGames& games, const Counting& counting, const OfferedRun& run,
              std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts);

    void note_game(const referee::GameRecord& record);
    /// To be called some times a second while no game ends, and at the end of the run.
    void note_time();

  private:
    void tell();

    remote::RemoteGames& games_;
    const Counting& counting_;
    const OfferedRun& run_;
    std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts_;
    remote::Time began_;
    std::uint64_t counted_ = 0; ///< games of this session
    remote::Time next_{};       ///< when it is told again
};

} // namespace sprt

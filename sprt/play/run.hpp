#pragma once
// A run: games in schedule order, counted until the test decides.

#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/schedule/jobs.hpp"

#include <functional>

namespace sprt {

/// Who is told of a run while it is played. Both are called in the thread of play_games().
struct RunListener {
    /// Each game after it was counted, and the state of the run with it.
    std::function<void(const referee::GameRecord&, const RunState&)> on_game;
    /// Some times a second while no game comes; may be empty.
    std::function<void(const RunState&)> on_wait{};
};

/// Counts the games of `pool`, which plays `jobs`, into `tally` until the run has ended, the openings are
/// used up, or `interrupt` asks for a stop. Games that are being played then are stopped and not counted.
/// Throws what the pool and the listener throw.
[[nodiscard]] RunState play_games(Pool& pool, const Jobs& jobs, const referee::StopToken& interrupt,
                                  Tally tally, const RunListener& listener);

} // namespace sprt

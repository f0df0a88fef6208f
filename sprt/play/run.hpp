#pragma once
// Plays a run: games are counted in schedule order until the test decides.

#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/play/games.hpp"
#include "sprt/schedule/jobs.hpp"

#include <functional>

namespace sprt {

/// Receives the progress of a run. Both functions are called in the thread of play_games().
struct RunListener {
    /// Called after each game was counted, with the game and the state of the run after that game.
    std::function<void(const referee::GameRecord&, const RunState&)> on_game;
    /// Called some times a second while no game ends; may be empty.
    std::function<void(const RunState&)> on_wait{};
};

/// Counts the games that `games` plays into `tally` until the run ends, the openings are used up,
/// or `interrupt` is readable. Games that are still being played are then stopped and not counted. Throws
/// what `games` and the listener throw.
[[nodiscard]] RunState play_games(Games& games, const Jobs& jobs, const referee::StopToken& interrupt,
                                  Tally& tally, const RunListener& listener);
[[nodiscard]] RunState play_games(Games& games, const Jobs& jobs, const referee::StopToken& interrupt,
                                  Tally&& tally, const RunListener& listener);

} // namespace sprt

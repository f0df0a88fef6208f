#pragma once
// Plays a tournament: games are counted in schedule order, and what is played follows from what was counted.

#include "referee/base/stop_token.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/tournament/tournament_tally.hpp"

#include <functional>
#include <string>

namespace sprt {

/// Receives the progress. The functions are called in the thread of play_tournament().
struct TournamentListener {
    /// Called after each game was counted; `ends_round` says whether it was the last one of a round.
    std::function<void(const referee::GameRecord&, const TournamentTally&, bool ends_round)> on_game;
    /// Called some times a second while no game ends; may be empty.
    std::function<void(const TournamentTally&)> on_wait{};
};

/// Plays on `concurrency` workers from the next game of `tally` on, until the tournament ends, the openings
/// are used up or `interrupt` is readable. Games that were begun and do not belong to the schedule any more,
/// because an agent was withdrawn or a pairing left out, are stopped and thrown away. Throws what the pool
/// and the listener throw.
[[nodiscard]] TournamentState play_tournament(TournamentTally& tally, const TournamentSchedule& schedule,
                                              Openings& openings, int concurrency, const MakePlayer& player,
                                              const referee::StopToken& interrupt,
                                              const TournamentListener& listener);

} // namespace sprt

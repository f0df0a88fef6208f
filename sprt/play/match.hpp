#pragma once
// A run: games in schedule order, counted until the test decides.

#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/match_result.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/play/workers.hpp"
#include "sprt/schedule/openings.hpp"

#include <functional>

namespace sprt {

/// Who is told of a run while it is played. Both are called in the thread of run_match().
struct MatchListener {
    /// Each game as it is counted, and the result so far.
    std::function<void(const referee::GameRecord&, const MatchResult&)> on_game;
    /// Now and then while no game comes; may be empty.
    std::function<void(const MatchResult&)> on_wait{};
};

/// Plays with `make_player` on `config.concurrency` threads (filled in), from where `tally` stands (a new
/// one: from game 0), until the tally says that the run has ended, `openings` are used up, or `interrupt`.
/// Games that are still being played then are stopped and not counted. What the workers or the listener throw
/// comes through.
[[nodiscard]] MatchResult run_match(const Config& config, Openings& openings, const MakePlayer& make_player,
                                    const referee::StopToken& interrupt, Tally tally,
                                    const MatchListener& listener);

} // namespace sprt

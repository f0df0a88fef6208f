#pragma once
// The phrases of a run's status.
// Source of the numbers: docs/statistics.md; of the phrases: docs/commands.md, "Watching a run".

#include "referee/base/output.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/interval.hpp"

#include <optional>
#include <string>

namespace sprt {

/// ASCII phrases. A phrase that does not apply is empty.
struct StatusWords {
    std::string games;       ///< `Games 100 of 500`
    std::string wld;         ///< `WLD 40/30/30`
    std::string ptnml;       ///< empty for models of games
    std::string rate;        ///< `5.0 games/s` of this session; empty before its first game
    std::string ratio;       ///< `LLR 0.441`; empty for a match
    std::string bounds;      ///< `[-2.944, 2.944]`; empty for a match
    std::string p_h1;        ///< probability that H1 is accepted; empty without a forecast
    std::string elo;         ///< of the score; with the model `normalized` also normalized Elo
    std::string anytime;     ///< interval of Elo that holds at any time
    std::string time_left;   ///< at the rate of this session
    std::string games_left;  ///< by the forecast, up to `max_games`; empty when neither is known
    std::string faults;      ///< of agent 1 / of agent 2
    std::string time_losses; ///< of agent 1 / of agent 2
    std::string delays;      ///< share of the agents' watched time that they waited for a core
    std::string unscored;    ///< empty when there are none
    std::string repeated;    ///< empty when there are none
    std::string elapsed;     ///< time of this session
};

/// Games until the run ends: those of the forecast, but no more than the limit allows. Without a forecast
/// both ends are those of the limit; empty without a limit too, and of a run that has ended.
[[nodiscard]] std::optional<Interval> games_left(const RunSnapshot& run, const Calculation& estimates);

/// Pure. `estimates` may be some games older than `run`.
[[nodiscard]] StatusWords status_words(const RunSnapshot& run, const Calculation& estimates);

/// All phrases in one line without a newline, for output that cannot be repainted.
[[nodiscard]] std::string plain_status(const RunSnapshot& run, const Calculation& estimates);

// The status of a run while it is played, in four lines.
// Source of the lines: docs/commands.md, "Watching a run".

/// Four lines, each ended by a newline and narrower than `columns`, so that no terminal wraps a line. Phrases
/// that do not fit are left out from the right; below 20 columns the text is empty. Colour and Unicode are
/// used as `traits` allow.
[[nodiscard]] std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                                       const referee::TerminalTraits& traits, int columns);

} // namespace sprt

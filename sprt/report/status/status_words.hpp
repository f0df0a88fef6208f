#pragma once
// What there is to say about a run while it is played, phrase by phrase.
// Source of the numbers: docs/statistics.md; of the phrases: docs/commands.md, "Watching a run".

#include "sprt/report/run_snapshot.hpp"

#include <string>

namespace sprt {

/// ASCII phrases; empty where there is nothing to say.
struct StatusWords {
    std::string games;       ///< `Games 100 of 500`
    std::string wld;         ///< `WLD 40/30/30`
    std::string ptnml;       ///< empty for models of games
    std::string rate;        ///< of this session; empty before its first game
    std::string ratio;       ///< `LLR 0.441`; `2-SPRT`, which has two
    std::string bounds;      ///< `[-2.944, 2.944]`; of a 2-SPRT also its ratios
    std::string p_h1;        ///< empty without a forecast
    std::string elo;         ///< of the score; with the model `normalized` also normalized Elo
    std::string anytime;     ///< interval of Elo
    std::string time_left;   ///< at this session's rate
    std::string games_left;  ///< of the forecast, `max_games` at most; empty when neither is known
    std::string faults;      ///< agent 1's / agent 2's
    std::string time_losses; ///< the same
    std::string delays;      ///< share of the agents' watched time without a core
    std::string unscored;    ///< empty for none
    std::string repeated;    ///< the same
    std::string elapsed;
};

/// Pure. `estimates` may be some games old; everything else is as of now.
[[nodiscard]] StatusWords status_words(const RunSnapshot& run, const Calculation& estimates);

/// All of it in one line, without its newline, for where nothing can be painted over.
[[nodiscard]] std::string plain_status(const RunSnapshot& run, const Calculation& estimates);

} // namespace sprt

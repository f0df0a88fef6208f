#pragma once
// A run: games in schedule order, counted until the test decides.

#include "referee/agent/stop.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/match/conduct.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/ledger.hpp"
#include "sprt/match/openings.hpp"
#include "sprt/match/workers.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sprt {

enum class EndReason : std::uint8_t {
    Verdict,
    MaxGames,
    MaxFaults,
    Repeats,        ///< the agents play the same games again and again
    OpeningsUsedUp, ///< no opening is left that was not played
    Interrupted,
};

/// What an agent did wrong in a game, time losses included.
struct LoggedFault {
    std::uint64_t game;
    ataxx::Termination termination;
    ataxx::FaultNote note;
};

struct MatchResult {
    Standing standing;
    Conduct conduct;
    EndReason reason = EndReason::Interrupted;
    std::optional<ataxx::Player> broken; ///< whose faults passed `max_faults`
    std::vector<LoggedFault> faults;     ///< the first 100
    ataxx::MachineReport machine;
    std::uint64_t games_beyond = 0; ///< begun beyond the last one counted; thrown away

    /// Continue unless the run ended by a verdict: a run that ended otherwise has none, whatever its LLR.
    [[nodiscard]] Verdict verdict() const noexcept {
        return reason == EndReason::Verdict ? standing.evaluation.verdict : Verdict::Continue;
    }
};

/// Called with each game as it is counted, and the result so far.
using OnGame = std::function<void(const ataxx::GameRecord&, const MatchResult&)>;

/// Plays with `make_player` on `config.concurrency` threads (filled in) until the verdict,
/// `config.max_games`, an agent whose faults pass `config.max_faults`, nothing but repeats, the last of
/// `openings`, or `interrupt`. Games that are still being played then are stopped and not counted. What the
/// workers or `on_game` throw comes through.
[[nodiscard]] MatchResult run_match(const Config& config, Openings& openings, const MakePlayer& make_player,
                                    const ataxx::StopToken& interrupt, const OnGame& on_game);

} // namespace sprt

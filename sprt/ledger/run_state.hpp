#pragma once
// What is known of a run after some of its games, and how it ended.

#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/ledger.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
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

/// As in run.json: `verdict`, `max_games`, `max_faults`, `repeats`, `openings_used_up`, `interrupted`.
[[nodiscard]] constexpr std::string_view name(EndReason reason) noexcept {
    switch (reason) {
    case EndReason::Verdict:
        return "verdict";
    case EndReason::MaxGames:
        return "max_games";
    case EndReason::MaxFaults:
        return "max_faults";
    case EndReason::Repeats:
        return "repeats";
    case EndReason::OpeningsUsedUp:
        return "openings_used_up";
    case EndReason::Interrupted:
        break;
    }
    return "interrupted";
}

/// What an agent did wrong in a game, time losses included.
struct LoggedFault {
    std::uint64_t game;
    referee::Termination termination;
    referee::FaultNote note;
};

struct RunState {
    Standing standing;
    Conduct conduct;
    EndReason reason = EndReason::Interrupted; ///< also of a run that goes on
    std::optional<referee::Player> broken;     ///< whose faults passed `max_faults`
    std::vector<LoggedFault> faults;           ///< the first 100
    referee::MachineReport machine;
    std::uint64_t games_beyond = 0;      ///< begun beyond the last one counted; thrown away
    std::chrono::nanoseconds elapsed{0}; ///< that the run was played for, all its sessions together

    /// Continue unless the run ended by a verdict: a run that ended otherwise has none, whatever its LLR.
    [[nodiscard]] Verdict verdict() const noexcept {
        return reason == EndReason::Verdict ? standing.evaluation.verdict : Verdict::Continue;
    }
};

} // namespace sprt

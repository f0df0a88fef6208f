#pragma once
// The state of a run after some of its games, and why the run ended.

#include "referee/game/game_fault.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/workers.hpp"
#include "sprt/schedule/tuning.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

enum class EndReason : std::uint8_t {
    Verdict,
    MaxGames,
    Games,    ///< all games of a match or a tuning were played
    MaxTime,  ///< the same of a tuning that its time ended
    NoEffect, ///< no parameter of a tuning changes a game
    MaxFaults,
    FailedStarts,   ///< an engine does not start, see kMostFailedStarts
    Tampering,      ///< an agent tampered with the other one, see kMostTampering
    Repeats,        ///< the agents repeat the same games
    OpeningsUsedUp, ///< all openings were played
    Interrupted,
};

/// The name in run.json: `verdict`, `max_games`, `games`, `max_time`, `no_effect`, `max_faults`,
/// `failed_starts`, `tampering`, `repeats`, `openings_used_up`, `interrupted`.
[[nodiscard]] constexpr std::string_view name(EndReason reason) noexcept {
    switch (reason) {
    case EndReason::Verdict:
        return "verdict";
    case EndReason::MaxGames:
        return "max_games";
    case EndReason::Games:
        return "games";
    case EndReason::MaxTime:
        return "max_time";
    case EndReason::NoEffect:
        return "no_effect";
    case EndReason::MaxFaults:
        return "max_faults";
    case EndReason::FailedStarts:
        return "failed_starts";
    case EndReason::Tampering:
        return "tampering";
    case EndReason::Repeats:
        return "repeats";
    case EndReason::OpeningsUsedUp:
        return "openings_used_up";
    case EndReason::Interrupted:
        break;
    }
    return "interrupted";
}

struct RunState {
    Standing standing;              ///< of a tuning, of its verification
    std::optional<Tuning> tuning{}; ///< empty: the run is none
    Conduct conduct;
    EndReason reason = EndReason::Interrupted; ///< Interrupted also before the end of the run
    std::optional<referee::Player> broken;     ///< the agent whose faults ended the run
    referee::PerPlayer<bool> are_broken{};     ///< the same of each agent; both may be
    std::vector<referee::GameFault>
        faults; ///< the first 100 of the run, and the first of each kind and agent
    referee::MachineReport machine;
    GamesByWorker workers; ///< of games that other machines played
    /// Without the games of workers that were caught lying; empty: they have none.
    std::optional<Evaluation> trusted_evaluation{};
    std::uint64_t distrusted_pairs = 0;  ///< of which such a worker played a game
    std::uint64_t games_beyond = 0;      ///< begun after the last counted game, and discarded
    std::chrono::nanoseconds elapsed{0}; ///< duration of all sessions of the run

    /// Games that were scored, and that were not.
    [[nodiscard]] std::uint64_t games() const noexcept {
        return tuning ? tuning->games() : standing.games.games();
    }
    [[nodiscard]] std::uint64_t unscored() const noexcept {
        return tuning ? tuning->unscored() : standing.unscored;
    }

    /// Whether the run has ended. An interrupted one has not.
    [[nodiscard]] bool is_over() const noexcept { return reason != EndReason::Interrupted; }

    /// The verdict of a run that ended by one. Continue for every other run, whatever its LLR.
    [[nodiscard]] Verdict verdict() const noexcept {
        return reason == EndReason::Verdict ? standing.evaluation.verdict : Verdict::Continue;
    }

    /// Whether there is a verdict that would be another one, or none, without the games of workers that were
    /// caught lying.
    [[nodiscard]] bool rests_on_distrusted() const noexcept {
        return verdict() != Verdict::Continue && trusted_evaluation &&
               trusted_evaluation->verdict != verdict();
    }

    /// Whether there is a verdict for an agent that may have tampered with the other one, or a verdict that
    /// would be another one, or none, if its agent had lost each game that was disturbed.
    [[nodiscard]] bool rests_on_tampering() const noexcept {
        if (verdict() == Verdict::Continue) {
            return false;
        }
        const auto winner = verdict() == Verdict::H1 ? referee::Player::Agent1 : referee::Player::Agent2;
        return machine.disturbances().tampering[winner] > 0 || standing.rests_on_disturbed();
    }
};

} // namespace sprt

#pragma once
// Prints a tournament while it is played: lines of games, tables and the status.

#include "referee/base/terminal.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/process/signal_request.hpp"
#include "sprt/report/status/painter.hpp"
#include "sprt/report/tournament/tournament_text.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

class TournamentWatch {
  public:
    /// The arguments must outlive it. `first_game`: number of the first game of this session.
    /// `is_stored`: a slow reader of the transcript does not stop the games, which are stored.
    TournamentWatch(const TournamentPlan& plan, std::uint64_t first_game,
                    referee::SignalRequest& status_request, bool is_stored);

    /// Call after each game was counted.
    void game(const referee::GameRecord& record, const TournamentTally& tally);
    /// Call now and then while no game ends.
    void wait(const TournamentTally& tally);

  private:
    void clear();
    void show_status(const TournamentTally& tally);
    void warn(const referee::GameRecord& record, const TournamentTally& tally);
    [[nodiscard]] std::string status(const TournamentTally& tally) const;

    const TournamentPlan& plan_;
    referee::SignalRequest& status_request_;
    std::uint64_t first_game_;
    bool is_stored_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    referee::TerminalTraits traits_;
    std::optional<Painter> painter_; ///< empty when no status is painted
    bool writes_lines_ = false;      ///< plain lines of status in place of painting
    bool says_games_;
    std::optional<std::chrono::steady_clock::time_point> shown_;
    std::string table_; ///< the painted one
    std::optional<std::chrono::steady_clock::time_point> rated_;
    std::uint64_t rated_rounds_ = 0;
    bool told_of_opening_ = false;
    referee::MachineWarnings warnings_;
};

} // namespace sprt

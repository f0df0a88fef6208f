#pragma once
// A session of a tournament. Source: docs/tournaments.md.

#include "referee/base/output.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/session/session.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// An agent that lost its check game by a fault, and by which.
struct FailedAgent {
    std::size_t agent;
    std::string why;
};

/// All of `failed` in one line: `a: exited 7; b: exited 1`.
[[nodiscard]] std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed);

/// Plays a check game of each of `playing` with itself. Returns those that did not offer OPENING. Agents that
/// do not work are put into `failed`, in the order of the list, after the last lines of their standard errors
/// were printed; without it CheckGameFailed names them all.
[[nodiscard]] std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                                    const std::vector<std::size_t>& playing,
                                                    std::vector<FailedAgent>* failed = nullptr);

/// The agents that play from now on.
[[nodiscard]] std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally);

class TournamentSession final : public SessionOf<TournamentFile> {
  public:
    /// `lacking`: the agents that did not offer OPENING.
    TournamentSession(const TournamentPlan& plan, Stage& its_stage, TournamentTally tally,
                      std::vector<std::size_t> lacking = {});

    /// Plays the check games. Throws CheckGameFailed.
    void check();

    [[nodiscard]] std::unique_ptr<PairSource> pairs() override;
    [[nodiscard]] ExportedRun exported() override;
    [[nodiscard]] OfferedRun offered() override;
    [[nodiscard]] std::string head() override;
    [[nodiscard]] std::string game_text(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> remarks(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> complaints(const referee::GameRecord& record) override;
    [[nodiscard]] std::string status() override;
    void show_status() override;
    void clear_status() override;
    [[nodiscard]] std::string tail(const std::string& signal,
                                   const std::vector<std::string>& changes) override;

  private:
    std::vector<std::size_t> lacking_;
    std::optional<Painter> painter_; ///< empty when no status is painted
    bool writes_lines_ = false;      ///< plain lines of status in place of painting
    std::optional<std::chrono::steady_clock::time_point> shown_;
    std::string table_; ///< the painted one
    std::optional<std::chrono::steady_clock::time_point> rated_;
    std::uint64_t rated_rounds_ = 0;
    bool told_of_opening_ = false;
};

} // namespace sprt

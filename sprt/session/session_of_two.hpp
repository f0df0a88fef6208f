#pragma once
// A session of a run of two agents: a test or a match.

#include "referee/game/game_text.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/session.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Plays the check game of a run, of which nothing is kept. Throws UserError, after the last lines of the
/// agent's standard error were printed, when an agent does not work. Returns which agents cannot be told
/// their openings.
Lacking check_agents(const RunPlan& plan, Stage& stage);

class SessionOfTwo final : public SessionOf<RunFile> {
  public:
    SessionOfTwo(const RunPlan& plan, Stage& its_stage, Tally tally);

    /// Plays the check game. Throws what check_agents() throws.
    void check() { check_agents(plan_, stage); }

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
    [[nodiscard]] RunSnapshot snapshot() const;
    [[nodiscard]] std::chrono::nanoseconds played() const;

    std::optional<StatusLine> status_; ///< empty when no status is wanted
    bool told_of_opening_ = false;
    SameDraws same_draws_;
    referee::FirstFaults first_faults_;
};

} // namespace sprt

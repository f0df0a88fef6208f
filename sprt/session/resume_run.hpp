#pragma once
// Resumes a run that was stopped or killed, or that a full disk ended.
// Source: docs/runs.md, "Resuming"; docs/tournaments.md, "Stages".

#include "sprt/config/config.hpp"
#include "sprt/session/session.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

// What is asked of the session that resumes a run. Source: docs/runs.md, "Resuming".

struct ResumeRequest {
    std::string dir{};
    std::string place{}; ///< where relative paths begin; empty: where they began, or where the run is now
    std::vector<std::function<void(Config&)>> overrides{}; ///< settings of this session only
    std::set<std::string> keys{};                          ///< those settings
    std::optional<std::int64_t> games{};                   ///< of a match: the new number
    std::optional<std::int64_t> max_games{};               ///< of a run that a test ends: the new limit
    std::optional<std::int64_t> rounds{};                  ///< of a tournament: the new number
    std::vector<std::string> add{};                        ///< commands of agents that join a tournament
    std::vector<std::string> remove{};                     ///< names of agents that leave it
    bool force = false;
    bool no_check = false;
    std::string via{};  ///< from now on workers play, through this server; empty: where it was played last
    bool local = false; ///< from now on this machine plays
};

/// Resumes the run in the directory of `request`, a RunFile or a TournamentFile: checks and counts its games,
/// then plays the next game of the schedule and those after it. The games and the result are those of an
/// uninterrupted run. For a run that has ended the result is printed, and is written to run.json when it is
/// missing there after a crash; the request may add games, rounds and agents. The working directory of this
/// process becomes that of the run, see enter_place(). Throws UserError when it holds no run, when another
/// process plays the run, when a line of its games is wrong, or when an agent, the openings or the
/// configuration have changed, and when an agent fails in the check game, which `no_check` leaves out. With
/// `force` changes are accepted and noted in run.json. `narrator`: see RunSession.
template<class File>
[[nodiscard]] Played<File> resume_run(const ResumeRequest& request, Narrator* narrator = nullptr);

/// What is said of an odd number of games, given by `flag`, which is lowered by one.
[[nodiscard]] std::string odd_games_text(const char* flag, std::int64_t games);

} // namespace sprt

#pragma once
// What `sprt resume` changes of a run: the number of games or rounds, agents that join or leave a tournament.
// Source: docs/runs.md, "Resuming"; docs/tournaments.md, "Stages".

#include "sprt/session/resume_request.hpp"
#include "sprt/store/load_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sprt {

struct AskedChange {
    RunChange run;                  ///< without its place
    std::vector<std::string> lines; ///< what was changed of a tournament

    [[nodiscard]] bool is_none() const noexcept { return !run.games && !run.stage; }
};

/// The change that `request` asks for. Throws UserError, naming the flag, for what cannot be.
[[nodiscard]] AskedChange asked_change(const ResumeRequest& request, const LoadedRun& loaded);
[[nodiscard]] AskedChange asked_change(const ResumeRequest& request, const LoadedTournament& loaded);

/// What is said of an odd number of games, given by `flag`, which is lowered by one.
[[nodiscard]] std::string odd_games_text(const char* flag, std::int64_t games);

} // namespace sprt

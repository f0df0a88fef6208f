#pragma once
// The games of a result, checked before they are taken.
// Source: docs/many-machines.md, "The protocol".

#include "referee/game/record.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/schedule/jobs.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sprt::remote {

/// The problem of a game that was sent as that of a job; empty: none.
using ProblemOfGame = std::function<std::optional<std::string>(const referee::GameRecord&, const Job&)>;

struct CheckedGames {
    std::vector<referee::GameRecord> records; ///< all of them when there is no problem
    std::optional<std::string> problem;
};

/// Reads the games of `result` and notes in each who played it.
[[nodiscard]] CheckedGames check_games(const ResultToCheck& result, const ProblemOfGame& problem_of);

} // namespace sprt::remote

#pragma once
// What is asked of the session that resumes a run. Source: docs/runs.md, "Resuming".

#include "sprt/config/config.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

struct ResumeRequest {
    std::string dir;
    std::string place; ///< where relative paths begin; empty: where they began, or where the run is now
    std::vector<std::function<void(Config&)>> overrides; ///< settings of this session only
    std::set<std::string> keys;                          ///< those settings
    std::optional<std::int64_t> games;                   ///< of a match: the new number
    std::optional<std::int64_t> max_games;               ///< of a run that a test ends: the new limit
    std::optional<std::int64_t> rounds;                  ///< of a tournament: the new number
    std::vector<std::string> add;                        ///< commands of agents that join a tournament
    std::vector<std::string> remove;                     ///< names of agents that leave it
    bool force = false;
    bool no_check = false;
    std::string via;    ///< from now on workers play, through this server; empty: where it was played last
    bool local = false; ///< from now on this machine plays
};

} // namespace sprt

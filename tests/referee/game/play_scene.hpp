#pragma once
// What the tests of a game share: jobs, scripts, usual messages.

#include "referee/game/play.hpp"
#include "tests/referee/game/fake_agents.hpp"

#include <string>
#include <vector>

namespace referee::testing_support {

inline std::string answer_of(const MoveNumbers& move) {
    return "MOVE " + to_string(move);
}

inline Job game_of(Player first) {
    Job job;
    job.first = first;
    return job;
}

/// Adds the moves to the script, each taking `elapsed`.
inline void script(FakeAgents& agents, const std::vector<MoveNumbers>& moves,
                   std::chrono::nanoseconds elapsed = {}) {
    for (const MoveNumbers& move : moves) {
        agents.answers.push_back({answer_of(move), elapsed});
    }
}

inline std::vector<std::string> texts(const std::vector<TimedMove>& moves) {
    std::vector<std::string> result;
    for (const TimedMove& move : moves) {
        result.push_back(to_string(move.numbers));
    }
    return result;
}

inline std::vector<std::string> texts(const std::vector<MoveNumbers>& moves) {
    std::vector<std::string> result;
    for (const MoveNumbers& move : moves) {
        result.push_back(to_string(move));
    }
    return result;
}

inline const PerSide<std::string> kOnlyFinish{"FINISH\n", "FINISH\n"};

inline const AgentFault kLate{Termination::Timeout, "sent no answer in time"};
inline const AgentFault kGone{Termination::Crashed, "exited"};

} // namespace referee::testing_support

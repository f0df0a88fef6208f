#pragma once
// What the tests of a game share: jobs, scripts, usual messages.

#include "referee/game/play.hpp"
#include "tests/referee/game/fake_agents.hpp"

#include <string>
#include <vector>

namespace referee::testing_support {

inline std::string answer_of(ataxx::Move move) {
    return "MOVE " + to_string(move);
}

inline Job game_of(Player first) {
    Job job;
    job.first = first;
    return job;
}

/// Adds the moves to the script, each taking `elapsed`.
inline void script(FakeAgents& agents, const std::vector<ataxx::Move>& moves,
                   std::chrono::nanoseconds elapsed = {}) {
    for (const ataxx::Move move : moves) {
        agents.answers.push_back({answer_of(move), elapsed});
    }
}

inline std::vector<std::string> texts(const std::vector<TimedMove>& moves) {
    std::vector<std::string> result;
    for (const TimedMove& move : moves) {
        result.push_back(to_string(ataxx::Move::from_numbers(move.numbers).value()));
    }
    return result;
}

inline std::vector<std::string> texts(const std::vector<ataxx::Move>& moves) {
    std::vector<std::string> result;
    for (const ataxx::Move move : moves) {
        result.push_back(to_string(move));
    }
    return result;
}

inline std::vector<std::string> texts(const std::vector<ataxx::MoveNumbers>& moves) {
    std::vector<std::string> result;
    for (const ataxx::MoveNumbers& numbers : moves) {
        result.push_back(to_string(ataxx::Move::from_numbers(numbers).value()));
    }
    return result;
}

inline const PerSide<std::string> kOnlyFinish{"FINISH\n", "FINISH\n"};

inline const AgentFault kLate{Termination::Timeout, "sent no answer in time"};
inline const AgentFault kGone{Termination::Crashed, "exited"};

} // namespace referee::testing_support

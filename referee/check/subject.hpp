#pragma once
// The agent that is checked, and how much is tried. Source: docs/engines.md, "Checking an engine".

#include "referee/process/program.hpp"
#include "referee/process/sandbox/sandbox.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/agent_processes.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/manner.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace referee::check {

struct Subject {
    std::string name; ///< as shown
    Program program;
    Manner manner;
    Game rules = kDefaultGame;
    AgentSettings settings{};
    std::chrono::milliseconds ready{3000};  ///< of a native agent: to say OK
    std::optional<TimeControl> own_limit{}; ///< for whole games; empty: a short one is chosen
    std::chrono::milliseconds margin{25};   ///< how late an answer may be
    int games = 20;                         ///< against random moves
    int positions = 1000;                   ///< that are drawn
    std::uint64_t seed = 1;
    std::shared_ptr<const Sandbox> sandbox{}; ///< of its processes; null: they run as their user does

    [[nodiscard]] bool is_engine() const noexcept { return manner.protocol == Protocol::Uai; }
    /// Whether the positions of the checks, which are of one game, can be asked.
    [[nodiscard]] bool has_positions() const noexcept {
        return by_own_rules(rules) == by_own_rules(kDefaultGame);
    }
};

} // namespace referee::check

#pragma once
// The agent that is checked, and how much is tried. Source: docs/engines.md, "Checking an engine".

#include "referee/process/program.hpp"
#include "referee/process/sandbox/sandbox.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/agent_processes.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/dialect.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

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

    /// Of an engine alone.
    [[nodiscard]] const engine::Dialect& dialect() const noexcept {
        return engine::dialect_of(manner.protocol);
    }
    [[nodiscard]] bool is_engine() const noexcept { return is_of_engines(manner.protocol); }
    /// Whether the positions of the checks, which are of one game, can be asked.
    [[nodiscard]] bool has_positions() const noexcept {
        return by_own_rules(rules) == by_own_rules(kDefaultGame);
    }
};

// What a check found.

enum class Level : std::uint8_t {
    Ok,
    Note, ///< it holds, or need not; somebody should know
    Fail,
    Skip, ///< the check was not made
};

/// The word of reports, four letters at most.
[[nodiscard]] constexpr std::string_view name(Level level) noexcept {
    return level == Level::Ok ? "ok" : level == Level::Note ? "note" : level == Level::Fail ? "FAIL" : "skip";
}

struct Finding {
    Level level = Level::Ok;
    std::string seen{}; ///< one line, printable
    bool operator==(const Finding&) const = default;
};

[[nodiscard]] inline Finding ok(std::string seen) {
    return {Level::Ok, std::move(seen)};
}
[[nodiscard]] inline Finding note(std::string seen) {
    return {Level::Note, std::move(seen)};
}
[[nodiscard]] inline Finding fail(std::string seen) {
    return {Level::Fail, std::move(seen)};
}

/// `why`: what the check lacks.
[[nodiscard]] inline Finding skip(std::string why) {
    return {Level::Skip, std::move(why)};
}

/// Ends a check, which fails; what() is what was seen.
class CheckFailed : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Throws CheckFailed with `before` and the problem, unless it is empty.
inline void expect_none(const std::string& problem, std::string_view before = {}) {
    if (!problem.empty()) {
        throw CheckFailed(std::string(before) + problem);
    }
}

// Texts that several checks use.

[[nodiscard]] inline double in_ms(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// `12.3 ms`.
[[nodiscard]] inline std::string shown(std::chrono::nanoseconds time) {
    return fmt::format("{:.1f} ms", in_ms(time));
}

inline void add_part(std::string& list, std::string_view part, std::string_view separator = ", ") {
    if (!list.empty()) {
        list += separator;
    }
    list += part;
}

} // namespace referee::check

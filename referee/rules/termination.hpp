#pragma once
// How a game ends. Source: docs/protocol.md, "How a game ends".

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace referee {

enum class Termination : std::uint8_t {
    Annihilation,
    BoardFull,
    TurnLimit, // the board decides
    Timeout,
    ReadyTimeout,
    IllegalMove,
    ProtocolError,
    Crashed, // the agent at fault loses
    Aborted,
    RefereeFailure, // nobody is scored
};

inline constexpr std::array<std::string_view, 10> kTerminationNames{
    "annihilation", "board_full",     "turn_limit", "timeout", "ready_timeout",
    "illegal_move", "protocol_error", "crashed",    "aborted", "referee_failure"};

/// The name that logs and transcripts use, e.g. `board_full`.
[[nodiscard]] constexpr std::string_view name(Termination termination) noexcept {
    return kTerminationNames[static_cast<std::size_t>(termination)];
}

/// Empty when no termination has that name.
[[nodiscard]] constexpr std::optional<Termination> termination_named(std::string_view text) noexcept {
    for (std::size_t i = 0; i < kTerminationNames.size(); ++i) {
        if (kTerminationNames[i] == text) {
            return static_cast<Termination>(i);
        }
    }
    return std::nullopt;
}

[[nodiscard]] constexpr bool board_decides(Termination t) noexcept {
    return t <= Termination::TurnLimit;
}
[[nodiscard]] constexpr bool agent_loses(Termination t) noexcept {
    return t >= Termination::Timeout && t <= Termination::Crashed;
}
[[nodiscard]] constexpr bool is_scored(Termination t) noexcept {
    return t <= Termination::Crashed;
}

} // namespace referee

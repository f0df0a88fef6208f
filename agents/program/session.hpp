#pragma once
// An agent's side of the protocol: reads messages, keeps the position, asks for a move.
// Source: docs/protocol.md.

#include "referee/rules/ataxx/move.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace search {

/// The position after the moves of `OPENING n x1 y1 x2 y2 ...`, made from the start. Empty when `text` is no
/// such message or holds a move that cannot be made.
[[nodiscard]] std::optional<ataxx::Position> position_after_opening(std::string_view text) noexcept;

/// What `TURN my_time opp_time` says is left on the agent's own clock. Empty when `text` is no such message.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_left(std::string_view text) noexcept;

/// The move of `OPP x1 y1 x2 y2 time`. Empty when `text` is no such message.
[[nodiscard]] std::optional<ataxx::Move> opponents_move(std::string_view text) noexcept;

/// Chooses a legal move of an unfinished position; `left` is what is left on the agent's clock.
using ChooseMove = std::function<ataxx::Move(const ataxx::Position&, std::chrono::milliseconds left)>;

/// Serves one game on standard input and output; `choose` is called on each TURN. Returns the exit status: 0
/// after FINISH or the end of the input, 1 for a message that is not known or a move that cannot be made,
/// either of which is said on standard error.
[[nodiscard]] int serve(const ChooseMove& choose);

} // namespace search

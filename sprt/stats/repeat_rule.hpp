#pragma once
// What a repeated game or pair of games is worth. Source: docs/statistics.md, "What breaks a test".

#include "sprt/stats/model.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sprt {

/// What is done with a game, or a pair, that equals an earlier one move for move.
enum class RepeatRule : std::uint8_t {
    Count,    ///< it counts as any other does: what the articles do
    Collapse, ///< it is not counted, because it says nothing new
};

/// `count` or `collapse`.
[[nodiscard]] std::string_view name(RepeatRule rule) noexcept;

/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<RepeatRule> repeat_rule_named(std::string_view text) noexcept;

/// Collapse for models of pairs, Count for models of games.
[[nodiscard]] RepeatRule default_repeat_rule(Model model) noexcept;

} // namespace sprt

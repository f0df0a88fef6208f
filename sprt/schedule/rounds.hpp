#pragma once
// Who meets whom in a round of a tournament, and in which order.
// Source: the circle method, e.g. "Round-robin tournament"; docs/tournaments.md.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

enum class TournamentFormat : std::uint8_t {
    RoundRobin, ///< all meet all
    Gauntlet,   ///< the first ones, the seeds, meet all others and not each other
    Ladder,     ///< each meets the next ones of the list
};

/// `roundrobin`, `gauntlet` or `ladder`.
[[nodiscard]] std::string_view name(TournamentFormat format) noexcept;

/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<TournamentFormat> format_named(std::string_view text) noexcept;

/// Who meets: positions in the list of agents, the first one is less.
struct Meeting {
    std::size_t a;
    std::size_t b;

    bool operator==(const Meeting&) const = default;
};

/// The meetings of a round in the order of play. `agents`: positions of those that play, rising. `reach`: of
/// a gauntlet, how many agents of the list are seeds; of a ladder, how many next ones each meets. Of a round
/// robin neighbours in the order have no agent in common while there are four agents or more.
[[nodiscard]] std::vector<Meeting> meetings_of_round(TournamentFormat format, std::size_t reach,
                                                     const std::vector<std::size_t>& agents);

} // namespace sprt

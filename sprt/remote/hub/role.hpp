#pragma once
// What somebody may do on a server. Source: docs/many-machines.md, "Invitations".

#include <cstdint>
#include <optional>
#include <string_view>

namespace sprt::remote {

enum class Role : std::uint8_t {
    Worker,      ///< plays games
    Volunteer,   ///< plays games, and is not trusted: its name begins with `v-`
    Coordinator, ///< offers runs
    Viewer,      ///< reads offers and events
};

/// `worker`, `volunteer`, `coordinator` or `viewer`.
[[nodiscard]] std::string_view name(Role role) noexcept;
/// The role of that name; empty when there is none.
[[nodiscard]] std::optional<Role> role_of(std::string_view name) noexcept;
/// Whether one of that name may have the role: names that begin with `v-` are those of volunteers.
[[nodiscard]] bool fits(Role role, std::string_view name) noexcept;

} // namespace sprt::remote

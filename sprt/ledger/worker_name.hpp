#pragma once
// What the name of a worker says about it. Source: docs/many-machines.md, "Invitations".

#include <string_view>

namespace sprt {

inline constexpr std::string_view kVolunteerPrefix = "v-";

/// Whether a worker of this name is a volunteer, who is not trusted. The machine of the run itself, whose
/// name is empty, is none.
[[nodiscard]] inline bool is_volunteer(std::string_view worker) noexcept {
    return worker.starts_with(kVolunteerPrefix);
}

} // namespace sprt

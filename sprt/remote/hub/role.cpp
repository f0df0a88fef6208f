#include "sprt/remote/hub/role.hpp"

#include "sprt/ledger/conduct.hpp"

namespace sprt::remote {

std::string_view name(Role role) noexcept {
    switch (role) {
    case Role::Worker:
        return "worker";
    case Role::Volunteer:
        return "volunteer";
    case Role::Coordinator:
        return "coordinator";
    case Role::Viewer:
        break;
    }
    return "viewer";
}

std::optional<Role> role_of(std::string_view text) noexcept {
    for (const Role role : {Role::Worker, Role::Volunteer, Role::Coordinator, Role::Viewer}) {
        if (name(role) == text) {
            return role;
        }
    }
    return std::nullopt;
}

bool fits(Role role, std::string_view name) noexcept {
    return (role == Role::Volunteer) == is_volunteer(name);
}

} // namespace sprt::remote

#pragma once
// Showing the files of one user as those of another. Source: MOUNT_ATTR_IDMAP in mount_setattr(2).

#include "referee/base/descriptor.hpp"

#include <sys/types.h>

namespace referee {

/// For mounts in which what `user` and `group` own belongs to nobody, the user of agents in sandboxes: a user
/// namespace. Owns nothing when it cannot be made; only root can.
[[nodiscard]] Descriptor nobody_in_place_of(uid_t user, gid_t group);

} // namespace referee

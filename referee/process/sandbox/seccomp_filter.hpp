#pragma once
// Which system calls an agent in a sandbox may make. Source: seccomp(2); docs/security.md, "System calls".

#include <vector>

#include <linux/filter.h>

namespace referee {

/// A filter for seccomp(2): calls that reach other processes, change what the agent sees, or open parts of
/// the kernel that a player does not need fail with EPERM, or ENOSYS where libraries then take an older call.
/// The kernel kills what makes calls of 32 bits, unless `has_32_bits`: the filter is then twice as long,
/// which each start of an agent pays for. Throws std::system_error when the filter cannot be made.
[[nodiscard]] std::vector<sock_filter> seccomp_filter(bool has_32_bits);

} // namespace referee

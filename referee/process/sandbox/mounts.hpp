#pragma once
// Mounts by descriptors. These functions allocate nothing, and set errno when they fail.
// Source: open_tree(2), move_mount(2), mount_setattr(2).

#include <cstdint>

namespace referee::mounts {

enum class Access : std::uint8_t {
    AsItIs,
    ReadOnly, ///< without devices and set-user-ID programs
    Device,   ///< without set-user-ID programs
};

/// A mount of the tree at `path` that stands nowhere yet; negative when that fails.
[[nodiscard]] int clone_of(const char* path, Access access) noexcept;
/// Changes who owns the files of a mount that stands nowhere yet, by a user namespace. False when the file
/// system cannot.
bool change_owners(int mount, int user_namespace) noexcept;
/// Puts it at `path`, and closes it.
[[nodiscard]] bool put(int mount, const char* path) noexcept;
/// Makes the file or directory `path` that something is put at, if it is not there.
void make_place(const char* path, bool is_file) noexcept;
/// Lets nobody write through the mount at `path`. Waits for files that are open for writing there, for 0.2 s
/// at most. Returns false, with errno, when that fails.
[[nodiscard]] bool make_read_only(const char* path) noexcept;

} // namespace referee::mounts

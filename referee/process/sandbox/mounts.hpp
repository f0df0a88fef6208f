#pragma once
// Mounts by descriptors. These functions allocate nothing, and set errno when they fail.
// Source: open_tree(2), move_mount(2), mount_setattr(2).

#include "referee/base/descriptor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/types.h>

namespace referee::mounts {

enum class Access : std::uint8_t {
    AsItIs,
    ReadOnly, ///< without devices and set-user-ID programs
    Device,   ///< the same with devices, which can be written to
};

// A relative path is relative to the directory `at`.

/// A mount of the tree at `path` that stands nowhere yet; negative when that fails.
[[nodiscard]] int clone_of(const char* path, Access access, int at = AT_FDCWD) noexcept;
/// Changes who owns the files of a mount that stands nowhere yet, by a user namespace. False when the file
/// system cannot.
bool change_owners(int mount, int user_namespace) noexcept;
/// Puts it at `path`. Closes it.
[[nodiscard]] bool put(int mount, const char* path, int at = AT_FDCWD) noexcept;
/// Makes the file or directory `path` that something is put at, if it is not there. False when that fails.
bool make_place(const char* path, bool is_file, int at = AT_FDCWD) noexcept;
inline constexpr const char* kAll = "."; ///< entries of a directory
/// Shows what is in the directory `from` now, entry by entry, in the directory `to`, which holds no more than
/// links. Sets `has_links` when it makes links: whoever owns `to` can change their times. Returns the name of
/// an entry for which that fails, kAll when none can be listed; otherwise null.
[[nodiscard]] const char* show_entries(const char* from, const char* to, bool& has_links) noexcept;
/// Lets nobody write through the mount at `path`. Waits for files that are open for writing there, for 0.2 s
/// at most. Returns false, with errno, when that fails.
[[nodiscard]] bool make_read_only(const char* path) noexcept;

/// A directory of the new file tree that agents see empty: there trees are put together.
inline constexpr const char* kWorkshop = "/.copies";

} // namespace referee::mounts

namespace referee {

// Showing the files of one user as those of another. Source: MOUNT_ATTR_IDMAP in mount_setattr(2).

/// For mounts in which what `user` and `group` own belongs to nobody, the user of agents in sandboxes: a user
/// namespace. Owns nothing when it cannot be made; only root can.
[[nodiscard]] Descriptor nobody_in_place_of(uid_t user, gid_t group);

// The directories that an agent in a cell may write to: parts of one file system of limited size in memory.

/// Its functions allocate nothing. They return what failed, with errno; null when nothing did.
class Scratch {
  public:
    static constexpr std::size_t kMostPlaces = 3;

    /// Mounts a file system with `options` on all `places`, but for those that can be entered and not listed.
    /// What is in them stays.
    const char* set_up(const std::vector<std::string>& places, const char* options) noexcept;
    /// Makes it as set_up() left it. Costs a system call and one a place when nothing was written and
    /// there are no links in them.
    const char* refresh(const std::vector<std::string>& places, const char* options) noexcept;

  private:
    struct Use {
        std::uint64_t free_blocks = 0;
        std::uint64_t free_files = 0;
        /// When anything about each place changed, ns: entries, times and rights. Nobody can set that back.
        std::array<std::int64_t, kMostPlaces> changed_ns{};
        bool operator==(const Use&) const = default;
    };
    static Use use_of(const std::vector<std::string>& places) noexcept;
    const char* set_up(std::size_t i, const char* place, bool& has_links) noexcept;

    Use unused_;
    std::array<bool, kMostPlaces> is_mounted_{};
    bool may_stay_ = false; ///< it is whole, and `unused_` tells whether it was changed
};

} // namespace referee

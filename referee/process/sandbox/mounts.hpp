#pragma once
// Mounts by descriptors. These functions allocate nothing, and set errno when they fail.
// Source: open_tree(2), move_mount(2), mount_setattr(2).

#include "referee/base/descriptor.hpp"
#include "referee/process/sandbox/view.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/types.h>

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

namespace referee {

// Showing the files of one user as those of another. Source: MOUNT_ATTR_IDMAP in mount_setattr(2).

/// For mounts in which what `user` and `group` own belongs to nobody, the user of agents in sandboxes: a user
/// namespace. Owns nothing when it cannot be made; only root can.
[[nodiscard]] Descriptor nobody_in_place_of(uid_t user, gid_t group);

// The directories that an agent in a cell may write to: parts of one file system of limited size in memory.

/// Its functions allocate nothing; false, with errno, when one fails.
class Scratch {
  public:
    static constexpr std::size_t kMostPlaces = 3;

    /// Mounts a file system with `options` on all `places`. `kept` has room for a descriptor for each entry
    /// of a place.
    bool set_up(const std::vector<ScratchPlace>& places, const char* options,
                std::vector<int>& kept) noexcept;
    /// Makes it as set_up() left it. Costs a system call and one a place when nothing was written.
    bool refresh(const std::vector<ScratchPlace>& places, const char* options,
                 std::vector<int>& kept) noexcept;

  private:
    struct Use {
        std::uint64_t free_blocks = 0;
        std::uint64_t free_files = 0;
        /// When anything about each place changed, ns: entries, times and rights. Nobody can set that back.
        std::array<std::int64_t, kMostPlaces> changed_ns{};
        bool operator==(const Use&) const = default;
    };
    static bool put(int mount, const ScratchPlace& place, std::vector<int>& kept) noexcept;
    static Use use_of(const std::vector<ScratchPlace>& places) noexcept;

    Use unused_;
};

} // namespace referee

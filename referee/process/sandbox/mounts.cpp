#include "referee/process/sandbox/mounts.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee::mounts {

int clone_of(const char* path, Access access) noexcept {
    const int tree = ::open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (tree < 0) {
        return tree;
    }
    mount_attr attributes{};
    attributes.propagation = MS_PRIVATE;
    if (access != Access::AsItIs) {
        attributes.attr_set = MOUNT_ATTR_NOSUID;
    }
    if (access == Access::ReadOnly) {
        attributes.attr_set |= MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV;
    }
    if (::mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0) {
        const int error = errno;
        ::close(tree);
        errno = error;
        return -1;
    }
    return tree;
}

bool change_owners(int mount, int user_namespace) noexcept {
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_IDMAP;
    attributes.userns_fd = static_cast<__u64>(user_namespace);
    return ::mount_setattr(mount, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) == 0;
}

bool put(int mount, const char* path) noexcept {
    if (::move_mount(mount, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        return false;
    }
    ::close(mount);
    return true;
}

void make_place(const char* path, bool is_file) noexcept {
    if (!is_file) {
        static_cast<void>(::mkdir(path, 0755));
    } else if (const int file = ::open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0444); file >= 0) {
        ::close(file);
    }
}

bool make_read_only(const char* path) noexcept {
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    // A file that was written and closed may stay open for a moment, for one while another process looks at
    // it in /proc/PID/fd.
    constexpr int kMostTries = 200;
    constexpr useconds_t kPauseUs = 1000;
    for (int tries = 1; ::mount_setattr(AT_FDCWD, path, 0, &attributes, sizeof attributes) != 0; ++tries) {
        if (errno != EBUSY || tries == kMostTries) {
            return false;
        }
        ::usleep(kPauseUs);
    }
    return true;
}

} // namespace referee::mounts

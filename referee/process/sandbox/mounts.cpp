#include "referee/process/sandbox/mounts.hpp"

#include "referee/process/process.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
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

namespace referee {
namespace {

bool write_map(const std::string& file, unsigned from) {
    std::ofstream out(file);
    out << from << ' ' << kNobody << " 1\n" << std::flush;
    return static_cast<bool>(out);
}

/// A process that does nothing in a new user namespace, until its socket is closed.
[[noreturn]] void hold_namespace(int socket) noexcept {
    const char is_there = ::unshare(CLONE_NEWUSER) == 0 ? 'y' : 'n';
    char nothing = 0;
    static_cast<void>(::write(socket, &is_there, 1) == 1 && ::read(socket, &nothing, 1) == 1);
    ::_exit(0);
}

/// Directories of the file system; each gets a place.
constexpr std::array kParts{"/tmp/0", "/tmp/1", "/tmp/2"};

} // namespace

Descriptor nobody_in_place_of(uid_t user, gid_t group) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return {};
    }
    Descriptor ours(ends[0]);
    Descriptor its(ends[1]);
    const pid_t pid = ::fork();
    if (pid < 0) {
        return {};
    }
    if (pid == 0) {
        ours.reset();
        hold_namespace(its.fd());
    }
    its.reset();
    Descriptor result;
    char is_there = 'n';
    const std::string folder = "/proc/" + std::to_string(pid) + "/";
    if (::read(ours.fd(), &is_there, 1) == 1 && is_there == 'y' && write_map(folder + "uid_map", user) &&
        write_map(folder + "gid_map", group)) {
        result = Descriptor(::open((folder + "ns/user").c_str(), O_RDONLY | O_CLOEXEC));
    }
    ours.reset(); // it ends
    reap_soon(pid, std::chrono::seconds(1));
    return result;
}

static_assert(kParts.size() == Scratch::kMostPlaces);

/// The file system is mounted on /tmp for a moment, so that its directories can be taken.
bool Scratch::set_up(const std::vector<ScratchPlace>& places, const char* options,
                     std::vector<int>& kept) noexcept {
    std::array<int, kParts.size()> parts{};
    if (places.size() > parts.size() ||
        ::mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) {
        return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (::mkdir(kParts[i], 0755) != 0 ||
            (parts[i] = mounts::clone_of(kParts[i], mounts::Access::AsItIs)) < 0) {
            return false;
        }
    }
    if (::umount2("/tmp", MNT_DETACH) != 0) {
        return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!put(parts[i], places[i], kept)) {
            return false;
        }
    }
    unused_ = use_of(places);
    return true;
}

bool Scratch::put(int mount, const ScratchPlace& place, std::vector<int>& kept) noexcept {
    for (std::size_t i = 0; i < place.kept.size(); ++i) {
        const ViewStep& step = place.kept[i];
        if (step.kind == ViewStep::Kind::Bind) {
            kept[i] = mounts::clone_of(step.at.c_str(), mounts::Access::AsItIs);
            if (kept[i] < 0) {
                return false;
            }
        }
    }
    if (!mounts::put(mount, place.at.c_str())) {
        return false;
    }
    for (std::size_t i = 0; i < place.kept.size(); ++i) {
        const ViewStep& step = place.kept[i];
        if (step.kind == ViewStep::Kind::Bind) {
            mounts::make_place(step.at.c_str(), step.is_file);
            if (!mounts::put(kept[i], step.at.c_str())) {
                return false;
            }
        } else if (::symlink(step.from.c_str(), step.at.c_str()) != 0) {
            return false;
        }
    }
    return true;
}

bool Scratch::refresh(const std::vector<ScratchPlace>& places, const char* options,
                      std::vector<int>& kept) noexcept {
    if (use_of(places) == unused_) {
        return true;
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        if (::umount2(place->at.c_str(), MNT_DETACH) != 0) {
            return false;
        }
    }
    return set_up(places, options, kept);
}

Scratch::Use Scratch::use_of(const std::vector<ScratchPlace>& places) noexcept {
    struct statfs status {};
    if (::statfs(places.front().at.c_str(), &status) != 0) {
        return {};
    }
    Use use{.free_blocks = status.f_bfree, .free_files = status.f_ffree};
    for (std::size_t i = 0; i < places.size(); ++i) {
        constexpr std::int64_t kSecond = 1'000'000'000;
        struct stat place {};
        static_cast<void>(::stat(places[i].at.c_str(), &place));
        use.changed_ns[i] = std::int64_t{place.st_ctim.tv_sec} * kSecond + place.st_ctim.tv_nsec;
    }
    return use;
}

} // namespace referee

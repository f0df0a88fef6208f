#include "referee/process/sandbox/mounts.hpp"

#include "referee/process/process.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <fstream>
#include <string>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee::mounts {

int clone_of(const char* path, Access access, int at) noexcept {
    const int tree = ::open_tree(at, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (tree < 0) {
        return tree;
    }
    mount_attr attributes{};
    attributes.propagation = MS_PRIVATE;
    if (access != Access::AsItIs) {
        attributes.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY;
    }
    if (access == Access::ReadOnly) {
        attributes.attr_set |= MOUNT_ATTR_NODEV;
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

bool put(int mount, const char* path, int at) noexcept {
    const Descriptor whole(mount);
    return mount >= 0 && ::move_mount(mount, "", at, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool make_place(const char* path, bool is_file, int at) noexcept {
    if (!is_file) {
        return ::mkdirat(at, path, 0755) == 0 || errno == EEXIST;
    }
    return Descriptor(::openat(at, path, O_RDONLY | O_CREAT | O_CLOEXEC, 0444)).fd() >= 0;
}

namespace {

/// A file that was removed from the host can still be read where it is mounted, and not be mounted anew: a
/// copy is shown. Takes the place away when there is nothing to copy.
bool copy_entry(int from, int to, const char* name, mode_t mode) noexcept {
    constexpr const char* kStore = "/.copies/store"; // not the agent's, whose room is limited
    constexpr const char* kCopy = "/.copies/store/copy";
    const Descriptor source(S_ISREG(mode) ? ::openat(from, name, O_RDONLY | O_CLOEXEC) : -1);
    if (source.fd() < 0) {
        return ::unlinkat(to, name, S_ISDIR(mode) ? AT_REMOVEDIR : 0) == 0;
    }
    if (!make_place(kStore, false) ||
        ::mount("tmpfs", kStore, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, nullptr) != 0) {
        return false;
    }
    const Descriptor target(::open(kCopy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0555));
    ssize_t copied = 1;
    while (copied > 0) {
        copied = ::sendfile(target.fd(), source.fd(), nullptr, std::size_t{1} << 20);
    }
    const bool is_shown = copied == 0 && put(clone_of(kCopy, Access::ReadOnly), name, to);
    return ::umount2(kStore, MNT_DETACH) == 0 && is_shown;
}

/// Shows the entry `name` of the directory `from` in `to`, unless it is gone meanwhile or out of reach.
bool show_entry(int from, int to, const char* name, bool& has_links) noexcept {
    struct stat status {};
    if (::fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return true; // e.g. what another user has mounted there
    }
    static_cast<void>(::unlinkat(to, name, 0)); // a link that is made in each new file tree
    if (S_ISLNK(status.st_mode)) {
        has_links = true;
        std::array<char, PATH_MAX> target{};
        return ::readlinkat(from, name, target.data(), target.size() - 1) < 0
                   ? errno == ENOENT
                   : ::symlinkat(target.data(), to, name) == 0;
    }
    return (make_place(name, !S_ISDIR(status.st_mode), to) &&
            put(clone_of(name, Access::AsItIs, from), name, to)) ||
           (errno == ENOENT && copy_entry(from, to, name, status.st_mode));
}

} // namespace

const char* show_entries(const char* from, const char* to, bool& has_links) noexcept {
    const Descriptor target(::open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const Descriptor source(::open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (source.fd() < 0 || target.fd() < 0) {
        return kAll;
    }
    alignas(dirent64) static std::array<char, 1 << 15> entries;
    long bytes = 0;
    while ((bytes = ::syscall(SYS_getdents64, source.fd(), entries.data(), entries.size())) > 0) {
        for (long at = 0; at < bytes;) {
            const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
            const std::string_view name = entry->d_name;
            if (name != "." && name != ".." &&
                !show_entry(source.fd(), target.fd(), entry->d_name, has_links)) {
                return entry->d_name;
            }
            at += entry->d_reclen;
        }
    }
    return bytes == 0 ? nullptr : kAll;
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
constexpr std::array kParts{"/.copies/0", "/.copies/1", "/.copies/2"};

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

/// The file system is mounted on the workshop for a moment, and its directories are moved to their places.
const char* Scratch::set_up(const std::vector<std::string>& places, const char* options) noexcept {
    may_stay_ = false;
    if (::mount("tmpfs", mounts::kWorkshop, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, options) != 0) {
        return mounts::kWorkshop;
    }
    bool has_links = false;
    const char* failed = nullptr;
    for (std::size_t i = 0; i < places.size() && failed == nullptr; ++i) {
        failed = set_up(i, places[i].c_str(), has_links);
    }
    if (::umount2(mounts::kWorkshop, MNT_DETACH) != 0) {
        return mounts::kWorkshop;
    }
    may_stay_ = failed == nullptr && !has_links;
    if (may_stay_) {
        unused_ = use_of(places);
    }
    return failed;
}

const char* Scratch::set_up(std::size_t i, const char* place, bool& has_links) noexcept {
    const char* const part = kParts.at(i);
    if (::mkdir(part, 0755) != 0 || !mounts::put(mounts::clone_of(part, mounts::Access::AsItIs), part)) {
        return part;
    }
    if (const char* failed = mounts::show_entries(place, part, has_links)) {
        if (failed != mounts::kAll || errno != EACCES) {
            return failed;
        }
        if (::access(place, X_OK) == 0) { // with entries that it may know by name: it stays as it is
            return nullptr;
        }
    }
    is_mounted_.at(i) = ::mount(part, place, nullptr, MS_MOVE, nullptr) == 0;
    return is_mounted_.at(i) ? nullptr : place;
}

const char* Scratch::refresh(const std::vector<std::string>& places, const char* options) noexcept {
    if (may_stay_ && use_of(places) == unused_) {
        return nullptr;
    }
    for (std::size_t i = places.size(); i-- > 0;) {
        if (is_mounted_.at(i) && ::umount2(places[i].c_str(), MNT_DETACH) != 0) {
            return places[i].c_str();
        }
        is_mounted_.at(i) = false;
    }
    return set_up(places, options);
}

Scratch::Use Scratch::use_of(const std::vector<std::string>& places) noexcept {
    struct statfs status {};
    if (::statfs(places.front().c_str(), &status) != 0) {
        return {};
    }
    Use use{.free_blocks = status.f_bfree, .free_files = status.f_ffree};
    for (std::size_t i = 0; i < places.size(); ++i) {
        constexpr std::int64_t kSecond = 1'000'000'000;
        struct stat place {};
        static_cast<void>(::stat(places[i].c_str(), &place));
        use.changed_ns[i] = std::int64_t{place.st_ctim.tv_sec} * kSecond + place.st_ctim.tv_nsec;
    }
    return use;
}

} // namespace referee

#include "sprt/store/directory_lock.hpp"

#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace sprt {

DirectoryLock::DirectoryLock(const std::filesystem::path& dir) {
    referee::Descriptor opened(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.fd() < 0) {
        referee::throw_errno(("cannot open " + dir.string()).c_str());
    }
    lock_ = referee::FileLock(std::move(opened), LOCK_EX | LOCK_NB, dir);
    if (lock_.fd() < 0) {
        throw referee::UserError(dir.string() + " is in use: another sprt plays a run there");
    }
}

std::string DirectoryLock::warning() const {
    return lock_.missing().empty() ? "" : lock_.missing() + "; nothing keeps a second run out of it";
}

namespace {

/// File systems with several devices show another one here than in /proc/locks.
bool has_open(const std::string& pid, const struct stat& dir) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + pid + "/fd", error)) {
        struct stat open {};
        if (::stat(entry.path().c_str(), &open) == 0 && open.st_ino == dir.st_ino &&
            open.st_dev == dir.st_dev) {
            return true;
        }
    }
    return false;
}

} // namespace

HeldLocks::HeldLocks() {
    std::ifstream locks("/proc/locks");
    std::string line;
    while (std::getline(locks, line)) { // 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF
        std::istringstream words(line);
        std::string number;
        std::string kind;
        std::string manner;
        std::string access;
        Held held;
        words >> number >> kind >> manner >> access >> held.pid >> held.place;
        if (kind == "FLOCK" && access == "WRITE") {
            held_.push_back(std::move(held));
        }
    }
}

bool HeldLocks::has(const std::filesystem::path& dir) const {
    struct stat status {};
    if (::stat(dir.c_str(), &status) != 0) {
        return false;
    }
    const std::string inode = ":" + std::to_string(status.st_ino);
    const std::string device = fmt::format("{:02x}:{:02x}", major(status.st_dev), minor(status.st_dev));
    return std::ranges::any_of(held_, [&](const Held& held) {
        return held.place.ends_with(inode) && (held.place == device + inode || has_open(held.pid, status));
    });
}

bool is_locked(const std::filesystem::path& dir) {
    return HeldLocks().has(dir);
}

} // namespace sprt

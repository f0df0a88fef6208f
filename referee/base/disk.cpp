#include "referee/base/disk.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/file.h>
#include <unistd.h>

namespace referee {
namespace {

/// The errors of file systems that have no locks. EBADF: NFS takes an exclusive lock only of a file that is
/// open for writing, which a directory never is.
bool has_no_locks(int code) noexcept {
    return code == ENOSYS || code == ENOLCK || code == EOPNOTSUPP || code == EINVAL || code == EBADF;
}

} // namespace

FileLock::FileLock(Descriptor opened, int operation, const std::filesystem::path& path)
    : opened_(std::move(opened)) {
    while (::flock(opened_.fd(), operation) != 0) {
        if (errno == EWOULDBLOCK) {
            opened_.reset();
            return;
        }
        if (has_no_locks(errno)) {
            missing_ = path.string() + ": its file system has no locks (" + std::strerror(errno) + ")";
            return;
        }
        if (errno != EINTR) {
            throw_errno(("cannot lock " + path.string()).c_str());
        }
    }
}

void write_whole(const Descriptor& opened, std::string_view text, const std::filesystem::path& path) {
    while (!text.empty()) {
        const ssize_t put = ::write(opened.fd(), text.data(), text.size());
        if (put < 0 && errno != EINTR) {
            throw_errno(("cannot write " + path.string()).c_str());
        }
        text.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
    }
}

bool flush_to_disk(const Descriptor& opened, const std::filesystem::path& path) {
    while (::fdatasync(opened.fd()) != 0) {
        if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) {
            return false;
        }
        if (errno != EINTR) {
            throw_errno(("cannot write " + path.string()).c_str());
        }
    }
    return true;
}

} // namespace referee

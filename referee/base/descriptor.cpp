#include "referee/base/descriptor.hpp"

#include "referee/base/user_error.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <unistd.h>

namespace referee {

void Descriptor::reset() noexcept {
    if (fd_ >= 0) {
        ::close(fd_);
        fd_ = -1;
    }
}

void open_standard_descriptors() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0;
        if (is_closed && ::open("/dev/null", O_RDWR) < 0) { // open() returns the lowest free number
            throw_errno("cannot open /dev/null in place of a closed standard stream");
        }
    }
}

void ignore_file_size_signal() noexcept {
    std::signal(SIGXFSZ, SIG_IGN);
}

void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void throw_unwritable(const std::error_code& error, const std::string& text) {
    if (error == std::errc::no_space_on_device || error == std::errc::file_too_large ||
        error.value() == EDQUOT) {
        throw std::runtime_error(text);
    }
    throw UserError(text);
}

Event::Event()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_.fd() < 0) {
        throw_errno("cannot make an event");
    }
}

void Event::signal() const noexcept {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(descriptor_.fd(), &one, sizeof one)); // fails only after 2^64 signals
}

void Event::clear() const noexcept {
    std::uint64_t count = 0;
    static_cast<void>(!::read(descriptor_.fd(), &count, sizeof count)); // fails when nothing was signalled
}

namespace {

/// The errors of file systems that have no locks. EBADF: NFS takes an exclusive lock only of a file that is
/// open for writing, which a directory never is.
bool has_no_locks(int code) noexcept {
    return code == ENOSYS || code == ENOLCK || code == EOPNOTSUPP || code == EINVAL || code == EBADF;
}

} // namespace

FileLock::FileLock(Descriptor opened, int operation, const std::filesystem::path& path)
    : opened_(std::move(opened)) {
    if (retried([&] { return ::flock(opened_.fd(), operation); }) == 0) {
        return;
    }
    if (errno == EWOULDBLOCK) {
        opened_.reset();
    } else if (has_no_locks(errno)) {
        missing_ = path.string() + ": its file system has no locks (" + std::strerror(errno) + ")";
    } else {
        throw_errno(("cannot lock " + path.string()).c_str());
    }
}

void write_whole(const Descriptor& opened, std::string_view text, const std::filesystem::path& path) {
    while (!text.empty()) {
        const ssize_t put = retried([&] { return ::write(opened.fd(), text.data(), text.size()); });
        if (put < 0) {
            throw_errno(("cannot write " + path.string()).c_str());
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
}

bool flush_to_disk(const Descriptor& opened, const std::filesystem::path& path) {
    if (retried([&] { return ::fdatasync(opened.fd()); }) == 0) {
        return true;
    }
    if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) {
        return false;
    }
    throw_errno(("cannot write " + path.string()).c_str());
}

} // namespace referee

#include "referee/game/log_file.hpp"

#include "referee/base/user_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {

LogFile::LogFile(std::filesystem::path path, std::string_view when_there)
    : path_(std::move(path)) {
    open(O_EXCL);
    if (file_.fd() < 0 && errno == EEXIST) {
        throw UserError(path_.string() + " exists already; " + std::string(when_there));
    }
    if (file_.fd() < 0) {
        throw_errno(("cannot create " + path_.string()).c_str());
    }
}

LogFile::LogFile(std::filesystem::path path, Replacing)
    : path_(std::move(path)) {
    std::error_code error;
    const auto before = std::filesystem::status(path_, error);
    is_replaced_ = std::filesystem::exists(before);
    if (is_replaced_ && !std::filesystem::is_regular_file(before) && !std::filesystem::is_directory(before)) {
        throw UserError(path_.string() + " is no plain file, and only a plain file is replaced");
    }
    open(0);
    if (file_.fd() < 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
}

/// Opens the file, which is created when it is missing; leaves an error in errno. Throws as the constructors.
void LogFile::open(int flags) {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) {
        throw UserError(path_.string() + " is a directory; name a file, e.g. " +
                        (path_ / "games.jsonl").string());
    }
    if (path_.has_parent_path()) {
        std::filesystem::create_directories(path_.parent_path(), error);
        if (error) {
            throw std::system_error(error, "cannot create " + path_.string());
        }
    }
    constexpr mode_t kMode = 0666; // less the user's umask
    file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, kMode));
}

LogFile::LogFile(std::filesystem::path path, std::uintmax_t keep_bytes)
    : path_(std::move(path))
    , file_(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC))
    , is_empty_(keep_bytes == 0) {
    if (file_.fd() < 0 || ::ftruncate(file_.fd(), static_cast<off_t>(keep_bytes)) != 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
}

void LogFile::append(std::string line) {
    line += '\n';
    if (is_replaced_ && ::ftruncate(file_.fd(), 0) != 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
    is_replaced_ = false;
    struct stat before {};
    if (::fstat(file_.fd(), &before) != 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t put = ::write(file_.fd(), line.data() + done, line.size() - done);
        if (put >= 0) {
            done += static_cast<std::size_t>(put);
        } else if (errno != EINTR) {
            const int code = errno;
            static_cast<void>(::ftruncate(file_.fd(), before.st_size));
            throw std::system_error(code, std::generic_category(), "cannot write " + path_.string());
        }
    }
    is_empty_ = false;
}

void LogFile::sync() const {
    if (::fdatasync(file_.fd()) != 0 && errno != EINVAL) { // EINVAL: a device or pipe, which has no disk
        throw_errno(("cannot write " + path_.string()).c_str());
    }
}

void LogFile::discard_if_empty() noexcept {
    if (is_empty_ && !is_replaced_) {
        ::unlink(path_.c_str());
    }
}

} // namespace referee

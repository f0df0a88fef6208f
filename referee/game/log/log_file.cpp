#include "referee/game/log/log_file.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"

#include <exception>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {

LogDamaged::LogDamaged(const std::filesystem::path& log, std::string_view damage)
    : std::runtime_error(log.string() +
                         " was damaged by an agent or another program: " + std::string(damage)) {}

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
    if (is_file_of_run(path_)) {
        throw UserError(path_.string() + " is a file of the run; name another file");
    }
    std::error_code ignored;
    is_replaced_ = std::filesystem::exists(path_, ignored);
    open(0);
    if (file_.fd() < 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
}

/// Opens the file, which is created when it is missing; leaves an error in errno. Throws as the constructors.
void LogFile::open(int flags) {
    if (const std::string_view kind = special_kind(path_); kind == "a directory") {
        throw UserError(path_.string() + " is a directory; name a file, e.g. " +
                        (path_ / "games.jsonl").string());
    } else if (!kind.empty()) {
        throw UserError(path_.string() + " is " + std::string(kind) +
                        "; a log is a regular file; name another file");
    }
    if (path_.has_parent_path()) {
        std::error_code error;
        std::filesystem::create_directories(path_.parent_path(), error);
        if (error) {
            throw std::system_error(error, "cannot create " + path_.string());
        }
    }
    constexpr mode_t kMode = 0666; // less the user's umask
    file_ = Descriptor(::open(
        path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags, kMode));
}

LogFile::LogFile(std::filesystem::path path, std::uintmax_t keep_bytes)
    : path_(std::move(path))
    , file_(open_plain(path_, "a log", O_WRONLY | O_APPEND))
    , bytes_(keep_bytes) {
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
    if (static_cast<std::uintmax_t>(before.st_size) != bytes_) {
        throw_resized(static_cast<std::uintmax_t>(before.st_size), bytes_);
    }
    try {
        write_whole(file_, line, path_);
    } catch (const std::system_error&) {
        static_cast<void>(::ftruncate(file_.fd(), before.st_size));
        throw;
    }
    bytes_ += line.size();
}

bool LogFile::sync() const {
    return flush_to_disk(file_, path_);
}

void LogFile::throw_resized(std::uintmax_t found, std::uintmax_t written) const {
    throw LogDamaged(path_, "it holds " + std::to_string(found) + " bytes, and " + std::to_string(written) +
                                " were written");
}

std::uintmax_t LogFile::watched_size() const {
    struct stat mine {};
    struct stat there {};
    if (::fstat(file_.fd(), &mine) != 0) {
        throw_errno(("cannot write " + path_.string()).c_str());
    }
    if (::stat(path_.c_str(), &there) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            throw_errno(("cannot look at " + path_.string()).c_str());
        }
        throw LogDamaged(path_, "it was removed, or a directory of its path was moved");
    }
    if (mine.st_dev != there.st_dev || mine.st_ino != there.st_ino) {
        throw LogDamaged(path_, "another file is in its place");
    }
    return static_cast<std::uintmax_t>(mine.st_size);
}

void LogFile::check(std::uintmax_t least) const {
    if (const auto size = watched_size(); size < least) {
        throw_resized(size, least);
    }
}

void LogFile::check_whole() const {
    if (const auto size = watched_size(); size != bytes_ && !is_replaced_) {
        throw_resized(size, bytes_);
    }
}

void LogFile::discard_if_empty() noexcept {
    try {
        if (bytes_ == 0 && !is_replaced_ && watched_size() == 0) {
            ::unlink(path_.c_str());
        }
    } catch (const std::exception&) { // another file is there now, or none
    }
}

} // namespace referee

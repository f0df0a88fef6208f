#include "sprt/store/directory_lock.hpp"

#include "referee/base/user_error.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>

namespace sprt {

DirectoryLock::DirectoryLock(const std::filesystem::path& dir)
    : dir_(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (dir_.fd() < 0) {
        referee::throw_errno(("cannot open " + dir.string()).c_str());
    }
    if (::flock(dir_.fd(), LOCK_EX | LOCK_NB) == 0) {
        return;
    }
    if (errno == EWOULDBLOCK) {
        throw referee::UserError(dir.string() + " is in use: another sprt plays a run there");
    }
    referee::throw_errno(("cannot lock " + dir.string()).c_str());
}

} // namespace sprt

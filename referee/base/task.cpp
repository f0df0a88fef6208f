#include "referee/base/task.hpp"

#include <cerrno>

namespace referee {

void throw_no_task(const std::string& what, int code) {
    const char* const advice =
        code == EAGAIN
            ? " (this user or container may have no more processes and threads: raise ulimit -u or "
              "pids.max, or play fewer games at once)"
        : code == EPERM || code == ENOSYS
            ? " (a filter of system calls refuses clone3, clone or vfork, as a container does that is older "
              "than its system: update the container's runtime, or start it without that filter)"
            : "";
    throw std::system_error(code, std::generic_category(), what + advice);
}

} // namespace referee

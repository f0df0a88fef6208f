#include "referee/agent/proc_file.hpp"

#include "referee/agent/descriptor.hpp"

#include <array>

#include <fcntl.h>

namespace ataxx {

// Not a stream: those throw when a process goes away between open and read (ESRCH).
std::string read_proc_file(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string content;
    std::array<char, 4096> block;
    while (file.fd() >= 0) {
        const ssize_t got = ::read(file.fd(), block.data(), block.size());
        if (got > 0) {
            content.append(block.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            break;
        }
    }
    return content;
}

} // namespace ataxx

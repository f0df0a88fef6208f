#include "sprt/store/replace_file.hpp"

#include "referee/base/disk.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;

/// Removes the draft and throws std::system_error with the errno of the failed call.
[[noreturn]] void give_up(const fs::path& draft, const fs::path& file) {
    const int code = errno;
    ::unlink(draft.c_str());
    throw std::system_error(code, std::generic_category(), "cannot write " + file.string());
}

} // namespace

void replace_file(const fs::path& file, std::string_view text, unsigned mode) {
    const fs::path dir = file.has_parent_path() ? file.parent_path() : fs::path(".");
    fs::path draft = file;
    draft += ".new";
    const referee::Descriptor out(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
    if (out.fd() < 0) {
        give_up(draft, file);
    }
    while (!text.empty()) {
        const ssize_t put = ::write(out.fd(), text.data(), text.size());
        if (put < 0 && errno != EINTR) {
            give_up(draft, file);
        }
        text.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
    }
    try {
        referee::flush_to_disk(out, file);
    } catch (const std::system_error&) {
        ::unlink(draft.c_str());
        throw;
    }
    if (::rename(draft.c_str(), file.c_str()) != 0) {
        give_up(draft, file);
    }
    const referee::Descriptor names(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    static_cast<void>(::fsync(names.fd())); // flushes the rename; some file systems cannot, and need not
}

} // namespace sprt

#include "referee/base/input_file.hpp"

#include "referee/base/user_error.hpp"

#include <cerrno>
#include <string>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Whether `file` names what whoever started this program has opened for it: `zcat log.gz | ... /dev/stdin`.
bool is_open_descriptor(const fs::path& file) {
    const fs::path dir = file.parent_path();
    return file == "/dev/stdin" || dir == "/dev/fd" || dir == "/proc/self/fd";
}

} // namespace

std::string_view special_kind(const fs::path& file) {
    std::error_code ignored; // the type is then `none` or `not_found`
    switch (fs::status(file, ignored).type()) {
    case fs::file_type::directory:
        return "a directory";
    case fs::file_type::fifo:
        return "a pipe";
    case fs::file_type::block:
    case fs::file_type::character:
        return "a device";
    case fs::file_type::socket:
        return "a socket";
    case fs::file_type::none:
    case fs::file_type::not_found:
    case fs::file_type::regular:
    case fs::file_type::symlink:
    case fs::file_type::unknown:
        return {};
    }
    return {};
}

std::ifstream open_input(const fs::path& file, std::string_view what) {
    const std::string_view kind = special_kind(file);
    if (!kind.empty() && !is_open_descriptor(file)) {
        const bool is_readable = kind != "a directory" && kind != "a socket";
        throw UserError(file.string() + " is " + std::string(kind) + "; name " + std::string(what) +
                        (is_readable ? ", or give it on standard input: /dev/stdin" : ""));
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        throw UserError("cannot read " + file.string() + ": " + std::generic_category().message(errno) +
                        "; name " + std::string(what));
    }
    return in;
}

} // namespace referee

#include "referee/process/program_files.hpp"

#include "referee/process/sha256.hpp"

#include <system_error>
#include <utility>

#include <linux/magic.h>
#include <sys/statfs.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

std::int64_t ns_of(const timespec& time) noexcept {
    constexpr std::int64_t kSecond = 1'000'000'000;
    return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

/// Whether a file has bytes of its own, which end: those of /proc and /sys may be without end.
bool is_stored(const fs::path& path) {
    struct statfs system {};
    return ::statfs(path.c_str(), &system) == 0 && system.f_type != PROC_SUPER_MAGIC &&
           system.f_type != SYSFS_MAGIC;
}

bool has_other_bytes(const FilePrint& print) {
    return !print.sha256 || sha256_of_file(print.path) != print.sha256;
}

} // namespace

std::vector<fs::path> named_files(const Program& program) {
    std::vector<fs::path> files;
    for (std::size_t i = 1; i < program.words.size(); ++i) {
        fs::path path = fs::absolute(program.dir / program.words[i]);
        std::error_code error;
        if (fs::is_regular_file(path, error) && is_stored(path)) {
            files.push_back(std::move(path));
        }
    }
    return files;
}

/// The identity of each file is taken before its bytes are read: a file that is written to meanwhile has
/// another one at the next look.
ProgramFiles::ProgramFiles(const Program& program) {
    const auto print = [this](const fs::path& path) {
        identities_.push_back(identity_of(path.string()));
        return FilePrint{path.string(), sha256_of_file(path)};
    };
    print_.executable = print(program.executable);
    for (const fs::path& path : named_files(program)) {
        print_.files.push_back(print(path));
    }
}

std::optional<std::string> ProgramFiles::changed() const {
    for (std::size_t file = 0; file < identities_.size(); ++file) {
        const FilePrint& print = print_of(file);
        if (identity_of(print.path) != identities_[file] && has_other_bytes(print)) {
            return print.path;
        }
    }
    return std::nullopt;
}

std::optional<std::string> ProgramFiles::changed_bytes() const {
    for (std::size_t file = 0; file < identities_.size(); ++file) {
        const FilePrint& print = print_of(file);
        if (print.sha256 && has_other_bytes(print)) {
            return print.path;
        }
    }
    return std::nullopt;
}

ProgramFiles::Identity ProgramFiles::identity_of(const std::string& path) noexcept {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0) {
        return {};
    }
    return {.device = now.st_dev,
            .inode = now.st_ino,
            .size = now.st_size,
            .written_ns = ns_of(now.st_mtim),
            .changed_ns = ns_of(now.st_ctim)};
}

const FilePrint& ProgramFiles::print_of(std::size_t file) const noexcept {
    return file == 0 ? print_.executable : print_.files[file - 1];
}

} // namespace referee

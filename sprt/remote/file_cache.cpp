#include "sprt/remote/file_cache.hpp"

#include "referee/process/sha256.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sprt::remote {
namespace {

namespace fs = std::filesystem;
using referee::Descriptor;
using referee::FileLock;

constexpr const char* kJobs = "jobs";
constexpr std::string_view kDraftPrefix = ".new-";
constexpr auto kOldDraft = std::chrono::hours(1); // whoever wrote it was killed

[[noreturn]] void throw_errno(const fs::path& what) {
    throw std::system_error(errno, std::generic_category(), what.string());
}

/// Holds nothing when another process has the lock, or has removed the directory.
FileLock locked(const fs::path& dir) {
    Descriptor opened(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened.fd() < 0 ? FileLock() : FileLock(std::move(opened), LOCK_EX | LOCK_NB, dir);
}

void remove_directory(const fs::path& dir) noexcept {
    std::error_code error;
    fs::remove_all(dir, error); // what cannot be removed now is removed by a later worker
}

void remove_file(const fs::path& file) noexcept {
    std::error_code error;
    fs::remove(file, error);
}

} // namespace

bool is_digest(std::string_view text) noexcept {
    constexpr std::size_t kDigits = 64;
    return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void FileCache::open() const {
    fs::create_directories(dir_ / kJobs);
    for (const fs::path& dir : {dir_, dir_ / kJobs}) {
        fs::permissions(dir, fs::perms::owner_all); // agents of contests are nobody else's business
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(dir_ / kJobs)) {
        const FileLock lock = locked(entry.path());
        if (lock.fd() >= 0 && lock.missing().empty()) { // without locks it may be in use
            remove_directory(entry.path());
        }
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(dir_)) {
        std::error_code gone;
        if (entry.path().filename().string().starts_with(kDraftPrefix) &&
            fs::file_time_type::clock::now() - entry.last_write_time(gone) > kOldDraft && !gone) {
            remove_file(entry.path());
        }
    }
}

void FileCache::put(const std::string& sha256, std::string_view bytes) const {
    std::string draft = (dir_ / (std::string(kDraftPrefix) + "XXXXXX")).string();
    {
        const Descriptor out(::mkostemp(draft.data(), O_CLOEXEC));
        if (out.fd() < 0) {
            throw_errno(dir_);
        }
        while (!bytes.empty()) {
            const ssize_t put = ::write(out.fd(), bytes.data(), bytes.size());
            if (put < 0 && errno != EINTR) {
                const int code = errno;
                remove_file(draft);
                throw std::system_error(code, std::generic_category(), dir_.string());
            }
            bytes.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
        }
        constexpr mode_t kReadAndExecute = 0500;
        ::fchmod(out.fd(), kReadAndExecute);
    }
    if (::rename(draft.c_str(), (dir_ / sha256).c_str()) != 0) {
        const int code = errno;
        remove_file(draft);
        throw std::system_error(code, std::generic_category(), (dir_ / sha256).string());
    }
}

bool FileCache::link(const std::string& sha256, const fs::path& place) const {
    const fs::path file = dir_ / sha256;
    const auto digest = referee::sha256_of_file(file);
    if (!digest) {
        return false;
    }
    if (*digest != sha256) { // an agent outside of a sandbox may have written to it
        remove_file(file);
        return false;
    }
    ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0); // the time of its last use
    std::error_code error;
    fs::create_hard_link(file, place, error);
    if (error) { // some file systems have none
        fs::copy_file(file, place);
    }
    return true;
}

void FileCache::trim() const {
    struct Kept {
        fs::path path;
        fs::file_time_type used;
        std::uint64_t bytes;
    };
    std::vector<Kept> files;
    std::uint64_t total = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(dir_)) {
        std::error_code gone; // another worker may remove it meanwhile
        if (is_digest(entry.path().filename().string())) {
            files.push_back({entry.path(), entry.last_write_time(gone), entry.file_size(gone)});
            total += gone ? 0 : files.back().bytes;
        }
    }
    std::ranges::sort(files, {}, &Kept::used);
    for (auto file = files.begin(); file != files.end() && total > most_bytes_; ++file) {
        remove_file(file->path);
        total -= file->bytes;
    }
}

JobDirectory::JobDirectory(const FileCache& cache) {
    while (lock_.fd() < 0 || !fs::exists(dir_)) { // a worker that begins may remove it before it is locked
        std::string dir = (cache.dir() / kJobs / "XXXXXX").string();
        if (::mkdtemp(dir.data()) == nullptr) {
            throw_errno(cache.dir() / kJobs);
        }
        dir_ = dir;
        lock_ = locked(dir_);
    }
}

JobDirectory::~JobDirectory() {
    remove_directory(dir_);
}

} // namespace sprt::remote

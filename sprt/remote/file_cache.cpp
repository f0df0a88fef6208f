#include "sprt/remote/file_cache.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/seed.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/remote/leases.hpp"

#include <fmt/format.h>

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

constexpr auto kAskAgainEvery = std::chrono::seconds(3);
constexpr auto kGlance = std::chrono::milliseconds(100);

namespace fs = std::filesystem;
using referee::Descriptor;
using referee::FileLock;

constexpr const char* kJobs = "jobs";
constexpr std::string_view kDraftPrefix = ".new-";
constexpr auto kOldDraft = std::chrono::hours(1); // whoever wrote it was killed

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

BlobReader::BlobReader(Bus& bus, RunKey run, std::string worker, std::function<bool()> goes_on)
    : bus_(bus)
    , run_(std::move(run))
    , worker_(std::move(worker))
    , goes_on_(std::move(goes_on))
    , inbox_(fmt::format("_INBOX_{}.{:016x}.blob", worker_, referee::random_seed())) {
    subscription_ = bus_.subscribe(inbox_ + ".*", [this](BusMessage message) {
        const std::scoped_lock lock(mutex_);
        // Each request has an inbox of its own: an answer to an earlier one would be another part.
        if (message.subject == fmt::format("{}.{}", inbox_, asked_)) {
            answer_ = std::move(message);
            came_.notify_all();
        }
    });
}

/// The part from byte `from` on; empty when it is not wanted any more.
std::optional<BusMessage> BlobReader::ask(const std::string& sha256, std::uint64_t from) {
    while (goes_on_()) {
        std::string reply;
        {
            const std::scoped_lock lock(mutex_);
            answer_.reset();
            reply = fmt::format("{}.{}", inbox_, ++asked_);
        }
        bus_.publish(run_.subject("blob", worker_), to_text(BlobRequest{sha256, from}), reply);
        const Time again = Clock::now() + kAskAgainEvery;
        std::unique_lock lock(mutex_);
        while (Clock::now() < again && goes_on_()) {
            came_.wait_for(lock, kGlance, [this] { return answer_.has_value(); });
            const auto answer = std::exchange(answer_, std::nullopt);
            if (answer && answer->bytes) { // otherwise the server says that nobody listens
                return answer;
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> BlobReader::read(const std::string& sha256, std::uint64_t most_bytes) {
    std::string bytes;
    while (true) {
        auto part = ask(sha256, bytes.size());
        if (!part) {
            return std::nullopt;
        }
        if (*part->bytes > most_bytes || (part->data.empty() && *part->bytes > bytes.size())) {
            throw CannotPlay(fmt::format("the coordinator sends {} bytes as {}; the most are {}",
                                         *part->bytes, sha256.substr(0, 12), most_bytes));
        }
        bytes += part->data;
        if (bytes.size() >= *part->bytes) {
            break;
        }
    }
    if (referee::sha256_of_text(bytes) != sha256) {
        throw CannotPlay(fmt::format("the coordinator sends other bytes than {}", sha256.substr(0, 12)));
    }
    return bytes;
}

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
            referee::throw_errno(dir_.c_str());
        }
        try {
            referee::write_whole(out, bytes, dir_);
        } catch (const std::system_error&) {
            remove_file(draft);
            throw;
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
            referee::throw_errno((cache.dir() / kJobs).c_str());
        }
        dir_ = dir;
        lock_ = locked(dir_);
    }
}

JobDirectory::~JobDirectory() {
    remove_directory(dir_);
}

} // namespace sprt::remote

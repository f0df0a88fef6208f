#include "sprt/store/disk_files.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/task.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "sprt/config/config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace sprt {

referee::FileLock lock_directory(const std::filesystem::path& dir, int operation) {
    referee::Descriptor opened(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.fd() < 0) {
        referee::throw_errno(("cannot open " + dir.string()).c_str());
    }
    return {std::move(opened), operation, dir};
}

DirectoryLock::DirectoryLock(const std::filesystem::path& dir)
    : lock_(lock_directory(dir, LOCK_EX | LOCK_NB)) {
    if (lock_.fd() < 0) {
        throw referee::UserError(dir.string() + " is in use: another sprt plays a run there");
    }
}

std::string DirectoryLock::warning() const {
    return lock_.missing().empty() ? "" : lock_.missing() + "; nothing keeps a second run out of it";
}

bool DirectoryLock::is_at(const std::filesystem::path& dir) const {
    struct stat mine {};
    struct stat there {};
    return ::fstat(lock_.fd(), &mine) == 0 && ::stat(dir.c_str(), &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

namespace {

/// File systems with several devices show another one here than in /proc/locks.
bool has_open(const std::string& pid, const struct stat& dir) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + pid + "/fd", error)) {
        struct stat open {};
        if (::stat(entry.path().c_str(), &open) == 0 && open.st_ino == dir.st_ino &&
            open.st_dev == dir.st_dev) {
            return true;
        }
    }
    return false;
}

namespace fs = std::filesystem;

constexpr std::string_view kDraftEnd = ".new";
constexpr auto kOldDraft = std::chrono::hours(1); ///< where files cannot be locked

/// What the names of all drafts of `file` begin with.
std::string draft_begin(const fs::path& file) {
    constexpr std::size_t kMostBytes = 200; // names have at most 255
    return "." + file.filename().string().substr(0, kMostBytes) + ".";
}

/// A new file beside `file`, which is removed unless it takes the place of `file`.
class Draft {
  public:
    Draft(const fs::path& file, unsigned mode, int dir)
        : dir_(dir)
        , file_(file)
        , name_(dir == AT_FDCWD ? file : file.filename()) {
        constexpr int kMostTries = 100;
        for (int tries = 0; out_.fd() < 0 && (tries == 0 || (errno == EEXIST && tries < kMostTries));
             ++tries) {
            draft_ = name_.parent_path() /
                     fmt::format("{}{:016x}{}", draft_begin(file), referee::random_seed(), kDraftEnd);
            out_ = referee::Descriptor(
                ::openat(dir_, draft_.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode_t{mode}));
        }
        if (out_.fd() < 0) {
            referee::throw_errno(("cannot write " + file_.string()).c_str());
        }
        struct stat old {};
        if (::fstatat(dir_, name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode)) {
            ::fchmod(out_.fd(), old.st_mode & ACCESSPERMS);
        }
        ::flock(out_.fd(), LOCK_EX | LOCK_NB); // until the program ends: others do not remove it
    }
    ~Draft() {
        if (!draft_.empty()) {
            ::unlinkat(dir_, draft_.c_str(), 0);
        }
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    /// Returns false when somebody removed the draft.
    [[nodiscard]] bool take_place(std::string_view text) {
        referee::write_whole(out_, text, file_);
        referee::flush_to_disk(out_, file_);
        const bool is_done = ::renameat(dir_, draft_.c_str(), dir_, name_.c_str()) == 0;
        if (!is_done && errno != ENOENT) {
            referee::throw_errno(("cannot write " + file_.string()).c_str());
        }
        draft_.clear();
        return is_done;
    }

  private:
    int dir_; ///< where the names below begin
    const fs::path& file_;
    fs::path name_;
    fs::path draft_;
    referee::Descriptor out_;
};

/// Whether the program that wrote `draft` is gone. A draft that was made this moment may not be locked yet:
/// its writer then makes another one.
bool is_left(const fs::path& draft) noexcept {
    const referee::Descriptor in(::open(draft.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (in.fd() >= 0 && ::flock(in.fd(), LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    const bool is_locked = in.fd() >= 0 && errno == EWOULDBLOCK;
    std::error_code error;
    const auto written = fs::last_write_time(draft, error);
    return !is_locked && !error && fs::file_time_type::clock::now() - written > kOldDraft;
}

/// Removes drafts of `file` in `dir` that a killed program left.
void remove_left_drafts(const fs::path& dir, const fs::path& file) noexcept {
    const std::string begin = draft_begin(file);
    std::error_code error;
    for (fs::directory_iterator entry(dir, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code gone;
        if (name.starts_with(begin) && name.ends_with(kDraftEnd) &&
            fs::is_regular_file(entry->symlink_status(gone)) && is_left(entry->path())) {
            fs::remove(entry->path(), gone);
        }
    }
}

using referee::field;
using referee::fields;
using referee::Json;
using referee::JsonNode;

constexpr auto kDistrustFields = fields<Distrust>(
    field("server", &Distrust::server), field("worker", &Distrust::worker),
    field("run_id", &Distrust::run_id), field("at", &Distrust::at), field("why", &Distrust::why));
using All = std::vector<Distrust>;
constexpr auto kListFields =
    fields<All>(referee::Constant{"format", 1}, field("distrusted", std::identity(), kDistrustFields));

All all_distrusted_in(const fs::path& file) {
    if (std::error_code error; !fs::exists(fs::symlink_status(file, error))) {
        return {};
    }
    const Json json = referee::read_plain_json(file, "a list of workers that are not trusted");
    return kListFields.read(JsonNode(json, file.string() + ": "));
}

/// Makes the directories of `file`, for their user alone, and keeps others from writing at the same time.
referee::FileLock locked_directory_of(const fs::path& file) {
    const fs::path dir = file.parent_path();
    const fs::path parent = dir.parent_path();
    fs::create_directories(parent);
    if (::mkdir(dir.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        throw std::system_error(errno, std::generic_category(), "cannot create " + dir.string());
    }
    return lock_directory(dir, LOCK_EX);
}

} // namespace

HeldLocks::HeldLocks() {
    std::ifstream locks("/proc/locks");
    std::string line;
    while (std::getline(locks, line)) { // 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF
        std::istringstream words(line);
        std::string number;
        std::string kind;
        std::string manner;
        std::string access;
        Held held;
        words >> number >> kind >> manner >> access >> held.pid >> held.place;
        if (kind == "FLOCK" && access == "WRITE") {
            held_.push_back(std::move(held));
        }
    }
}

bool HeldLocks::has(const std::filesystem::path& dir) const {
    struct stat status {};
    if (::stat(dir.c_str(), &status) != 0) {
        return false;
    }
    const std::string inode = ":" + std::to_string(status.st_ino);
    const std::string device = fmt::format("{:02x}:{:02x}", major(status.st_dev), minor(status.st_dev));
    return std::ranges::any_of(held_, [&](const Held& held) {
        return held.place.ends_with(inode) && (held.place == device + inode || has_open(held.pid, status));
    });
}

bool is_locked(const std::filesystem::path& dir) {
    return HeldLocks().has(dir);
}

SteadySync::SteadySync(const referee::LogFile& log)
    : log_(log)
    , thread_(referee::new_thread([this] { run(); })) {}

SteadySync::~SteadySync() {
    stop();
}

void SteadySync::end() {
    stop();
    if (failure_) { // the kernel reports an error once; another flush would succeed
        std::rethrow_exception(failure_);
    }
    log_.sync();
    log_.check_whole();
}

void SteadySync::stop() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SteadySync::appended() {
    const std::scoped_lock lock(mutex_);
    if (failure_) {
        std::rethrow_exception(failure_);
    }
    bytes_ = log_.bytes();
    if (!is_dirty_) {
        is_dirty_ = true;
        changed_.notify_one();
    }
}

void SteadySync::run() {
    constexpr std::chrono::milliseconds kMostAge{500};
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_dirty_ || is_ending_; });
        changed_.wait_for(lock, kMostAge, [&] { return is_ending_; });
        if (is_ending_) {
            return;
        }
        is_dirty_ = false;
        const std::uintmax_t bytes = bytes_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            log_.sync();
            log_.check(bytes);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        failure_ = failure;
        if (failure_) {
            return;
        }
    }
}

void replace_file(const fs::path& file, std::string_view text, unsigned mode, int dir) {
    const fs::path path = file.has_parent_path() ? file.parent_path() : fs::path(".");
    remove_left_drafts(path, file);
    constexpr int kMostTries = 10;
    int tries = 1;
    while (!Draft(file, mode, dir).take_place(text)) {
        if (++tries > kMostTries) {
            referee::throw_errno(("cannot write " + file.string()).c_str());
        }
    }
    const referee::Descriptor names(
        ::openat(dir, dir == AT_FDCWD ? path.c_str() : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    static_cast<void>(::fsync(names.fd())); // flushes the rename; some file systems cannot, and need not
}

fs::path user_directory(const char* variable, const char* below) {
    for (const auto& [name, more] : {std::pair(variable, ""), std::pair("HOME", below)}) {
        const char* const dir = std::getenv(name);
        if (dir != nullptr && *dir == '/') {
            return fs::path(dir) / more;
        }
    }
    return {};
}

fs::path distrusted_file() {
    const fs::path root = user_directory("XDG_STATE_HOME", ".local/state");
    return root.empty() ? root : root / "referee" / "distrusted.json";
}

std::map<std::string, Distrust> distrusted_in(const fs::path& file, const std::string& server) {
    std::map<std::string, Distrust> its;
    for (Distrust& one : all_distrusted_in(file)) {
        if (one.server == server) {
            its[one.worker] = std::move(one);
        }
    }
    return its;
}

std::string add_distrusted(const fs::path& file, const Distrust& more) {
    const referee::FileLock lock = locked_directory_of(file);
    All all = all_distrusted_in(file);
    all.push_back(more);
    replace_file(file, lines_of(kListFields.write(all)), S_IRUSR | S_IWUSR);
    return lock.missing().empty() ? ""
                                  : lock.missing() + "; what another run adds at the same moment may be lost";
}

} // namespace sprt

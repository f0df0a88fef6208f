#include "sprt/store/replace_file.hpp"

#include "referee/base/disk.hpp"
#include "referee/base/seed.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sprt {
namespace {

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
    Draft(const fs::path& file, unsigned mode)
        : file_(file) {
        constexpr int kMostTries = 100;
        for (int tries = 0; out_.fd() < 0 && (tries == 0 || (errno == EEXIST && tries < kMostTries));
             ++tries) {
            draft_ = file.parent_path() /
                     fmt::format("{}{:016x}{}", draft_begin(file), referee::random_seed(), kDraftEnd);
            out_ = referee::Descriptor(
                ::open(draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                       mode_t{mode}));
        }
        if (out_.fd() < 0) {
            referee::throw_errno(("cannot write " + file_.string()).c_str());
        }
        ::flock(out_.fd(), LOCK_EX | LOCK_NB); // until the program ends: others do not remove it
    }
    ~Draft() {
        if (!draft_.empty()) {
            ::unlink(draft_.c_str());
        }
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    /// Returns false when somebody removed the draft.
    [[nodiscard]] bool take_place(std::string_view text) {
        referee::write_whole(out_, text, file_);
        referee::flush_to_disk(out_, file_);
        const bool is_done = ::rename(draft_.c_str(), file_.c_str()) == 0;
        if (!is_done && errno != ENOENT) {
            referee::throw_errno(("cannot write " + file_.string()).c_str());
        }
        draft_.clear();
        return is_done;
    }

  private:
    const fs::path& file_;
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

} // namespace

void replace_file(const fs::path& file, std::string_view text, unsigned mode) {
    const fs::path dir = file.has_parent_path() ? file.parent_path() : fs::path(".");
    remove_left_drafts(dir, file);
    constexpr int kMostTries = 10;
    int tries = 1;
    while (!Draft(file, mode).take_place(text)) {
        if (++tries > kMostTries) {
            referee::throw_errno(("cannot write " + file.string()).c_str());
        }
    }
    const referee::Descriptor names(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    static_cast<void>(::fsync(names.fd())); // flushes the rename; some file systems cannot, and need not
}

} // namespace sprt

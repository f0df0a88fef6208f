#include "referee/base/input_file.hpp"

#include "referee/base/user_error.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Whether `file` names what whoever started this program has opened for it: `zcat log.gz | ... /dev/stdin`.
bool is_open_descriptor(const fs::path& file) {
    const fs::path dir = file.parent_path();
    return file == "/dev/stdin" || dir == "/dev/fd" || dir == "/proc/self/fd";
}

std::string_view kind_name(fs::file_type type) {
    switch (type) {
    case fs::file_type::directory:
        return "a directory";
    case fs::file_type::fifo:
        return "a pipe";
    case fs::file_type::block:
    case fs::file_type::character:
        return "a device";
    case fs::file_type::socket:
        return "a socket";
    case fs::file_type::symlink:
        return "a link";
    case fs::file_type::none:
    case fs::file_type::not_found:
    case fs::file_type::regular:
    case fs::file_type::unknown:
        return {};
    }
    return {};
}

/// As pread(), but not interrupted. Throws std::system_error.
std::size_t read_at(const Descriptor& opened, char* to, std::size_t bytes, std::uintmax_t at,
                    const fs::path& file) {
    const ssize_t got = retried([&] { return ::pread(opened.fd(), to, bytes, static_cast<off_t>(at)); });
    if (got < 0) {
        throw_errno(("cannot read " + file.string()).c_str());
    }
    return static_cast<std::size_t>(got);
}

} // namespace

std::string_view special_kind(const fs::path& file) {
    std::error_code ignored; // the type is then `none` or `not_found`
    return kind_name(fs::status(file, ignored).type());
}

std::ifstream open_regular(const fs::path& file) {
    std::error_code ignored; // `file` cannot be opened either
    return std::ifstream(fs::is_empty(file, ignored) ? "/dev/null" : file, std::ios::binary);
}

std::ifstream open_input(const fs::path& file, std::string_view what) {
    const bool is_opened = is_open_descriptor(file);
    const std::string_view kind = special_kind(file);
    if (!kind.empty() && !is_opened) {
        const bool is_readable = kind != "a directory" && kind != "a socket";
        throw UserError(file.string() + " is " + std::string(kind) + "; name " + std::string(what) +
                        (is_readable ? ", or give it on standard input: /dev/stdin" : ""));
    }
    std::ifstream in = is_opened ? std::ifstream(file, std::ios::binary) : open_regular(file);
    if (!in) {
        throw UserError("cannot read " + file.string() + ": " + std::generic_category().message(errno) +
                        "; name " + std::string(what));
    }
    return in;
}

fs::path followed(const fs::path& file) {
    constexpr int kMostLinks = 40; // as Linux
    std::error_code error;
    fs::path place = fs::absolute(file);
    for (int links = 0; links < kMostLinks && fs::is_symlink(fs::symlink_status(place, error)); ++links) {
        place = place.parent_path() / fs::read_symlink(place, error); // an absolute one replaces the parent
    }
    const fs::path whole = fs::weakly_canonical(place, error);
    return error ? place.lexically_normal() : whole;
}

bool is_file_of_run(const fs::path& file) {
    const fs::path place = followed(file);
    std::error_code ignored;
    return (place.filename() == "run.json" || place.filename() == "games.jsonl") &&
           fs::exists(place.parent_path() / "run.json", ignored);
}

void expect_plain(const fs::path& file, std::string_view what) {
    std::error_code ignored;
    const std::string_view kind = kind_name(fs::symlink_status(file, ignored).type());
    if (!kind.empty()) {
        throw UserError(file.string() + " is " + std::string(kind) + "; " + std::string(what) +
                        " is a regular file");
    }
}

Descriptor open_plain(const fs::path& file, std::string_view what, int flags, unsigned mode) {
    expect_plain(file, what);
    // Another program may have put something else there since.
    Descriptor opened(
        ::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode_t{mode}));
    struct stat status {};
    if (opened.fd() >= 0 && (::fstat(opened.fd(), &status) != 0 || !S_ISREG(status.st_mode))) {
        throw UserError(file.string() + " is no regular file; name another directory");
    }
    return opened;
}

std::string read_plain(const fs::path& file, std::string_view what) {
    const Descriptor opened = open_plain(file, what, O_RDONLY);
    if (opened.fd() < 0) {
        throw UserError("cannot read " + file.string() + ": " + std::generic_category().message(errno) +
                        "; name " + std::string(what));
    }
    std::string text;
    constexpr std::size_t kBlock = 1 << 16;
    while (true) {
        const std::size_t done = text.size();
        text.resize(done + kBlock);
        const std::size_t got = read_at(opened, text.data() + done, kBlock, done, file);
        text.resize(done + got);
        if (got == 0) {
            return text;
        }
        if (text.size() > kMostPlainBytes) {
            throw UserError(file.string() + " is larger than " + std::to_string(kMostPlainBytes >> 20) +
                            " MiB; name " + std::string(what));
        }
    }
}

PlainLines::PlainLines(Descriptor opened, fs::path file, std::uintmax_t begin)
    : opened_(std::move(opened))
    , file_(std::move(file))
    , at_(begin) {}

bool PlainLines::next(std::string& line) {
    std::size_t searched = begin_;
    std::size_t end = read_.find('\n', searched);
    while (end == std::string::npos) {
        read_.erase(0, begin_);
        begin_ = 0;
        searched = read_.size();
        if (searched > kMostPlainBytes) {
            throw UserError("a line is longer than " + std::to_string(kMostPlainBytes >> 20) + " MiB");
        }
        constexpr std::size_t kBlock = 1 << 16;
        read_.resize(searched + kBlock);
        const std::size_t got = read_at(opened_, read_.data() + searched, kBlock, at_, file_);
        read_.resize(searched + got);
        at_ += got;
        if (got == 0) {
            is_cut_ = !read_.empty();
            line = std::exchange(read_, {});
            return is_cut_;
        }
        end = read_.find('\n', searched);
    }
    line.assign(read_, begin_, end - begin_);
    begin_ = end + 1;
    return true;
}

} // namespace referee

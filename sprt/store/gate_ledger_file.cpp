#include "sprt/store/gate_ledger_file.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Descriptor;
using referee::FileLock;
using referee::UserError;

[[noreturn]] void fail(const char* action, const fs::path& file, int code) {
    throw std::system_error(code, std::generic_category(), fmt::format("{} {}", action, file.string()));
}

/// Throws UserError when `file` is there and is not a regular file.
void expect_regular(const fs::path& file) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw UserError(fmt::format("--ledger: {} is {}; name a file", file.string(),
                                    fs::is_directory(status) ? "a directory" : "no regular file"));
    }
}

FileLock locked(const fs::path& file, int flags, int kind_of_lock) {
    constexpr mode_t kMode = 0666; // less the user's umask
    Descriptor opened = referee::open_plain(referee::followed(file), "a ledger", flags, kMode);
    if (opened.fd() < 0) {
        fail("cannot open", file, errno);
    }
    return {std::move(opened), kind_of_lock, file};
}

std::string text_of(const FileLock& opened, const fs::path& file) {
    std::string text;
    std::string block(1 << 16, '\0');
    while (true) {
        const ssize_t got = ::read(opened.fd(), block.data(), block.size());
        if (got < 0 && errno != EINTR) {
            fail("cannot read", file, errno);
        }
        if (got == 0) {
            return text;
        }
        text.append(block, 0, got < 0 ? 0 : static_cast<std::size_t>(got));
    }
}

std::vector<LedgerGate> gates_in(std::string_view text, const fs::path& file) {
    std::vector<LedgerGate> gates;
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        try {
            if (end == std::string_view::npos) {
                throw UserError("the line was cut short: it has no newline");
            }
            add_line(gates, text.substr(0, end));
        } catch (const UserError& error) {
            throw UserError(fmt::format("--ledger: {}:{}: {}; nothing was appended, mend or remove the line",
                                        file.string(), number, error.what()));
        }
        text.remove_prefix(end + 1);
    }
    return gates;
}

} // namespace

GateLedgerFile::GateLedgerFile(fs::path file)
    : file_(std::move(file)) {
    expect_regular(file_);
    if (file_.has_parent_path()) {
        std::error_code error;
        fs::create_directories(file_.parent_path(), error);
        if (error) {
            fail("cannot create the directory of", file_, error.value());
        }
    }
    lock_ = locked(file_, O_RDWR | O_CREAT | O_APPEND, LOCK_EX);
    const std::string text = text_of(lock_, file_);
    gates_ = gates_in(text, file_);
    log_.emplace(referee::followed(file_), text.size());
}

std::string GateLedgerFile::warning() const {
    return lock_.missing().empty()
               ? ""
               : lock_.missing() + "; gates that begin or end at one moment may damage the ledger";
}

std::uint64_t GateLedgerFile::append(GateBegin begin) {
    begin.gate = gates_.size() + 1;
    append_line(to_json(begin));
    return gates_.size();
}

void GateLedgerFile::append(const GateEnd& end) {
    append_line(to_json(end));
}

void GateLedgerFile::append_line(const referee::Json& line) {
    const std::string text = line.dump(-1, ' ', false, referee::Json::error_handler_t::replace);
    std::vector<LedgerGate> then = gates_;
    try {
        add_line(then, text);
    } catch (const UserError& error) {
        throw UserError(fmt::format("--ledger: {}: {}", file_.string(), error.what()));
    }
    log_->append(text);
    log_->sync();
    gates_ = std::move(then);
}

std::vector<LedgerGate> read_gate_ledger(const fs::path& file) {
    expect_regular(file);
    std::error_code error;
    if (!fs::exists(file, error)) {
        return {};
    }
    const FileLock opened = locked(file, O_RDONLY, LOCK_SH);
    return gates_in(text_of(opened, file), file);
}

} // namespace sprt

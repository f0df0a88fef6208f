#include "referee/base/descriptor.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/task.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/process.hpp"
#include "sprt/command/hub_directory.hpp"
#include "sprt/remote/hub/hub_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Descriptor;
using referee::throw_errno;
using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr auto kStartPatience = milliseconds(30'000);
constexpr auto kReloadPatience = milliseconds(10'000);
constexpr auto kEndPatience = std::chrono::seconds(10); // then it is killed
constexpr int kGlanceMs = 20;
constexpr const char* kProgramVariable = "REFEREE_NATS_SERVER";

sigset_t awaited_signals() {
    sigset_t signals = referee::stop_signals();
    sigaddset(&signals, SIGCHLD);
    return signals;
}

std::uintmax_t size_of(const fs::path& file) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    return error ? 0 : size;
}

/// What the log says from byte `begin` on; all of it when it was begun anew since.
std::string log_since(const fs::path& log, std::uintmax_t begin) {
    std::string text;
    referee::Descriptor opened = referee::open_plain(log, "a log", O_RDONLY);
    if (opened.fd() >= 0) {
        referee::PlainLines lines(std::move(opened), log, size_of(log) >= begin ? begin : 0);
        for (std::string line; lines.next(line);) {
            text += line + '\n';
        }
    }
    return text;
}

/// The last line that tells of an error, without its time.
std::string last_words(std::string_view log) {
    std::string_view words = "its log names no error";
    while (!log.empty()) {
        const auto end = log.find('\n');
        const std::string_view line = log.substr(0, end);
        log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
        const auto kind = std::max(line.find("[FTL] ") + 1, line.find("[ERR] ") + 1); // 0: neither
        if (kind > 0) {
            words = line.substr(kind - 1);
        }
    }
    return std::string(words);
}

/// Runs between fork and exec: returns only when something fails.
void become_server(const fs::path& program, const fs::path& dir, int log, pid_t parent) {
    referee::reset_signals(referee::ignored_signals());
    ::setpgid(0, 0); // a signal from the terminal is handed on once, and not given twice
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (::getppid() != parent || ::chdir(dir.c_str()) != 0 || ::dup2(nothing, STDIN_FILENO) < 0 ||
        ::dup2(log, STDOUT_FILENO) < 0 || ::dup2(log, STDERR_FILENO) < 0) {
        return;
    }
    std::array<std::string, 7> words{"nats-server",  "-c", kServerConfigFile, "-l",
                                     kServerLogFile, "-P", kServerPidFile};
    std::array<char*, words.size() + 1> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        arguments.at(i) = words.at(i).data();
    }
    ::execv(program.c_str(), arguments.data());
}

/// The server that runs in `dir`, by its pid file; empty when that names another process or none.
Descriptor running_server(const fs::path& dir) {
    const fs::path file = dir / kServerPidFile;
    pid_t pid = -1;
    if (fs::exists(fs::symlink_status(file))) {
        std::istringstream(referee::read_plain(file, "a number of a process")) >> pid;
    }
    Descriptor server(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    std::error_code error;
    const fs::path its_dir = fs::read_symlink(fmt::format("/proc/{}/cwd", pid), error);
    return its_dir == fs::canonical(dir) ? std::move(server) : Descriptor();
}

} // namespace

fs::path find_server_program() {
    const auto is_program = [](const fs::path& file) {
        return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
    };
    if (const char* const given = std::getenv(kProgramVariable); given != nullptr && *given != '\0') {
        if (!is_program(given)) {
            throw referee::UserError("{}: {} is no program", kProgramVariable, given);
        }
        return fs::absolute(given);
    }
    const char* const path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const auto colon = std::min(rest.find(':'), rest.size());
        const fs::path file = fs::path(rest.substr(0, colon)) / "nats-server";
        if (file.is_absolute() && is_program(file)) {
            return file;
        }
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    if (const fs::path file = "/usr/sbin/nats-server"; is_program(file)) {
        return file;
    }
    throw referee::UserError("there is no nats-server in PATH: unpack or install Debian's "
                             "package nats-server, or name the program in {}",
                             kProgramVariable);
}

ServerProcess::ServerProcess(const fs::path& program, fs::path dir)
    : dir_(std::move(dir)) {
    const fs::path log = dir_ / kServerLogFile;
    log_begin_ = size_of(log);
    const sigset_t awaited = awaited_signals();
    ::sigprocmask(SIG_BLOCK, &awaited, nullptr);
    start(program);
    const auto deadline = SteadyClock::now() + kStartPatience;
    while (log_since(log, log_begin_).find("Server is ready") == std::string::npos) {
        if (has_ended() || SteadyClock::now() > deadline) {
            kill();
            throw NotStarted(last_words(log_since(log, log_begin_)));
        }
        ::poll(nullptr, 0, kGlanceMs);
    }
}

void ServerProcess::start(const fs::path& program) {
    constexpr mode_t kMode = 0600;
    const fs::path file = dir_ / kServerLogFile;
    const Descriptor log = referee::open_plain(file, "a log", O_WRONLY | O_CREAT | O_APPEND, kMode);
    for (const char* const name : {kServerConfigFile, kServerPidFile, remote::kServerCertificateFile,
                                   remote::kServerKeyFile}) { // the server opens them
        referee::expect_plain(dir_ / name, "a file of a hub");
    }
    if (log.fd() < 0) {
        throw_errno(("cannot write " + file.string()).c_str());
    }
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) {
        referee::throw_no_task("cannot start nats-server", errno);
    }
    if (pid_ == 0) {
        become_server(program, dir_, log.fd(), parent);
        constexpr std::string_view kFailed = "[FTL] nats-server cannot be executed\n";
        static_cast<void>(!::write(log.fd(), kFailed.data(), kFailed.size()));
        ::_exit(127);
    }
}

ServerProcess::~ServerProcess() {
    kill();
}

void ServerProcess::kill() noexcept {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
}

bool ServerProcess::has_ended() {
    if (pid_ > 0 && ::waitpid(pid_, &ended_as_, WNOHANG) == pid_) {
        pid_ = -1;
    }
    return pid_ < 0;
}

int ServerProcess::wait() {
    const sigset_t awaited = awaited_signals();
    std::optional<int> received;
    while (!has_ended()) {
        constexpr timespec kPatience{.tv_sec = kEndPatience.count(), .tv_nsec = 0};
        const int signal =
            received ? ::sigtimedwait(&awaited, nullptr, &kPatience) : ::sigwaitinfo(&awaited, nullptr);
        if (signal > 0 && signal != SIGCHLD) {
            received = signal;
            ::kill(pid_, signal == SIGINT ? SIGINT : SIGTERM); // others ask the server for something else
        } else if (signal < 0 && errno == EAGAIN) {
            ::kill(pid_, SIGKILL);
        }
    }
    if (!received) {
        const fs::path log = dir_ / kServerLogFile;
        const std::string why = WIFSIGNALED(ended_as_)
                                    ? fmt::format("killed by signal {}", WTERMSIG(ended_as_))
                                    : last_words(log_since(log, log_begin_));
        throw std::runtime_error(fmt::format("the server has ended: {} (see {})", why, log.string()));
    }
    return *received;
}

bool serves(const fs::path& dir) {
    return running_server(dir).fd() >= 0;
}

void reload_server(const fs::path& dir) {
    const fs::path log = dir / kServerLogFile;
    const auto begin = size_of(log);
    const Descriptor server = running_server(dir);
    if (server.fd() < 0 || ::syscall(SYS_pidfd_send_signal, server.fd(), SIGHUP, nullptr, 0) != 0) {
        throw std::runtime_error(fmt::format(
            "a hub runs in {}, and its server does not; end the hub and start it again", dir.string()));
    }
    const auto deadline = SteadyClock::now() + kReloadPatience;
    while (log_since(log, begin).find("Reloaded server configuration") == std::string::npos) {
        if (log_since(log, begin).find("Failed to reload") != std::string::npos ||
            SteadyClock::now() > deadline) {
            throw std::runtime_error(fmt::format("the server did not read {} anew: {} (see {})",
                                                 (dir / kServerConfigFile).string(),
                                                 last_words(log_since(log, begin)), log.string()));
        }
        ::poll(nullptr, 0, kGlanceMs);
    }
}

} // namespace sprt

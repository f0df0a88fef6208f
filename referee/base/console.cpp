#include "referee/base/console.hpp"

#include "referee/base/output.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostAhead = std::size_t{1} << 20; ///< bytes of say() that may wait
constexpr auto kLastMoment = 200ms;                      ///< for the reader, after a signal
constexpr int kLookAgainMs = 200;
constexpr int kGlanceMs = 10;
constexpr int kSignalled = 128; ///< statuses above it are those of signals
constexpr const char* kCannotWrite = "cannot write to standard output";

bool is_main_thread() noexcept {
    return ::gettid() == ::getpid();
}

bool are_same(int one, int other) noexcept {
    struct stat first {};
    struct stat second {};
    return ::fstat(one, &first) == 0 && ::fstat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/// What the process prints, as stdout and stderr of the C library: these belong to the process too.
struct Streams {
    std::mutex mutex; ///< guards all that follows
    Output out{STDOUT_FILENO};
    Output errors{STDERR_FILENO};
    StopToken stop;
    std::function<std::string(std::string_view)> wording; ///< of complaints; empty: as they are
    bool hurries = false;
    bool has_told_of_loss = false;          ///< that nobody has read the last lines
    bool is_closed = false;                 ///< standard output; only after hurry_output() that is no error
    std::optional<std::error_code> failure; ///< of standard output, found where it could not be thrown

    /// Text of both in the order in which it was written, where both are the same.
    Output& output_for_errors() noexcept { return are_same(STDOUT_FILENO, STDERR_FILENO) ? out : errors; }

    /// Writes what is read now. Returns whether that was anything.
    bool flush() noexcept {
        const std::size_t before = out.unread().size() + errors.unread().size();
        try {
            out.flush();
        } catch (const std::system_error& error) {
            failure = failure ? failure : error.code();
            is_closed = true;
        }
        try {
            errors.flush();
        } catch (const std::system_error&) { // nobody is left to be told
        }
        return out.unread().size() + errors.unread().size() != before;
    }
    [[nodiscard]] bool is_unread() const noexcept { return out.is_unread() || errors.is_unread(); }
};

/// They outlive all threads, as those of the C library do.
Streams& streams() {
    static Streams& all = *new Streams;
    return all;
}

/// For poll(): whether the reader takes what waits.
pollfd watch(const Output& output) noexcept {
    return {.fd = output.is_unread() ? output.poll_fd() : -1, .events = POLLOUT, .revents = 0};
}

/// Waits, without the lock, until one of `watched` is ready, but not for long; then writes what is read. A
/// terminal may be ready for one byte and not take the two of a newline: it is not asked again at once.
void wait_and_flush(std::unique_lock<std::mutex>& lock, std::span<pollfd> watched) {
    const int most_ms = streams().hurries ? kGlanceMs : kLookAgainMs;
    lock.unlock();
    static_cast<void>(::poll(watched.data(), watched.size(), most_ms));
    lock.lock();
    if (!streams().flush()) {
        lock.unlock();
        static_cast<void>(::poll(nullptr, 0, kGlanceMs));
        lock.lock();
    }
}

/// Waits for the reader of standard output, or for a stop, with which the program ends; but not for long.
void wait_for_reader(std::unique_lock<std::mutex>& lock) {
    Streams& all = streams();
    const StopToken stop = all.stop;
    std::array<pollfd, 2> watched{watch(all.out), pollfd{.fd = stop.fd, .events = POLLIN, .revents = 0}};
    wait_and_flush(lock, watched);
    lock.unlock();
    const bool is_stopped = stop.requested();
    lock.lock();
    all.hurries = all.hurries || is_stopped;
}

/// Throws the failure of standard output, once. A terminal or a reader that goes away may take us along: the
/// signal that comes with it is what ends the program.
void throw_failure(std::unique_lock<std::mutex>& lock) {
    Streams& all = streams();
    if (!all.failure || !is_main_thread()) {
        return;
    }
    const std::error_code code = *all.failure;
    all.failure.reset();
    if (!all.hurries && all.stop.fd >= 0) {
        wait_for_reader(lock); // there is none: only for a stop
    }
    if (!all.hurries) {
        throw std::system_error(code, kCannotWrite);
    }
}

/// Blocks all stop signals for good: the program is about to end. The descriptor tells of them.
Descriptor last_signals() noexcept {
    const sigset_t signals = stop_signals();
    block_stop_signals();
    return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

std::optional<int> take_signal(const Descriptor& signals) noexcept {
    signalfd_siginfo info{};
    return ::read(signals.fd(), &info, sizeof info) == sizeof info
               ? std::optional(static_cast<int>(info.ssi_signo))
               : std::nullopt;
}

/// Waits until all output is read, or until the moment after a signal is over. Returns the signal that came.
std::optional<int> wait_for_readers(std::unique_lock<std::mutex>& lock) {
    Streams& all = streams();
    const Descriptor signals = last_signals();
    std::optional<int> received;
    auto deadline = all.hurries ? Clock::now() + kLastMoment : Clock::time_point::max();
    while (all.is_unread() && Clock::now() < deadline) {
        std::array<pollfd, 3> watched{watch(all.out), watch(all.errors),
                                      pollfd{.fd = signals.fd(), .events = POLLIN, .revents = 0}};
        wait_and_flush(lock, watched);
        if (const auto signal = received ? std::nullopt : take_signal(signals)) {
            received = signal;
            all.hurries = true;
            deadline = std::min(deadline, Clock::now() + kLastMoment);
        }
    }
    return received;
}

/// What becomes of output that nobody has read when the program ends.
std::string lost_text(std::string_view unread) {
    const auto lines = std::ranges::count(unread, '\n');
    return "nobody read the last " + (lines == 1 ? "line" : std::to_string(lines) + " lines") +
           " of standard output";
}

/// Whether the program fails for another reason than its output.
bool is_failure(ExitStatus status) noexcept {
    return status == ExitStatus::UserError || status == ExitStatus::WorldFailed ||
           status == ExitStatus::AgentBroken || static_cast<int>(status) > kSignalled;
}

bool is_working_directory_gone() {
    std::error_code error;
    static_cast<void>(std::filesystem::current_path(error));
    return error.value() == ENOENT;
}

/// The text of an error, in a sentence where the library has none.
std::string text_of(const std::exception& error) {
    constexpr const char* kGone =
        "the directory in which this was called was removed; enter one that is there (cd)";
    const bool is_gone = dynamic_cast<const AgentError*>(&error) == nullptr && is_working_directory_gone();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
        return "there is not enough memory, or it is limited (ulimit -v, a control group)";
    }
    std::string text = error.what();
    if (const auto* const files = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
        if (is_gone && !files->path1().is_absolute()) {
            return kGone;
        }
        constexpr std::string_view kBegin = "filesystem error: ";
        text.erase(0, text.starts_with(kBegin) ? kBegin.size() : 0);
    }
    return is_gone ? text + "; " + kGone : text;
}

} // namespace

void say(std::string_view text) {
    say_data(to_printable_lines(text));
}

void say_json(std::string_view json) {
    say_data(to_printable_json(json));
}

void say_data(std::string_view data) {
    Streams& all = streams();
    std::unique_lock lock(all.mutex);
    all.out.put(data);
    all.flush();
    while (all.out.unread().size() > kMostAhead && !all.hurries && is_main_thread()) {
        wait_for_reader(lock);
    }
    throw_failure(lock);
}

void say_progress(std::string_view text, bool is_stored) {
    if (!is_stored) {
        say(text);
        return;
    }
    Streams& all = streams();
    std::unique_lock lock(all.mutex);
    all.out.put_or_leave_out(to_printable_lines(text));
    all.flush();
    throw_failure(lock);
}

void say_or_complain(const char* program, std::string_view line) {
    say(std::string(line) + "\n");
    Streams& all = streams();
    std::unique_lock lock(all.mutex);
    const bool is_lost = all.is_closed || all.out.is_unread();
    lock.unlock();
    if (is_lost) {
        complain(program, line);
    }
}

void complain(const char* program, std::string_view text) {
    constexpr std::size_t kMostBytes = 4000;
    Streams& all = streams();
    const std::scoped_lock lock(all.mutex);
    const std::string said = all.wording ? all.wording(text) : std::string(text);
    all.output_for_errors().put_or_leave_out(program + std::string(": ") + to_printable(said, kMostBytes) +
                                             "\n");
    all.flush();
}

void set_wording_of_complaints(std::function<std::string(std::string_view)> wording) {
    streams().wording = std::move(wording);
}

void show(int fd, std::string_view text) {
    Streams& all = streams();
    const std::scoped_lock lock(all.mutex);
    if (fd == STDOUT_FILENO || fd == STDERR_FILENO) {
        (fd == STDOUT_FILENO ? all.out : all.output_for_errors()).put(text);
        all.flush();
        return;
    }
    try {
        Output output(fd);
        output.put(text);
        output.flush();
    } catch (const std::system_error&) { // nobody is left to be told
    }
}

void pass_on_output() {
    Streams& all = streams();
    std::unique_lock lock(all.mutex);
    all.flush();
    throw_failure(lock);
}

bool is_output_unread(int fd) {
    Streams& all = streams();
    const std::scoped_lock lock(all.mutex);
    all.flush();
    return all.is_unread() && (fd == STDERR_FILENO ? all.output_for_errors() : all.out).is_unread();
}

void let_output_wait_with(const StopToken& stop) {
    Streams& all = streams();
    const std::scoped_lock lock(all.mutex);
    all.stop = stop;
}

void hurry_output() {
    Streams& all = streams();
    const std::scoped_lock lock(all.mutex);
    all.hurries = true;
}

ExitStatus end_output(const char* program, ExitStatus status) {
    Streams& all = streams();
    std::unique_lock lock(all.mutex);
    all.hurries = all.hurries || static_cast<int>(status) > kSignalled;
    all.flush();
    const std::optional<int> signal = all.is_unread() ? wait_for_readers(lock) : std::nullopt;
    const std::string lost(all.out.unread());
    const std::optional<std::error_code> failure = all.hurries ? std::nullopt : all.failure;
    all.failure.reset();
    const bool has_told = std::exchange(all.has_told_of_loss, all.has_told_of_loss || !lost.empty());
    lock.unlock();
    if (!lost.empty() && !has_told) {
        complain(program, lost_text(lost));
    }
    if (failure) {
        complain(program, std::system_error(*failure, kCannotWrite).what());
    }
    if (signal) {
        return status_of_signal(*signal);
    }
    return failure && !is_failure(status) ? ExitStatus::WorldFailed : status;
}

ExitStatus report_error(const char* program, const std::exception& error) {
    complain(program, text_of(error));
    if (dynamic_cast<const UserError*>(&error) != nullptr) {
        return ExitStatus::UserError;
    }
    return dynamic_cast<const AgentError*>(&error) != nullptr ? ExitStatus::AgentBroken
                                                              : ExitStatus::WorldFailed;
}

} // namespace referee

// Runs a command without its standard output and prints three numbers, in nanoseconds: the time that the
// command took, the processor time of all threads of its own process, and the processor time of its process
// and of all processes that it waited for. wait4 and time(1) know the last number only; the second is read
// from the clock of the process, which can be read until the process is reaped.
//
// bench_measure COMMAND ARGUMENTS...: exit status 0 when the command exited with 0.

#include <chrono>
#include <cstdio>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

using std::chrono::nanoseconds;

nanoseconds own_processor_time(pid_t pid) {
    clockid_t clock = 0;
    timespec time{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
        return nanoseconds(-1);
    }
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

nanoseconds to_time(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: bench_measure COMMAND ARGUMENTS...\n", stderr);
        return 2;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    const auto begin = std::chrono::steady_clock::now();
    if (::posix_spawnp(&pid, argv[1], &actions, nullptr, argv + 1, environ) != 0) {
        std::fprintf(stderr, "bench_measure: cannot run %s\n", argv[1]);
        return 1;
    }
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
    const auto end = std::chrono::steady_clock::now();
    const nanoseconds own = own_processor_time(pid);
    int status = 0;
    rusage used{};
    ::wait4(pid, &status, 0, &used);
    const nanoseconds took = end - begin;
    const nanoseconds all = to_time(used.ru_utime) + to_time(used.ru_stime);
    std::printf("%lld %lld %lld\n", static_cast<long long>(took.count()), static_cast<long long>(own.count()),
                static_cast<long long>(all.count()));
    if (own < nanoseconds(0) || status != 0) {
        std::fprintf(stderr, "bench_measure: %s failed\n", argv[1]);
        return 1;
    }
    return 0;
}

// Runs a command, its standard output thrown away, and prints two numbers: the nanoseconds it took, and the
// nanoseconds of processor time of its own process, its children not counted. wait4 and time(1) cannot tell
// the two apart; the scheduler's account of the process can, and it stands until the process is reaped.
// Source: proc_pid_schedstat(5) in Linux, Documentation/scheduler/sched-stats.rst. It holds the first thread
// only.
//
// bench_measure COMMAND ARGUMENTS...: exit status 0 when the command exited with 0.

#include <chrono>
#include <cstdio>
#include <string>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// -1 when the kernel does not say.
long long processor_nanoseconds(pid_t pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/schedstat";
    std::FILE* const file = std::fopen(path.c_str(), "r");
    long long time = -1;
    if (file != nullptr) {
        if (std::fscanf(file, "%lld", &time) != 1) {
            time = -1;
        }
        std::fclose(file);
    }
    return time;
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
    const long long own = processor_nanoseconds(pid);
    int status = 0;
    ::waitpid(pid, &status, 0);
    const long long took = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
    std::printf("%lld %lld\n", took, own);
    if (status != 0) {
        std::fprintf(stderr, "bench_measure: %s failed\n", argv[1]);
        return 1;
    }
    return 0;
}

#include "referee/process/sandbox/sandbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kOwnMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kOwnMachine = AUDIT_ARCH_AARCH64;
#endif

/// What a filter says of a call: the machine of seccomp(2), as far as filters of seccomp use it.
std::uint32_t verdict_of(std::span<const sock_filter> filter, const seccomp_data& call) {
    std::array<char, sizeof call> bytes{};
    std::memcpy(bytes.data(), &call, sizeof call);
    std::uint32_t value = 0;
    for (std::size_t at = 0; at < filter.size(); ++at) {
        const sock_filter& step = filter[at];
        const auto jump = [&](bool is_true) { at += is_true ? step.jt : step.jf; };
        switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            std::memcpy(&value, bytes.data() + step.k, sizeof value);
            break;
        case BPF_ALU | BPF_AND | BPF_K:
            value &= step.k;
            break;
        case BPF_JMP | BPF_JA:
            at += step.k;
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            jump(value == step.k);
            break;
        case BPF_JMP | BPF_JGT | BPF_K:
            jump(value > step.k);
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            jump(value >= step.k);
            break;
        case BPF_RET | BPF_K:
            return step.k;
        default:
            ADD_FAILURE() << "a step of another kind: " << step.code;
            return 0;
        }
    }
    ADD_FAILURE() << "no verdict";
    return 0;
}

/// A system call of this machine with these arguments.
seccomp_data call_of(long number, std::array<std::uint64_t, 6> arguments = {}) {
    seccomp_data call{
        .nr = static_cast<int>(number), .arch = kOwnMachine, .instruction_pointer = 0, .args = {}};
    std::ranges::copy(arguments, call.args);
    return call;
}

constexpr std::uint32_t error_verdict(int error) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
}

TEST(SeccompFilter, what_a_player_needs_may_be_called) {
    const auto filter = seccomp_filter(false, false);
    for (const long number : {SYS_read, SYS_write, SYS_exit_group, SYS_mmap, SYS_futex, SYS_execve,
                              SYS_getrandom, SYS_nanosleep, SYS_sched_setaffinity, SYS_kill, SYS_openat}) {
        EXPECT_EQ(verdict_of(filter, call_of(number)), SECCOMP_RET_ALLOW) << number;
    }
}

TEST(SeccompFilter, calls_that_reach_others_or_the_kernel_are_forbidden) {
    const auto filter = seccomp_filter(false, false);
    for (const long number : {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount, SYS_unshare,
                              SYS_setns, SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_keyctl, SYS_shmget,
                              SYS_semget, SYS_msgget, SYS_perf_event_open, SYS_userfaultfd,
                              SYS_io_uring_setup, SYS_open_by_handle_at, SYS_clock_settime}) {
        EXPECT_EQ(verdict_of(filter, call_of(number)), error_verdict(EPERM)) << number;
    }
}

TEST(SeccompFilter, new_way_to_start_processes_seems_not_to_be_there_so_that_the_old_one_is_taken) {
    EXPECT_EQ(verdict_of(seccomp_filter(false, false), call_of(SYS_clone3)), error_verdict(ENOSYS));
}

TEST(SeccompFilter, new_session_seems_to_be_made) {
    EXPECT_EQ(verdict_of(seccomp_filter(false, false), call_of(SYS_setsid)), error_verdict(0));
}

TEST(SeccompFilter, choice_of_cores_seems_to_succeed_where_no_group_holds_the_agent_to_its_own) {
    const auto filter = seccomp_filter(false, true);
    EXPECT_EQ(verdict_of(filter, call_of(SYS_sched_setaffinity)), error_verdict(0));
    EXPECT_EQ(verdict_of(filter, call_of(SYS_sched_getaffinity)), SECCOMP_RET_ALLOW);
}

TEST(SeccompFilter, some_calls_are_forbidden_with_some_arguments) {
    struct Row {
        long number;
        std::array<std::uint64_t, 6> arguments;
        bool is_allowed;
    };
    constexpr std::uint64_t kHighBits = std::uint64_t{1} << 32; // the kernel looks at the lower half
    constexpr std::uint64_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    const auto filter = seccomp_filter(false, false);
    for (const Row& row : {
             Row{SYS_clone, {SIGCHLD}, true},
             Row{SYS_clone, {kThread}, true},
             Row{SYS_clone, {CLONE_NEWUSER | SIGCHLD}, false},
             Row{SYS_clone, {CLONE_PTRACE | kThread}, false},
             Row{SYS_clone, {CLONE_PARENT | SIGCHLD}, false},
             Row{SYS_ioctl, {0, TIOCGWINSZ}, true},
             Row{SYS_ioctl, {0, TIOCSTI}, false},
             Row{SYS_ioctl, {0, TIOCSTI | kHighBits}, false},
             Row{SYS_ioctl, {0, TIOCLINUX}, false},
             Row{SYS_ioctl, {TIOCSTI, TIOCGWINSZ}, true},
             Row{SYS_fcntl, {0, F_GETFL}, true},
             Row{SYS_fcntl, {0, F_NOTIFY}, false},
             Row{SYS_fcntl, {0, F_SETLEASE | kHighBits}, false},
             Row{SYS_prlimit64, {0}, true},
             Row{SYS_prlimit64, {1}, false},
             Row{SYS_prlimit64, {kHighBits}, false},
             Row{SYS_socket, {AF_UNIX}, true},
             Row{SYS_socket, {AF_INET6}, true},
             Row{SYS_socket, {AF_NETLINK}, true},
             Row{SYS_socket, {AF_PACKET}, false},
             Row{SYS_socket, {AF_VSOCK}, false},
             Row{SYS_socket, {AF_UNIX | kHighBits}, false},
         }) {
        EXPECT_EQ(verdict_of(filter, call_of(row.number, row.arguments)),
                  row.is_allowed ? SECCOMP_RET_ALLOW : error_verdict(EPERM))
            << row.number << " with " << row.arguments[0] << ", " << row.arguments[1];
    }
}

#ifdef __x86_64__
TEST(SeccompFilter, calls_of_32_bits_end_the_agent_unless_it_has_32_bits) {
    constexpr int kExit32 = 1;
    constexpr int kPtrace32 = 26;
    const auto verdict = [](bool has_32_bits, int number) {
        seccomp_data call = call_of(number);
        call.arch = AUDIT_ARCH_I386;
        return verdict_of(seccomp_filter(has_32_bits, false), call);
    };
    EXPECT_NE(verdict(false, kExit32), SECCOMP_RET_ALLOW);
    EXPECT_NE(verdict(false, kExit32), error_verdict(EPERM)) << "no error that it could live with";
    EXPECT_EQ(verdict(true, kExit32), SECCOMP_RET_ALLOW);
    EXPECT_EQ(verdict(true, kPtrace32), error_verdict(EPERM));
}
#endif

} // namespace
} // namespace referee

#include "referee/base/descriptor.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace referee {
namespace {

/// Throws std::system_error for the negative number of an error.
void expect(int result, const char* what) {
    if (result < 0) {
        throw std::system_error(-result, std::generic_category(), what);
    }
}

/// No player needs these.
constexpr std::initializer_list<const char*> kForbidden{
    // other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    "perf_event_open",
    // what it sees
    "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr", "setns", "unshare", "open_by_handle_at", "name_to_handle_at",
    "fanotify_init",
    // the kernel and the machine
    "bpf", "userfaultfd", "add_key", "keyctl", "request_key", "init_module", "finit_module", "delete_module",
    "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "syslog", "acct", "quotactl",
    "quotactl_fd", "lookup_dcookie", "nfsservctl", "vhangup", "iopl", "ioperm", "modify_ldt", "settimeofday",
    "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname",
    // what belongs to no process, and what a user may have little of
    "shmget", "msgget", "semget", "mq_open", "inotify_init", "inotify_init1",
    // a second way to make any call
    "io_uring_setup", "io_uring_enter", "io_uring_register", "socketcall"};

struct Release {
    void operator()(void* context) const noexcept { seccomp_release(context); }
};
using Context = std::unique_ptr<void, Release>;

void forbid(const Context& context, const char* call, int error) {
    const int number = ::seccomp_syscall_resolve_name(call);
    if (number != __NR_SCMP_ERROR) { // the library may be older than the call
        const int result =
            ::seccomp_rule_add(context.get(), SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), number, 0);
        expect(result == -EDOM ? 0 : result, call); // the machine has no such call
    }
}

void forbid_when(const Context& context, const char* call, const scmp_arg_cmp& condition) {
    const int result = ::seccomp_rule_add_array(context.get(), SCMP_ACT_ERRNO(EPERM),
                                                ::seccomp_syscall_resolve_name(call), 1, &condition);
    expect(result == -EDOM ? 0 : result, call); // the machine has no such call
}

/// The bits `mask` of argument number `argument` are `value`.
scmp_arg_cmp has_bits(unsigned argument, std::uint64_t mask, std::uint64_t value) {
    return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}

} // namespace

std::vector<sock_filter> seccomp_filter(bool has_32_bits, bool keeps_cores) {
    const Context context(::seccomp_init(SCMP_ACT_ALLOW));
    if (!context) {
        throw std::system_error(ENOMEM, std::generic_category(), "seccomp_init");
    }
    if (has_32_bits && ::seccomp_arch_native() == SCMP_ARCH_X86_64) {
        expect(::seccomp_arch_add(context.get(), SCMP_ARCH_X86), "seccomp_arch_add");
    }
    for (const char* call : kForbidden) {
        forbid(context, call, EPERM);
    }
    forbid(context, "clone3", ENOSYS); // its flags are in memory, where no filter reads them
    // The kernel shares a core among sessions (sched(7), autogroup): with a thousand of them an agent would
    // leave the referee none of it.
    forbid(context, "setsid", 0);
    if (keeps_cores) {
        forbid(context, "sched_setaffinity", 0); // engines exit when it fails
    }
    // Other namespaces than those of users need a capability, which only a namespace of users would give.
    for (const int flag : {CLONE_PARENT, CLONE_PTRACE, CLONE_NEWUSER}) {
        const auto bit = static_cast<std::uint64_t>(flag);
        forbid_when(context, "clone", has_bits(0, bit, bit));
    }
    for (const std::uint64_t request :
         {std::uint64_t{TIOCSTI}, std::uint64_t{TIOCLINUX}}) { // typing into a terminal
        forbid_when(context, "ioctl", has_bits(1, 0xffffffffU, request));
    }
    for (const char* const call : {"fcntl", "fcntl64"}) { // agents could talk by files that both see
        for (const std::uint64_t command : {std::uint64_t{F_NOTIFY}, std::uint64_t{F_SETLEASE}}) {
            forbid_when(context, call, has_bits(1, 0xffffffffU, command));
        }
    }
    // The init of the sandbox is a process of the same user: its limits are not the agent's to set.
    forbid_when(context, "prlimit64", {.arg = 0, .op = SCMP_CMP_NE, .datum_a = 0, .datum_b = 0});
    // A namespace of the network does not hold AF_VSOCK, which reaches the host of a virtual machine. Those
    // above AF_NETLINK are of no use to players, and parts of the kernel that few have looked at.
    forbid_when(context, "socket", {.arg = 0, .op = SCMP_CMP_GT, .datum_a = AF_NETLINK, .datum_b = 0});
    expect(::seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2),
           "seccomp_attr_set"); // a binary tree
    const Descriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
    if (file.fd() < 0) {
        throw_errno("cannot make room for a seccomp filter");
    }
    expect(::seccomp_export_bpf(context.get(), file.fd()), "seccomp_export_bpf");
    const off_t bytes = ::lseek(file.fd(), 0, SEEK_END);
    std::vector<sock_filter> filter(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
    if (bytes <= 0 || ::pread(file.fd(), filter.data(), static_cast<std::size_t>(bytes), 0) != bytes) {
        throw_errno("cannot read a seccomp filter");
    }
    return filter;
}

} // namespace referee

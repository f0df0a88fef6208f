// Asks the kernel for what an agent does not need: namespaces of its own and of others, mounts, processes
// that are children of the referee, keys, programs for the kernel, counters, and rings of requests. Each is
// tried in a child, which ends at once.

#include "tests/hostile/attacks/attack.hpp"

#include <cstring>

#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

namespace {

using namespace attack;

Failure mount_something() {
    const std::string place = "attack-" + std::to_string(::getpid());
    if (::mkdir(place.c_str(), 0700) != 0) {
        return why();
    }
    const Failure failure = unless(::mount("none", place.c_str(), "tmpfs", 0, nullptr) == 0);
    ::umount2(place.c_str(), MNT_DETACH);
    ::rmdir(place.c_str());
    return failure;
}

Failure enter(const char* kind) {
    const int space = ::open(proc(referee_process(), kind).c_str(), O_RDONLY | O_CLOEXEC);
    if (space < 0) {
        return why();
    }
    return unless(::setns(space, 0) == 0);
}

/// A child of the referee, by the newer of the two calls.
Failure start_sibling() {
    clone_args arguments{};
    arguments.flags = CLONE_PARENT;
    const long sibling = ::syscall(SYS_clone3, &arguments, sizeof arguments);
    if (sibling == 0) {
        std::_Exit(0);
    }
    return unless(sibling > 0);
}

Failure start_sibling_as_before() {
    return unless(start_process([] {}, CLONE_PARENT) > 0);
}

Failure make_map() {
    bpf_attr attributes{};
    attributes.map_type = BPF_MAP_TYPE_ARRAY;
    attributes.key_size = 4;
    attributes.value_size = 4;
    attributes.max_entries = 1;
    return unless(::syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes) >= 0);
}

/// Counts what all processes of the first core do.
Failure count_events() {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_SW_CPU_CLOCK;
    return unless(::syscall(SYS_perf_event_open, &attributes, -1, 0, -1, 0) >= 0);
}

Failure make_ring() {
    io_uring_params parameters{};
    return unless(::syscall(SYS_io_uring_setup, 4, &parameters) >= 0);
}

/// By which an agent in another sandbox that opens the same file could tell it something.
Failure ask_of_shared(const char* path, int command, int what) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    return file < 0 ? why() : unless(::fcntl(file, command, what) == 0);
}

Failure add_key() {
    constexpr int kSessionKeyring = -3;
    return unless(::syscall(SYS_add_key, "user", "attack", "x", 1, kSessionKeyring) >= 0);
}

/// The names of the user's keys.
Failure read_keys() {
    constexpr int kUserKeyring = -4;
    constexpr int kRead = 11;
    std::array<char, 64> keys{};
    return unless(::syscall(SYS_keyctl, kRead, kUserKeyring, keys.data(), keys.size()) >= 0);
}

struct Namespaces final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const auto attempt = [](const char* what, auto act) {
            if (const Failure failure = in_child([=] { tell(what, act()); })) {
                tell(what, failure);
            }
        };
        attempt("make a namespace of mounts", [] { return unless(::unshare(CLONE_NEWNS) == 0); });
        attempt("make a namespace of users",
                [] { return unless(::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0); });
        attempt("mount something", mount_something);
        attempt("enter the referee's namespace of mounts", [] { return enter("ns/mnt"); });
        attempt("enter the referee's namespace of the network", [] { return enter("ns/net"); });
        tell("start a child of the referee by clone3", start_sibling());
        tell("start a child of the referee by clone", start_sibling_as_before());
        attempt("add a key", add_key);
        attempt("read the user's keys", read_keys);
        attempt("make a map of bpf", make_map);
        attempt("count events of a core", count_events);
        attempt("make a ring of requests", make_ring);
        attempt("watch a directory", [] { return ask_of_shared("/usr", F_NOTIFY, DN_ACCESS); });
        attempt("lease a file", [] { return ask_of_shared("/proc/self/exe", F_SETLEASE, F_RDLCK); });
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Namespaces>(argc, argv);
}

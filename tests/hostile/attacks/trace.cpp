// Traces others, or reads and writes their memory: trace rival|referee|memory|oneself.
//   rival     holds the rival in the middle of its work
//   referee   holds the referee for a moment
//   memory    reads and writes the rival's memory, and makes its code one that dies
//   oneself   leaves a child that traces the agent, and so hides its end

#include "tests/hostile/attacks/attack.hpp"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

namespace {

using namespace attack;

/// A part of the memory of a process.
struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

/// The first part with these rights, as in `rw-p`. Empty when it is not told.
Range range_of(pid_t process, std::string_view rights) {
    const std::string maps = content_of(proc(process, "maps"));
    const std::size_t found = maps.find(" " + std::string(rights) + " ");
    if (found == std::string::npos) {
        return {};
    }
    char* dash = nullptr;
    const std::size_t line = found == 0 ? 0 : maps.rfind('\n', found) + 1; // npos + 1 is 0
    const auto begin = std::strtoull(maps.c_str() + line, &dash, 16);
    return {begin, std::strtoull(dash + 1, nullptr, 16)};
}

Failure hold(pid_t process) {
    if (::ptrace(PTRACE_SEIZE, process, nullptr, nullptr) != 0 ||
        ::ptrace(PTRACE_INTERRUPT, process, nullptr, nullptr) != 0) {
        return why();
    }
    const auto is_held = [=] { return ::waitpid(process, nullptr, __WALL | WNOHANG) == process; };
    return comes_true(is_held, std::chrono::milliseconds(300)) ? Failure() : "it goes on";
}

Failure hold_for_a_moment(pid_t process) {
    const Failure failure = hold(process);
    ::ptrace(PTRACE_DETACH, process, nullptr, nullptr);
    return failure;
}

/// Reads a number from the rival's memory and writes it back.
Failure copy(pid_t rival, bool writes) {
    std::uint64_t value = 0;
    const Range data = range_of(rival, "rw-p");
    const iovec here{&value, sizeof value};
    const iovec there{reinterpret_cast<void*>(data.begin), sizeof value};
    if (::process_vm_readv(rival, &here, 1, &there, 1, 0) != sizeof value) {
        return why();
    }
    return unless(!writes || ::process_vm_writev(rival, &here, 1, &there, 1, 0) == sizeof value);
}

/// Makes the code of the rival breakpoints.
Failure break_code(pid_t rival) {
    const int memory = ::open(proc(rival, "mem").c_str(), O_RDWR | O_CLOEXEC);
    if (memory < 0) {
        return why();
    }
    const Range code = range_of(rival, "r-xp");
    const std::string breakpoints(code.end - code.begin, '\xCC');
    const ssize_t put =
        ::pwrite(memory, breakpoints.data(), breakpoints.size(), static_cast<off_t>(code.begin));
    const Failure failure = unless(put > 0);
    ::close(memory);
    return failure;
}

void hide_end() {
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    const pid_t agent = ::getpid();
    const pid_t child = start_process([=] {
        ::setsid();
        tell("trace itself by a child",
             unless(::ptrace(PTRACE_SEIZE, agent, nullptr, PTRACE_O_TRACEEXIT) == 0));
        sleep_for_ever();
    });
    if (child < 0) {
        tell("trace itself by a child", why());
    }
    ::usleep(20'000); // the child has begun
}

struct Trace final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const std::string& what = arguments_.at(0);
        if (what == "rival") {
            try_on_rivals("trace the rival", hold);
        } else if (what == "referee") {
            try_on_referee("trace the referee", hold_for_a_moment);
        } else if (what == "memory") {
            try_on_rivals("read the rival's memory", [](pid_t rival) { return copy(rival, false); });
            try_on_rivals("write the rival's memory", [](pid_t rival) { return copy(rival, true); });
            try_on_rivals("overwrite the rival's code", break_code);
        } else {
            hide_end();
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Trace>(argc, argv);
}

#include "referee/process/sandbox/cell.hpp"

#include "referee/base/task.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/door.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee::wire {
namespace {

/// Of an order without cores.
constexpr std::size_t kOrderHead = offsetof(Order, cores);
constexpr std::size_t kControlBytes = CMSG_SPACE(sizeof(int) * kMostDescriptors);

} // namespace

std::pair<Descriptor, Descriptor> make_sockets() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw_errno("cannot make a socket for a sandbox");
    }
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool send(int socket, const void* message, std::size_t bytes, std::span<const int> descriptors) noexcept {
    iovec part{.iov_base = const_cast<void*>(message), .iov_len = bytes};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    alignas(cmsghdr) std::array<unsigned char, kControlBytes> control{};
    if (!descriptors.empty()) {
        header.msg_control = control.data();
        header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
    }
    return retried([&] { return ::sendmsg(socket, &header, MSG_NOSIGNAL); }) == static_cast<ssize_t>(bytes);
}

bool send(int socket, const Order& order, std::span<const int> descriptors) noexcept {
    return send(socket, &order, kOrderHead + order.core_bytes, descriptors);
}

bool receive(int socket, Order& order, std::array<int, kMostDescriptors>* descriptors) noexcept {
    return receive(socket, &order, sizeof order, descriptors, kOrderHead);
}

bool receive(int socket, void* message, std::size_t bytes, std::array<int, kMostDescriptors>* descriptors,
             std::size_t least) noexcept {
    iovec part{.iov_base = message, .iov_len = bytes};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    alignas(cmsghdr) std::array<unsigned char, kControlBytes> control{};
    if (descriptors != nullptr) { // otherwise the kernel drops what comes
        header.msg_control = control.data();
        header.msg_controllen = control.size();
    }
    const ssize_t got = retried([&] { return ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC); });
    if (descriptors != nullptr) {
        descriptors->fill(-1);
        const cmsghdr* rights = got >= 0 ? CMSG_FIRSTHDR(&header) : nullptr;
        if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
            std::memcpy(descriptors->data(), CMSG_DATA(rights),
                        std::min(rights->cmsg_len - CMSG_LEN(0), sizeof(*descriptors)));
        }
    }
    const bool is_cut = got > 0 && (header.msg_flags & MSG_TRUNC) != 0;
    if (got == 0) {
        errno = 0;
    } else if (is_cut) {
        errno = EMSGSIZE;
    }
    return got > 0 && !is_cut && static_cast<std::size_t>(got) >= (least > 0 ? least : bytes);
}

std::string why(const Report& report) {
    return std::string(report.text.data()) + (report.text[0] != '\0' ? ": " : "") +
           std::generic_category().message(report.error) +
           (report.error == ENOSPC ? " (of a working directory a sandbox shows 16,000 entries)" : "");
}

Report next_report(int socket, std::array<Descriptor, kMostDescriptors>& descriptors,
                   std::string_view whose) {
    Report report;
    std::array<int, kMostDescriptors> fds{};
    if (!receive(socket, &report, sizeof report, &fds)) {
        throw SandboxError(std::string(whose) + " was ended");
    }
    std::ranges::transform(fds, descriptors.begin(), [](int fd) { return Descriptor(fd); });
    if (report.what == Report::What::Failed) {
        throw SandboxError(why(report));
    }
    return report;
}

void send_failure(int socket, Report::What kind, const char* what, const char* path, pid_t pid) noexcept {
    Report report{.what = kind, .error = errno, .pid = pid, .text = {}};
    std::size_t at = 0;
    for (const char* text : {what, path}) {
        for (; *text != '\0' && at + 1 < report.text.size(); ++text) {
            report.text[at++] = *text;
        }
    }
    static_cast<void>(send(socket, &report, sizeof report));
}

void close_all_but(std::span<int> kept) noexcept {
    std::sort(kept.begin(), kept.end());
    unsigned from = 3;
    for (const int fd : kept) {
        const auto number = static_cast<unsigned>(fd);
        if (number > from) {
            static_cast<void>(::syscall(SYS_close_range, from, number - 1, 0U));
        }
        from = std::max(from, number + 1);
    }
    static_cast<void>(::syscall(SYS_close_range, from, ~0U, 0U));
}

} // namespace referee::wire

namespace referee {
namespace {

using wire::Order;
using wire::Report;

constexpr rlim_t kMostSignals = 4096; ///< that wait to be delivered
constexpr std::size_t kStackBytes = std::size_t{1} << 16;
/// Files and directories that an agent may make.
constexpr int kMostFiles = 16384;

constexpr Order kGoOn{};

/// Where the words of this process's command stand in its memory. Source: arg_start and arg_end in
/// proc_pid_stat(5).
std::span<char> own_command_line() {
    const std::string stat = read_proc_file("/proc/self/stat");
    std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
    constexpr int kFirst = 48; // the state, behind the bracket, is the third field
    std::string field;
    for (int number = 3; number < kFirst; ++number) {
        fields >> field;
    }
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    fields >> begin >> end;
    return fields && begin != 0 && begin < end ? std::span(reinterpret_cast<char*>(begin), end - begin)
                                               : std::span<char>();
}

/// Adds limits of what the kernel counts for a user, who may be that of the rival and of the referee, too: an
/// agent must leave enough of it. And of its core dumps, which are the machine's.
void divide_limits(std::vector<ResourceLimit>& limits, const ControlGroups& groups) {
    const auto ours = [](__rlimit_resource resource) {
        rlimit limit{};
        ::getrlimit(resource, &limit);
        return limit;
    };
    const auto add = [&](__rlimit_resource resource, rlim_t most) {
        limits.push_back({static_cast<int>(resource), {most, most}});
    };
    add(RLIMIT_SIGPENDING, std::min(kMostSignals, ours(RLIMIT_SIGPENDING).rlim_cur / 8)); // also timers
    // 1 is no room for a file, and keeps the kernel from starting what it pipes dumps to; 0 does not.
    add(RLIMIT_CORE, std::min(rlim_t{1}, ours(RLIMIT_CORE).rlim_max));
    if (!groups.limit_tasks()) { // the kernel counts those of all games of an agent together
        const rlim_t of_machine = number_in("/proc/sys/kernel/pid_max").value_or(RLIM_INFINITY);
        add(RLIMIT_NPROC, groups.tasks_of_agent(std::min(ours(RLIMIT_NPROC).rlim_cur, of_machine)));
    }
    // A process may have so many descriptors on the way in sockets; all of the user count.
    const auto files = std::ranges::find(limits, static_cast<int>(RLIMIT_NOFILE), &ResourceLimit::resource);
    if (files != limits.end()) {
        rlimit& limit = files->limit;
        limit.rlim_max = std::min(limit.rlim_max, ours(RLIMIT_NOFILE).rlim_cur / 4 * 3);
        limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
    }
}

DoorPlan plan_of(const Sandbox& sandbox, std::vector<ResourceLimit> limits, int socket) {
    DoorPlan plan{.socket = socket,
                  .user_namespace = sandbox.user_namespace(),
                  .mount_namespace = sandbox.mount_namespace(),
                  .parent = ::getpid(),
                  .becomes_nobody = can_become_nobody(),
                  .scratch = &sandbox.view().scratch,
                  .scratch_options = "mode=755,size=" + std::to_string(sandbox.wishes().scratch_mb) +
                                     "m,nr_inodes=" + std::to_string(kMostFiles),
                  .executable = sandbox.program().executable.c_str(),
                  .dir = sandbox.view().dir.c_str(),
                  .arguments = {},
                  .environment = {nullptr},
                  .limits = std::move(limits),
                  .ignored_signals = ignored_signals(),
                  .filter = {.len = static_cast<unsigned short>(sandbox.filter().size()),
                             .filter = const_cast<sock_filter*>(sandbox.filter().data())},
                  .command_line = own_command_line(),
                  .stack = std::vector<unsigned char>(kStackBytes)};
    divide_limits(plan.limits, sandbox.groups());
    for (const std::string& word : sandbox.program().words) {
        plan.arguments.push_back(word.c_str());
    }
    plan.arguments.push_back(nullptr);
    for (const std::string& variable : sandbox.environment()) {
        plan.environment.push_back(variable.c_str());
    }
    plan.environment.push_back(nullptr);
    return plan;
}

} // namespace

SandboxCell::SandboxCell(const Sandbox& sandbox, std::vector<ResourceLimit> limits)
    : sandbox_(sandbox) {
    auto [our_socket, its_socket] = wire::make_sockets();
    socket_ = std::move(our_socket);
    make_group(limits);
    DoorPlan plan = plan_of(sandbox, std::move(limits), its_socket.fd());
    door_ = ::fork();
    if (door_ < 0) {
        throw_no_task("cannot start a process for a sandbox", errno);
    }
    if (door_ == 0) {
        run_door(plan);
    }
    try {
        static_cast<void>(next_report());
        if (group_) {
            group_->add(door_); // and with it all that it starts
        }
        static_cast<void>(wire::send(socket_.fd(), kGoOn));
        init_ = next_report().pid;
        const std::string init = std::to_string(init_);
        left_behind_ = Descriptor(
            ::open(("/proc/" + init + "/task/" + init + "/children").c_str(), O_RDONLY | O_CLOEXEC));
    } catch (...) {
        end();
        throw;
    }
}

SandboxCell::~SandboxCell() {
    end();
}

/// Takes from `limits` what the group sees to: memory that is used, not what is reserved.
void SandboxCell::make_group(std::vector<ResourceLimit>& limits) {
    const ControlGroups& groups = sandbox_.groups();
    if (groups.text().empty()) {
        return;
    }
    GroupLimits of_group{.memory_bytes = {}, .cores = cores_text(allowed_cores())};
    const auto memory = std::ranges::find(limits, RLIMIT_AS, &ResourceLimit::resource);
    if (memory != limits.end() && groups.limit_memory()) {
        of_group.memory_bytes = memory->limit.rlim_cur;
        limits.erase(memory);
    } else {
        of_group.memory_bytes = groups.share_bytes();
    }
    group_.emplace(groups, of_group);
}

void SandboxCell::hold(bool still) noexcept {
    if (group_) {
        group_->hold(still);
    }
}

void SandboxCell::end() noexcept {
    hold(false);
    socket_.reset(); // the door ends the init, and then itself
    reap_soon(door_, std::chrono::seconds(1));
}

Report SandboxCell::next_report() const {
    std::array<Descriptor, wire::kMostDescriptors> none;
    return wire::next_report(socket_.fd(), none, "a process of the sandbox");
}

pid_t SandboxCell::start(const std::array<int, 3>& ends, std::uint64_t seed, const std::vector<int>* cores) {
    Order order{.what = Order::What::Start, .seed = seed, .core_bytes = 0, .cores = {}};
    const CoreMask mask(cores != nullptr ? *cores : allowed_cores());
    order.core_bytes = static_cast<std::uint32_t>(mask.bytes());
    if (mask.bytes() > order.cores.size()) {
        throw std::system_error(EINVAL, std::generic_category(), "cannot keep an agent on its cores");
    }
    std::memcpy(order.cores.data(), mask.set(), mask.bytes());
    if (!wire::send(socket_.fd(), order, ends)) {
        throw SandboxError("a process of the sandbox was ended");
    }
    const Report report = next_report();
    if (report.what == Report::What::Started) {
        return report.pid;
    }
    if (report.pid > 0) {
        reap_soon(report.pid, std::chrono::seconds(1));
    }
    if (report.text[0] == '\0') { // the exec
        const Program& program = sandbox_.program();
        throw UserError("agent command '" + to_printable(join_words(program.words), 200) + "': " +
                        program.executable.string() + " cannot be executed in its sandbox: " + why(report) +
                        (report.error == ENOENT ? "; is its interpreter outside of /usr? (\"read\")" : ""));
    }
    throw std::system_error(report.error, std::generic_category(),
                            std::string("an agent in its sandbox: ") + report.text.data());
}

void SandboxCell::sweep() noexcept {
    char child = 0;
    if (::pread(left_behind_.fd(), &child, 1, 0) == 0) {
        return; // each process inside is the agent's, or descends from a child of the init
    }
    static constexpr Order kSweep{.what = Order::What::Sweep, .seed = 0, .core_bytes = 0, .cores = {}};
    Report report;
    static_cast<void>(wire::send(socket_.fd(), kSweep) &&
                      wire::receive(socket_.fd(), &report, sizeof report));
}

std::unique_ptr<Process> KeptCell::start(const Sandbox& sandbox, const std::vector<ResourceLimit>& limits,
                                         std::uint64_t seed, const std::vector<int>* cores) {
    if (cell_ && &cell_->sandbox() == &sandbox) {
        try {
            return std::make_unique<Process>(*cell_, seed, cores);
        } catch (const SandboxError&) {
        }
    }
    close();
    cell_ = std::make_unique<SandboxCell>(sandbox, limits);
    orphans_.helper_has_begun(cell_->door());
    return std::make_unique<Process>(*cell_, seed, cores);
}

void KeptCell::close() {
    if (cell_) {
        const pid_t door = cell_->door();
        cell_.reset();
        orphans_.helper_is_gone(door);
    }
}

} // namespace referee

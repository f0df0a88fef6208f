#include "referee/process/sandbox/wire.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee::wire {
namespace {

/// Of an order without cores.
constexpr std::size_t kOrderHead = offsetof(Order, cores);
constexpr std::size_t kControlBytes = CMSG_SPACE(sizeof(int) * kMostDescriptors);

} // namespace

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
    ssize_t sent = 0;
    do {
        sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(bytes);
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
    ssize_t got = 0;
    do {
        got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
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

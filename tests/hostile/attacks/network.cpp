// Speaks to a server of the machine: network PORT. The server listens on 127.0.0.1 at this port, by TCP and
// by UDP, and on the abstract Unix socket `referee-attack-PORT`. It answers each word with a byte. An attack
// worked when the answer came. Then opens sockets of two families that lead out of a namespace of the
// network.

#include "tests/hostile/attacks/attack.hpp"

#include <cstddef>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace {

using namespace attack;

constexpr timeval kPatience{0, 300'000};

template<class Address>
Failure speak(const Address& address, std::size_t size, int kind) {
    const auto* const general = reinterpret_cast<const sockaddr*>(&address);
    const int channel = ::socket(general->sa_family, kind | SOCK_CLOEXEC, 0);
    if (channel < 0) {
        return why();
    }
    ::setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
    ::setsockopt(channel, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
    char byte = '?';
    const bool is_answered = ::connect(channel, general, static_cast<socklen_t>(size)) == 0 &&
                             ::send(channel, &byte, 1, MSG_NOSIGNAL) == 1 &&
                             ::recv(channel, &byte, 1, 0) == 1;
    const Failure failure = unless(is_answered);
    ::close(channel);
    return failure;
}

struct Network final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_port = htons(static_cast<std::uint16_t>(number(arguments_.at(0))));
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        tell("speak TCP", speak(here, sizeof here, SOCK_STREAM));
        tell("speak UDP", speak(here, sizeof here, SOCK_DGRAM));

        const std::string name = "referee-attack-" + arguments_.at(0);
        sockaddr_un named{};
        named.sun_family = AF_UNIX;
        std::memcpy(&named.sun_path[1], name.data(), name.size()); // behind a zero: an abstract name
        tell("speak to an abstract Unix socket",
             speak(named, offsetof(sockaddr_un, sun_path) + 1 + name.size(), SOCK_STREAM));
        tell("open a socket to the host of a virtual machine",
             unless(::socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0));
        tell("open a socket of the kernel's ciphers",
             unless(::socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0) >= 0));
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Network>(argc, argv);
}

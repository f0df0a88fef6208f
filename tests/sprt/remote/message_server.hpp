#pragma once
// A server of messages in the process of a test: as much of the protocol of NATS as a coordinator and workers
// use, for programs that are built with NATS. Source: docs.nats.io, "Client protocol".

#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/remote/bus.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sprt::remote {

/// Whether this program was built with NATS.
inline bool has_nats() {
    try {
        expect_nats();
    } catch (const referee::UserError&) {
        return false;
    }
    return true;
}

/// Whether `subject` is one of those that `pattern` names with `*` and `>`.
inline bool is_of_pattern(std::string_view subject, std::string_view pattern) {
    const std::vector<std::string_view> words = referee::split(subject, '.');
    const std::vector<std::string_view> wanted = referee::split(pattern, '.');
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] == ">") {
            return words.size() > i;
        }
        if (i >= words.size() || (wanted[i] != "*" && wanted[i] != words[i])) {
            return false;
        }
    }
    return words.size() == wanted.size();
}

/// Lets everybody in, and passes on what each publishes to the others.
class MessageServer {
  public:
    MessageServer()
        : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof place;
        auto* const generic = reinterpret_cast<sockaddr*>(&place);
        EXPECT_EQ(::bind(listener_.fd(), generic, size), 0);
        EXPECT_EQ(::listen(listener_.fd(), 16), 0);
        EXPECT_EQ(::getsockname(listener_.fd(), generic, &size), 0);
        port_ = ntohs(place.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    ~MessageServer() {
        is_ending_ = true;
        news_.signal();
        thread_.join();
    }
    MessageServer(const MessageServer&) = delete;
    MessageServer& operator=(const MessageServer&) = delete;

    /// Where `name` reaches it.
    [[nodiscard]] Address address(const std::string& name) const {
        return {.url = fmt::format("nats://127.0.0.1:{}", port_), .name = name};
    }
    /// Breaks all connections, which may be made again.
    void drop_all() {
        is_dropping_ = true;
        news_.signal();
    }

  private:
    struct Client {
        explicit Client(int fd)
            : socket(fd) {}

        referee::Descriptor socket;
        std::string received;
        std::map<std::string, std::string> patterns; ///< by number of the subscription
        bool wants_to_know = false;                  ///< that nobody listens
    };

    void run() {
        while (!is_ending_) {
            std::vector<pollfd> ready{{.fd = listener_.fd(), .events = POLLIN, .revents = 0},
                                      {.fd = news_.fd(), .events = POLLIN, .revents = 0}};
            for (const Client& client : clients_) {
                ready.push_back({.fd = client.socket.fd(), .events = POLLIN, .revents = 0});
            }
            ::poll(ready.data(), ready.size(), -1);
            news_.clear();
            if (is_dropping_.exchange(false)) {
                clients_.clear();
                continue;
            }
            auto its = ready.begin() + 2;
            for (auto client = clients_.begin(); client != clients_.end(); ++its) {
                client = its->revents != 0 && !hear(*client) ? clients_.erase(client) : std::next(client);
            }
            if (ready.front().revents != 0) {
                clients_.emplace_back(::accept4(listener_.fd(), nullptr, nullptr, SOCK_CLOEXEC));
                send(clients_.back(),
                     fmt::format(R"(INFO {{"server_id":"T","version":"2.10.0","proto":1,"headers":true,)"
                                 R"("max_payload":1048576,"host":"127.0.0.1","port":{}}})"
                                 "\r\n",
                                 port_));
            }
        }
    }
    static void send(const Client& client, const std::string& text) {
        static_cast<void>(::send(client.socket.fd(), text.data(), text.size(), MSG_NOSIGNAL));
    }
    /// Returns whether the client is still there.
    bool hear(Client& client) {
        char bytes[1 << 16];
        const auto count = ::recv(client.socket.fd(), bytes, sizeof bytes, 0);
        if (count <= 0) {
            return false;
        }
        client.received.append(bytes, static_cast<std::size_t>(count));
        while (take_line(client)) {
        }
        return true;
    }
    bool take_line(Client& client) {
        const std::size_t end = client.received.find("\r\n");
        if (end == std::string::npos) {
            return false;
        }
        std::vector<std::string> words;
        const std::string line = client.received.substr(0, end);
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t blank = std::min(line.find(' ', at), line.size());
            words.push_back(line.substr(at, blank - at));
            at = blank + 1;
        }
        std::size_t taken = end + 2;
        if (words[0] == "PUB" || words[0] == "HPUB") {
            const std::size_t size = std::stoull(words.back());
            if (client.received.size() < taken + size + 2) {
                return false;
            }
            pass_on(client, words, client.received.substr(taken, size));
            taken += size + 2;
        } else if (words[0] == "PING") {
            send(client, "PONG\r\n");
        } else if (words[0] == "CONNECT") {
            client.wants_to_know = line.find("\"no_responders\":true") != std::string::npos;
        } else if (words[0] == "SUB") {
            client.patterns[words.back()] = words[1];
        } else if (words[0] == "UNSUB") {
            client.patterns.erase(words[1]);
        }
        client.received.erase(0, taken);
        return true;
    }
    /// `words`: `PUB SUBJECT [REPLY] BYTES` or `HPUB SUBJECT [REPLY] BYTES_OF_HEADER BYTES`.
    void pass_on(const Client& from, const std::vector<std::string>& words, const std::string& text) {
        const bool has_header = words[0] == "HPUB";
        const std::string reply = words.size() > (has_header ? 4U : 3U) ? words[2] : "";
        bool is_heard = false;
        for (const Client& client : clients_) {
            for (const auto& [number, pattern] : client.patterns) {
                if (&client != &from && is_of_pattern(words[1], pattern)) {
                    is_heard = true;
                    send(client,
                         fmt::format("{} {} {} {}{}{}\r\n{}\r\n", has_header ? "HMSG" : "MSG", words[1],
                                     number, reply.empty() ? "" : reply + " ",
                                     has_header ? words[words.size() - 2] + " " : "", text.size(), text));
                }
            }
        }
        for (const auto& [number, pattern] : from.patterns) {
            if (!is_heard && from.wants_to_know && !reply.empty() && is_of_pattern(reply, pattern)) {
                send(from, fmt::format("HMSG {} {} 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", reply, number));
            }
        }
    }

    referee::Descriptor listener_;
    int port_ = 0;
    referee::Event news_;
    std::atomic<bool> is_ending_ = false;
    std::atomic<bool> is_dropping_ = false;
    std::list<Client> clients_; ///< of the thread
    std::thread thread_;
};

} // namespace sprt::remote

#pragma once
// Serves pages over HTTP: sockets, coroutines in one thread, and a few threads that read runs. The only file
// of the project that knows Boost.Asio and Beast is server.cpp. Source: docs/runs.md, "sprt serve".

#include "sprt/page/routes.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sprt {

/// What a server allows. Only tests change it.
struct ServerLimits {
    std::size_t connections = 64;
    std::chrono::milliseconds idle{30'000};
    std::chrono::milliseconds stalled_write{10'000};
    std::chrono::milliseconds poll{500};     ///< how often a run that somebody follows is looked at
    std::chrono::milliseconds alive{15'000}; ///< a sign of life in a stream of events
    std::chrono::milliseconds list{150};     ///< how long the list waits for runs that are being read
};

class Server {
  public:
    /// Listens on `port` of `address` (0: a free port). Throws UserError when `address` is none of the
    /// machine, std::system_error when the port cannot be had.
    Server(Site& site, const std::string& address, std::uint16_t port, const ServerLimits& limits = {});
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    /// Serves until a stop signal comes, which is returned, or stop() is called, then 0.
    int run();
    /// Ends run(). May be called by another thread.
    void stop();
    /// Whether threads still read runs after run() has ended: ~Server() waits for them.
    [[nodiscard]] bool is_working() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// `name` as browsers write it in a URL: an IPv6 address has brackets.
[[nodiscard]] std::string as_host(const std::string& name);

/// Whether `address` is one of the loopback. Throws UserError when it is no address.
[[nodiscard]] bool is_loopback(const std::string& address);

} // namespace sprt

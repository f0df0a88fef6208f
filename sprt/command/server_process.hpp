#pragma once
// nats-server as the child of `sprt hub`. It runs in the hub's directory, by server.conf there, and writes
// server.log.

#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include <sys/types.h>

namespace sprt {

/// The program: $REFEREE_NATS_SERVER, otherwise nats-server of PATH or of /usr/sbin, where Debian has it.
/// Throws UserError, which says how to get it, when there is none.
[[nodiscard]] std::filesystem::path find_server_program();

/// The server does not start, and its last words.
class NotStarted : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The kernel ends the server when this process ends, however that happens.
class ServerProcess {
  public:
    /// Starts the server in `dir` and returns when it answers. Throws NotStarted, and no server runs, when it
    /// does not. Call it while the process has one thread; stop signals and SIGCHLD are blocked from then on.
    ServerProcess(const std::filesystem::path& program, std::filesystem::path dir);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Waits for a stop signal, lets the server end, and returns the signal. Throws std::runtime_error when
    /// the server ends by itself.
    [[nodiscard]] int wait();

  private:
    void start(const std::filesystem::path& program);
    [[nodiscard]] bool has_ended();
    void kill() noexcept;

    std::filesystem::path dir_;
    std::uintmax_t log_begin_ = 0; ///< what the server says from here on is its own
    pid_t pid_ = -1;               ///< -1: it has ended
};

/// Whether a server runs in `dir`.
[[nodiscard]] bool serves(const std::filesystem::path& dir);

/// Lets the server that runs in `dir` read server.conf anew, and returns when it has. Throws
/// std::runtime_error when it refuses, or none runs.
void reload_server(const std::filesystem::path& dir);

} // namespace sprt

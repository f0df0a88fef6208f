#pragma once
// The directory of `sprt hub`, and the server that runs in it. hub.json says what the hub is, and all other
// files follow from it, but for the keys.
// Source: docs/many-machines.md, "Invitations".

#include "referee/base/descriptor.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/hub_file.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sprt {

inline constexpr const char* kHubFile = "hub.json";
inline constexpr const char* kServerConfigFile = "server.conf";
inline constexpr const char* kServerLogFile = "server.log";
inline constexpr const char* kServerPidFile = "server.pid";

/// Somebody to invite.
struct Guest {
    std::string name;
    remote::Role role = remote::Role::Worker;
};

/// Whether `dir` is that of a hub; false when it is missing or empty, so that one can be made. Throws
/// UserError when it is something else.
[[nodiscard]] bool is_hub(const std::filesystem::path& dir);

/// A hub's directory, which no other process changes meanwhile. All files in it are for its owner only: the
/// umask of this process must say so.
class HubDirectory {
  public:
    /// Makes `hub` in `dir`, missing or empty, with a certificate when it is encrypted, and invites `guests`:
    /// all of it or nothing. Throws std::system_error.
    HubDirectory(std::filesystem::path dir, remote::Hub hub, const std::vector<Guest>& guests);
    /// Opens the hub in `dir`, and waits while another process changes it. Throws UserError for a damaged
    /// hub.json.
    explicit HubDirectory(std::filesystem::path dir);

    [[nodiscard]] const remote::Hub& hub() const noexcept { return hub_; }
    /// Of the invitation of that name.
    [[nodiscard]] std::filesystem::path invitation(const std::string& name) const;

    /// Revokes, then invites, and writes all files. Throws UserError when nobody has a name to revoke, or
    /// somebody has one to invite; nothing is changed then.
    void change(const std::vector<std::string>& revoked, const std::vector<Guest>& guests);

    /// Whether no hub runs here. From then on this process is the one that does, until it ends.
    [[nodiscard]] bool begin_to_run();
    /// Lets others change the directory.
    void unlock() noexcept { lock_.reset(); }
    /// That the file system has no locks; empty when the lock is held.
    [[nodiscard]] std::string warning() const;

  private:
    void invite(remote::Person& person) const;
    void write() const;

    std::filesystem::path dir_;
    remote::Hub hub_;
    referee::FileLock lock_;
    referee::FileLock running_;
};

// nats-server as the child of `sprt hub`. It runs in the hub's directory, by server.conf there, and writes
// server.log.

/// The program: $REFEREE_NATS_SERVER, otherwise nats-server of PATH or of /usr/sbin, where Debian has it.
/// Throws UserError, which says how to get it, when there is none.
[[nodiscard]] std::filesystem::path find_server_program();

/// The server does not start, and its last words.
struct NotStarted : std::runtime_error {
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
    int ended_as_ = 0;             ///< what waitpid() tells of its end
};

/// Whether a server runs in `dir`.
[[nodiscard]] bool serves(const std::filesystem::path& dir);

/// Lets the server that runs in `dir` read server.conf anew, and returns when it has. Throws
/// std::runtime_error when it refuses, or none runs.
void reload_server(const std::filesystem::path& dir);

} // namespace sprt

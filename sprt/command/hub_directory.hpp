#pragma once
// The directory of `sprt hub`: hub.json says what the hub is, and all other files follow from it, but for the
// keys. Source: docs/many-machines.md, "Invitations".

#include "referee/base/descriptor.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/hub_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

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

} // namespace sprt

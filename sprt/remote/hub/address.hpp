#pragma once
// Where a server is, what somebody may do there, and the names of runs on it.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt::remote {

// What somebody may do on a server. Source: docs/many-machines.md, "Invitations".

enum class Role : std::uint8_t {
    Worker,      ///< plays games
    Volunteer,   ///< plays games, and is not trusted: its name begins with `v-`
    Coordinator, ///< offers runs
    Viewer,      ///< reads offers and events
};

/// `worker`, `volunteer`, `coordinator` or `viewer`.
[[nodiscard]] std::string_view name(Role role) noexcept;
/// The role of that name; empty when there is none.
[[nodiscard]] std::optional<Role> role_of(std::string_view name) noexcept;
/// Whether one of that name may have the role: names that begin with `v-` are those of volunteers.
[[nodiscard]] bool fits(Role role, std::string_view name) noexcept;

// A host with a port.

struct Endpoint {
    std::string host; ///< a name, or an address without brackets
    std::uint16_t port = 0;

    bool operator==(const Endpoint&) const = default;
    /// `HOST:PORT`, with brackets around an address of IPv6.
    [[nodiscard]] std::string text() const;
};

/// Reads `HOST`, `HOST:PORT`, `[ADDRESS]` or `[ADDRESS]:PORT`; `port` is that of one without. Empty when
/// `text` is none of these, or the port is not from 1 to 65535.
[[nodiscard]] std::optional<Endpoint> read_endpoint(std::string_view text, std::uint16_t port);

/// Whether only this machine reaches `host`: `localhost`, 127.0.0.0/8, ::1.
[[nodiscard]] bool is_loopback(const std::string& host);
/// Whether `host` stands for all addresses of this machine, and so for none: 0.0.0.0, ::.
[[nodiscard]] bool is_any_address(const std::string& host);

// The name of a run on a server.

/// A run as subjects name it.
struct RunKey {
    std::string coordinator;
    std::string id;
    auto operator<=>(const RunKey&) const = default;

    /// `referee.1.KIND.COORDINATOR.RUN.WORKER`
    [[nodiscard]] std::string subject(std::string_view kind, const std::string& worker) const;
};

/// Offers of runs are published under it and the words of their run.
inline constexpr std::string_view kOfferSubjects = "referee.1.offer.";

/// The run that `COORDINATOR.RUN` names; empty when it names none.
[[nodiscard]] std::optional<RunKey> run_of(std::string_view words);

// Where a server is, and who comes to it. Source: docs/many-machines.md, "Invitations".

inline constexpr std::size_t kLongestName = 32;

struct Address {
    std::string url;    ///< `nats://` or `tls://`, without user and password
    std::string user{}; ///< empty: the server asks for none, or there is a key
    std::string password{};
    std::string name; ///< of who comes, `[a-z0-9-]{1,32}`: a part of subjects
    bool is_encrypted = false;

    // Of an invitation:
    std::string invitation{};   ///< absolute path of the file; empty: a URL was given
    std::optional<Role> role{}; ///< empty: the server may say what somebody may do
    std::string nkey_seed{};
    std::string ca{}; ///< PEM; empty: those that this machine trusts

    /// `url`, which holds no secret.
    [[nodiscard]] const std::string& shown() const noexcept { return url; }
    /// What leads here again and holds no secret: the path of the invitation, or else `url`.
    [[nodiscard]] const std::string& kept() const noexcept { return invitation.empty() ? url : invitation; }
};

/// Whether `text` may be a name: `[a-z0-9-]{1,32}`.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// Reads a URL, `nats://[USER[:PASSWORD]@]HOST[:PORT]` or `tls://...`. Without a user the name is that of
/// this machine. Throws UserError, which `place` begins, for what is no such URL.
[[nodiscard]] Address read_url(std::string_view url, const std::string& place);

/// The same for such a URL or the path of an invitation. Throws UserError also for what read_invitation()
/// refuses.
[[nodiscard]] Address read_address(const std::string& via, const std::string& place);

/// The same of who comes as `role`; as a worker a volunteer may come too. Throws UserError for an invitation
/// of another role.
[[nodiscard]] Address read_address(const std::string& via, const std::string& place, Role role);

} // namespace sprt::remote

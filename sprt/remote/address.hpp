#pragma once
// Where a server is, and who comes to it. Source: docs/many-machines.md, "Invitations".

#include <string>
#include <string_view>

namespace sprt::remote {

/// The longest name of somebody.
inline constexpr std::size_t kLongestName = 32;

struct Address {
    std::string url;    ///< `nats://` or `tls://`, without user and password
    std::string user{}; ///< empty: the server asks for none
    std::string password{};
    std::string name; ///< of who comes, `[a-z0-9-]{1,32}`: a part of subjects
    bool is_encrypted = false;

    /// `url`, which holds no secret.
    [[nodiscard]] const std::string& shown() const noexcept { return url; }
};

/// Whether `text` may be a name: `[a-z0-9-]{1,32}`.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// Reads a URL, `nats://[USER[:PASSWORD]@]HOST[:PORT]` or `tls://...`. Without a user the name is that of
/// this machine. Throws UserError, which `place` begins, for what is no such URL.
[[nodiscard]] Address read_address(std::string_view via, const std::string& place);

} // namespace sprt::remote

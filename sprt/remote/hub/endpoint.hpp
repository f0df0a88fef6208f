#pragma once
// A host with a port.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sprt::remote {

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

} // namespace sprt::remote

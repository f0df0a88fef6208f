#pragma once
// The certificate of a server, and the authority that vouches for it. Source: RFC 5280; OpenSSL's X509
// functions.

#include <string>
#include <string_view>

namespace sprt::remote {

/// All in PEM. The authority's key is not kept: nothing else can ever be signed by it.
struct ServerCertificate {
    std::string ca;          ///< what clients trust
    std::string certificate; ///< of the server
    std::string key;         ///< of the server: a secret
};

/// A certificate for `host`, a name or an address, and for loopback: `localhost`, 127.0.0.1, ::1. It is valid
/// for ten years from yesterday on. Throws std::runtime_error when OpenSSL cannot make it.
[[nodiscard]] ServerCertificate new_certificate(const std::string& host);

/// Whether `pem` has a certificate.
[[nodiscard]] bool is_certificate(std::string_view pem) noexcept;

} // namespace sprt::remote

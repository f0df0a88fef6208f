#pragma once
// Keys and certificates of a server.

#include <string>
#include <string_view>

namespace sprt::remote {

// Keys of a server's users: Ed25519 as NATS writes it. The text is base32 without padding of the kind of key,
// its 32 bytes and their CRC-16/XMODEM. Source: docs.nats.io, "NKeys"; github.com/nats-io/nkeys, README.

struct NkeyPair {
    std::string seed;       ///< `SU...`: the secret
    std::string public_key; ///< `U...`
};

/// A new key. Throws std::runtime_error when OpenSSL has no random bytes.
[[nodiscard]] NkeyPair new_nkey();

/// Whether `text` is the seed of a user.
[[nodiscard]] bool is_nkey_seed(std::string_view text) noexcept;
/// Whether `text` is the public key of a user.
[[nodiscard]] bool is_nkey(std::string_view text) noexcept;
/// The public key of a seed. `seed` must be one.
[[nodiscard]] std::string public_nkey(std::string_view seed);

// The certificate of a server, and the authority that vouches for it. Source: RFC 5280; OpenSSL's X509
// functions.

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

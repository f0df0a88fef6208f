#pragma once
// Keys of a server's users: Ed25519 as NATS writes it. The text is base32 without padding of the kind of key,
// its 32 bytes and their CRC-16/XMODEM. Source: docs.nats.io, "NKeys"; github.com/nats-io/nkeys, README.

#include <string>
#include <string_view>

namespace sprt::remote {

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

} // namespace sprt::remote

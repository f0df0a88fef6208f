#pragma once
// The files of a hub: its invitations, hub.json, the configuration of its server, and the keys and the
// certificates in them.
// Source: docs/many-machines.md, "Invitations".

#include "sprt/remote/hub/address.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt::remote {

// What a person is sent to come to a server: one JSON file, which is a secret.
// Source: configs/schema/invitation.schema.json.

struct Invitation {
    std::string url;  ///< `nats://HOST:PORT` or `tls://HOST:PORT`
    std::string name; ///< of the person: a part of subjects
    Role role = Role::Worker;
    std::string nkey_seed; ///< the secret
    std::string ca{};      ///< PEM; empty: none but those that this machine trusts
};

/// The bytes of the file.
[[nodiscard]] std::string to_text(const Invitation& invitation);

/// Reads an invitation. Throws UserError, which `place` begins, naming the file and, as a JSON pointer, what
/// is wrong in it; also when others than its owner may read the file, because then it is no secret.
[[nodiscard]] Invitation read_invitation(const std::filesystem::path& file, const std::string& place);

// What a hub is: where its server listens, and who may come. The secrets are in invitations; hub.json has
// public keys.

struct Person {
    std::string name;
    Role role = Role::Worker;
    std::string nkey; ///< `U...`

    bool operator==(const Person&) const = default;
};

struct Hub {
    Endpoint listen;
    Endpoint reached; ///< what stands in invitations, and in the certificate
    bool is_encrypted = false;
    std::string ca{};           ///< PEM; empty: not encrypted
    std::string nobody;         ///< a key of which no seed exists; see server_config()
    std::vector<Person> people; ///< in the order in which they were invited

    bool operator==(const Hub&) const = default;
    /// `nats://HOST:PORT` or `tls://HOST:PORT`
    [[nodiscard]] std::string url() const;
    /// Null when nobody has that name.
    [[nodiscard]] const Person* find(std::string_view name) const noexcept;
};

[[nodiscard]] std::string to_text(const Hub& hub);
/// Reads hub.json. Throws UserError naming the file and the JSON pointer of what is wrong.
[[nodiscard]] Hub read_hub(const std::filesystem::path& file);

// The configuration of a hub's nats-server: who may come, and what each may publish and read.
// Source: docs/many-machines.md, "Trust"; docs.nats.io, "Configuration", "Authorization".

/// In the directory of server.conf, in which the server runs.
inline constexpr const char* kServerCertificateFile = "server.crt";
inline constexpr const char* kServerKeyFile = "server.key";

/// Subjects of NATS, with its wildcards.
struct Permissions {
    std::vector<std::string> publish;
    std::vector<std::string> subscribe;
    bool answers = false; ///< also one answer to each request that it gets, for a minute
};

/// What `person` may do, and no more.
[[nodiscard]] Permissions permissions_of(const Person& person);

/// The text of server.conf. A server without users lets everybody in, so that `nobody` is always one of them.
[[nodiscard]] std::string server_config(const Hub& hub);

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

[[nodiscard]] bool is_certificate(std::string_view pem) noexcept;

} // namespace sprt::remote

#pragma once
// What a hub is: where its server listens, and who may come. The secrets are in invitations; here are public
// keys. Source: docs/many-machines.md, "Invitations".

#include "sprt/remote/hub/endpoint.hpp"
#include "sprt/remote/hub/role.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt::remote {

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

/// The bytes of hub.json.
[[nodiscard]] std::string to_text(const Hub& hub);
/// Reads hub.json. Throws UserError naming the file and the JSON pointer of what is wrong.
[[nodiscard]] Hub read_hub(const std::filesystem::path& file);

} // namespace sprt::remote

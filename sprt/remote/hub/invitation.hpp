#pragma once
// What a person is sent to come to a server: one JSON file, which is a secret.
// Source: docs/many-machines.md, "Invitations"; configs/schema/invitation.schema.json.

#include "sprt/remote/hub/role.hpp"

#include <filesystem>
#include <string>

namespace sprt::remote {

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

} // namespace sprt::remote

#include "sprt/remote/hub/invitation.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/certificate.hpp"
#include "sprt/remote/hub/nkey.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace sprt::remote {
namespace {

using referee::field;
using referee::Json;
using referee::JsonNode;
using referee::UserError;
namespace fs = std::filesystem;

constexpr const char* kAskAgain = "an invitation is used as sprt hub made it: get it once more";
constexpr auto kInvitedRole = referee::texts([](Role role) { return name(role); },
                                             [](const std::string& word) { return role_of(word); },
                                             "worker, volunteer, coordinator or viewer");
constexpr auto kInvitationFields = referee::fields<Invitation>(
    referee::Constant{"format", 1}, field("url", &Invitation::url), field("name", &Invitation::name),
    field("role", &Invitation::role, kInvitedRole), field("nkey_seed", &Invitation::nkey_seed),
    field("ca", &Invitation::ca, referee::TextOrNull()));

/// As ssh does it with keys: whoever can read the file can come in this person's name.
void expect_secret(const fs::path& file, const std::string& place) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (error || !fs::is_regular_file(status)) {
        return; // what reads it says what is wrong
    }
    constexpr auto kOthers = fs::perms::group_all | fs::perms::others_all;
    if ((status.permissions() & kOthers) != fs::perms::none) {
        throw UserError(fmt::format("{}: {} is a secret, and others than its owner may read or write it: "
                                    "chmod 600 {}",
                                    place, file.string(), file.string()));
    }
}

} // namespace

std::string to_text(const Invitation& invitation) {
    return kInvitationFields.write(invitation).dump(2) + "\n";
}

Invitation read_invitation(const fs::path& file, const std::string& place) {
    Json json;
    try {
        json = referee::read_json_file(file, "an invitation");
    } catch (const UserError& error) {
        throw UserError(fmt::format("{}: {}; {}", place, error.what(), kAskAgain));
    }
    const JsonNode root(json, fmt::format("{}: {}: ", place, file.string()));
    if (json.is_object() && json.contains("nkey_seed")) {
        expect_secret(file, place);
    }
    static_cast<void>(root.at("format").integer(1, 1)); // another one may have other keys
    if (const auto unknown = root.unknown(kInvitationFields.keys()); !unknown.empty()) {
        throw UserError(fmt::format("{}: no invitation has this; {}", unknown.front(), kAskAgain));
    }
    Invitation invitation = kInvitationFields.read(root);
    const Address address = read_url(invitation.url, root.at("url").place());
    root.at("url").expect(address.user.empty(), "a URL without a user");
    root.at("name").expect(is_name(invitation.name), "1 to 32 of a-z, 0-9 and -");
    root.at("name").expect(fits(invitation.role, invitation.name),
                           invitation.role == Role::Volunteer
                               ? "a name that begins with v-, as those of "
                                 "volunteers do"
                               : "a name that does not begin with v-, as those "
                                 "of volunteers do");
    if (!is_nkey_seed(invitation.nkey_seed)) { // a part of it may be right: it is not shown
        throw UserError(root.at("nkey_seed").place() + ": the key is damaged; " + kAskAgain);
    }
    if (!root.at("ca").is_null()) {
        root.at("ca").expect(is_certificate(invitation.ca), "a certificate in PEM, or null");
    }
    return invitation;
}

} // namespace sprt::remote

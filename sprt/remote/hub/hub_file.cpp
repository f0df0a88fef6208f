#include "sprt/remote/hub/hub_file.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace sprt::remote {

namespace {

using referee::field;
using referee::Json;
using referee::JsonNode;
using referee::UserError;
namespace fs = std::filesystem;

constexpr const char* kAskAgain = "an invitation is used as sprt hub made it: get it once more";
constexpr auto kRole = referee::texts([](Role role) { return name(role); },
                                      [](const std::string& word) { return role_of(word); },
                                      "worker, volunteer, coordinator or viewer");
constexpr auto kInvitationFields = referee::fields<Invitation>(
    referee::Constant{"format", 1}, field("url", &Invitation::url), field("name", &Invitation::name),
    field("role", &Invitation::role, kRole), field("nkey_seed", &Invitation::nkey_seed),
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
        throw UserError("{}: {} is a secret, and others than its owner may read or write it: chmod 600 {}",
                        place, file.string(), file.string());
    }
}

using referee::fields;
using referee::only;
using referee::Plain;

constexpr auto kEndpoint = referee::texts([](const Endpoint& endpoint) { return endpoint.text(); },
                                          [](const std::string& text) {
                                              const auto endpoint = read_endpoint(text, 0);
                                              return endpoint && endpoint->port > 0 ? endpoint : std::nullopt;
                                          },
                                          "HOST:PORT");
constexpr auto kNkey = only<std::string>(
    Plain(), [](const std::string& text) { return is_nkey(text); }, "the public key of a user, U...");
constexpr auto kPersonFields = fields<Person>(
    field("name", &Person::name), field("role", &Person::role, kRole), field("nkey", &Person::nkey, kNkey));
constexpr auto kHubFields =
    fields<Hub>(referee::Constant{"format", 1}, field("listen", &Hub::listen, kEndpoint),
                field("reached", &Hub::reached, kEndpoint), field("ca", &Hub::ca, referee::TextOrNull()),
                field("nobody", &Hub::nobody, kNkey), field("people", &Hub::people, kPersonFields));

/// All texts in it are names, subjects and keys: nothing in them needs to be quoted.
std::string list_of(const std::vector<std::string>& subjects) {
    return fmt::format("[\"{}\"]", fmt::join(subjects, "\", \""));
}

std::string user_of(const Person& person) {
    const Permissions may = permissions_of(person);
    return fmt::format("    # {} {}\n"
                       "    {{ nkey: \"{}\", permissions: {{\n"
                       "      publish: {{ allow: {} }}\n"
                       "      subscribe: {{ allow: {} }}\n"
                       "{}    }} }}\n",
                       name(person.role), person.name, person.nkey, list_of(may.publish),
                       list_of(may.subscribe),
                       may.answers ? "      allow_responses: { max: 1, expires: \"1m\" }\n" : "");
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
        throw UserError("{}: {}; {}", place, error.what(), kAskAgain);
    }
    const JsonNode root(json, fmt::format("{}: {}: ", place, file.string()));
    if (json.is_object() && json.contains("nkey_seed")) {
        expect_secret(file, place);
    }
    static_cast<void>(root.at("format").integer(1, 1)); // another one may have other keys
    if (const auto unknown = root.unknown(kInvitationFields.keys()); !unknown.empty()) {
        throw UserError("{}: no invitation has this; {}", unknown.front(), kAskAgain);
    }
    Invitation invitation = kInvitationFields.read(root);
    const Address address = read_url(invitation.url, root.at("url").place());
    root.at("url").expect(address.user.empty(), "a URL without a user");
    root.at("name").expect(is_name(invitation.name), "1 to 32 of a-z, 0-9 and -");
    root.at("name").expect(fits(invitation.role, invitation.name),
                           invitation.role == Role::Volunteer
                               ? "a name that begins with v-, as those of volunteers do"
                               : "a name that does not begin with v-, as those of volunteers do");
    if (!is_nkey_seed(invitation.nkey_seed)) { // a part of it may be right: it is not shown
        throw UserError(root.at("nkey_seed").place() + ": the key is damaged; " + kAskAgain);
    }
    if (!root.at("ca").is_null()) {
        root.at("ca").expect(is_certificate(invitation.ca), "a certificate in PEM, or null");
    }
    return invitation;
}

std::string Hub::url() const {
    return fmt::format("{}://{}", is_encrypted ? "tls" : "nats", reached.text());
}

const Person* Hub::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(people, name, &Person::name);
    return found == people.end() ? nullptr : &*found;
}

std::string to_text(const Hub& hub) {
    return kHubFields.write(hub).dump(2) + "\n";
}

Hub read_hub(const std::filesystem::path& file) {
    const Json json = referee::read_plain_json(file, "a hub");
    const JsonNode root(json, file.string() + ": ");
    Hub hub = kHubFields.read(root);
    hub.is_encrypted = !root.at("ca").is_null();
    root.at("ca").expect(!hub.is_encrypted || is_certificate(hub.ca), "a certificate in PEM, or null");
    const auto nodes = root.at("people").items();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Person& person = hub.people[i];
        nodes[i].at("name").expect(is_name(person.name) && fits(person.role, person.name),
                                   "1 to 32 of a-z, 0-9 and -, beginning with v- when it is a volunteer's");
        nodes[i].at("name").expect(hub.find(person.name) == &person, "a name that nobody else has");
    }
    return hub;
}

Permissions permissions_of(const Person& person) {
    // A worker is named last in a subject, a coordinator first.
    const auto from = [&](std::string_view kind) {
        return fmt::format("referee.1.{}.*.*.{}", kind, person.name);
    };
    const auto of = [&](std::string_view kind) {
        return fmt::format("referee.1.{}.{}.>", kind, person.name);
    };
    const std::string roll = "referee.1.roll";
    const std::string offers = "referee.1.offer.>";
    switch (person.role) {
    case Role::Worker:
    case Role::Volunteer:
        return {.publish = {from("turn"), from("alive"), from("blob"), roll},
                .subscribe = {offers, fmt::format("_INBOX_{}.>", person.name)}};
    case Role::Coordinator:
        return {.publish = {of("offer"), of("event"), roll},
                .subscribe = {of("turn"), of("alive"), of("blob"), of("offer"), roll},
                .answers = true};
    case Role::Viewer:
        break;
    }
    return {.publish = {roll}, .subscribe = {offers, "referee.1.event.>"}};
}

std::string server_config(const Hub& hub) {
    std::string text =
        fmt::format("# Made by sprt hub, which writes it anew when somebody is invited or revoked.\n"
                    "host: \"{}\"\n"
                    "port: {}\n"
                    "max_payload: 1MB\n"
                    "max_connections: 20000\n"
                    "ping_interval: \"5s\"\n"
                    "ping_max: 2\n"
                    "write_deadline: \"10s\"\n",
                    hub.listen.host, hub.listen.port);
    if (hub.is_encrypted) {
        text += fmt::format("tls: {{ cert_file: \"{}\", key_file: \"{}\", timeout: 5 }}\n",
                            kServerCertificateFile, kServerKeyFile);
    }
    text += "authorization: {\n"
            "  users: [\n"
            "    # nobody has this key\n";
    text += fmt::format("    {{ nkey: \"{}\", permissions: {{ publish: {{ deny: [\">\"] }}, subscribe: {{ "
                        "deny: [\">\"] }} }} }}\n",
                        hub.nobody);
    for (const Person& person : hub.people) {
        text += user_of(person);
    }
    return text + "  ]\n"
                  "}\n";
}

} // namespace sprt::remote

#include "sprt/remote/hub/hub_file.hpp"

#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/certificate.hpp"
#include "sprt/remote/hub/nkey.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace sprt::remote {
namespace {

using referee::field;
using referee::fields;
using referee::Json;
using referee::JsonNode;
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
constexpr auto kRole = referee::texts([](Role role) { return name(role); },
                                      [](const std::string& word) { return role_of(word); },
                                      "worker, volunteer, coordinator or viewer");
constexpr auto kPersonFields = fields<Person>(
    field("name", &Person::name), field("role", &Person::role, kRole), field("nkey", &Person::nkey, kNkey));
constexpr auto kHubFields =
    fields<Hub>(referee::Constant{"format", 1}, field("listen", &Hub::listen, kEndpoint),
                field("reached", &Hub::reached, kEndpoint), field("ca", &Hub::ca, referee::TextOrNull()),
                field("nobody", &Hub::nobody, kNkey), field("people", &Hub::people, kPersonFields));

} // namespace

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

} // namespace sprt::remote

#include "sprt/remote/hub/hub_file.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/remote/address.hpp"
#include "sprt/remote/hub/certificate.hpp"
#include "sprt/remote/hub/nkey.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sprt::remote {
namespace {

using referee::Json;
using referee::JsonNode;

constexpr int kHubFormat = 1;

Endpoint endpoint_in(const JsonNode& node) {
    const auto endpoint = read_endpoint(node.text(), 0);
    node.expect(endpoint && endpoint->port > 0, "HOST:PORT");
    return *endpoint;
}

std::string nkey_in(const JsonNode& node) {
    std::string nkey = node.text();
    node.expect(is_nkey(nkey), "the public key of a user, U...");
    return nkey;
}

Person person_in(const JsonNode& node) {
    const JsonNode role = node.at("role");
    const auto its = role_of(role.text());
    role.expect(its.has_value(), "worker, volunteer, coordinator or viewer");
    Person person{.name = node.at("name").text(), .role = *its, .nkey = nkey_in(node.at("nkey"))};
    node.at("name").expect(is_name(person.name) && fits(person.role, person.name),
                           "1 to 32 of a-z, 0-9 and -, beginning with v- when it is a volunteer's");
    return person;
}

} // namespace

std::string Hub::url() const {
    return fmt::format("{}://{}", is_encrypted ? "tls" : "nats", reached.text());
}

const Person* Hub::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(people, name, &Person::name);
    return found == people.end() ? nullptr : &*found;
}

std::string to_text(const Hub& hub) {
    Json people = Json::array();
    for (const Person& person : hub.people) {
        people.push_back(Json{{"name", person.name}, {"role", name(person.role)}, {"nkey", person.nkey}});
    }
    return Json{{"format", kHubFormat},          {"listen", hub.listen.text()},
                {"reached", hub.reached.text()}, {"ca", hub.is_encrypted ? Json(hub.ca) : Json(nullptr)},
                {"nobody", hub.nobody},          {"people", std::move(people)}}
               .dump(2) +
           "\n";
}

Hub read_hub(const std::filesystem::path& file) {
    const Json json = referee::read_plain_json(file, "a hub");
    const JsonNode root(json, file.string() + ": ");
    static_cast<void>(root.at("format").integer(kHubFormat, kHubFormat));
    Hub hub{.listen = endpoint_in(root.at("listen")),
            .reached = endpoint_in(root.at("reached")),
            .is_encrypted = !root.at("ca").is_null(),
            .nobody = nkey_in(root.at("nobody")),
            .people = {}};
    if (hub.is_encrypted) {
        hub.ca = root.at("ca").text();
        root.at("ca").expect(is_certificate(hub.ca), "a certificate in PEM, or null");
    }
    for (const JsonNode& node : root.at("people").items()) {
        Person person = person_in(node);
        node.at("name").expect(hub.find(person.name) == nullptr, "a name that nobody else has");
        hub.people.push_back(std::move(person));
    }
    return hub;
}

} // namespace sprt::remote

#include "sprt/remote/hub/server_config.hpp"

#include <fmt/format.h>

#include <string_view>

namespace sprt::remote {
namespace {

/// All texts in it are names, subjects and keys: nothing in them needs to be quoted.
std::string list_of(const std::vector<std::string>& subjects) {
    std::string text;
    for (const std::string& subject : subjects) {
        text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", subject);
    }
    return fmt::format("[{}]", text);
}

std::string user_of(const Person& person) {
    const Permissions may = permissions_of(person);
    return fmt::format("    # {} {}\n"
                       "    {{ nkey: \"{}\", permissions: {{\n"
                       "      publish: {{ allow: {} }}\n"
                       "      subscribe: {{ allow: {} }}\n"
                       "{}"
                       "    }} }}\n",
                       name(person.role), person.name, person.nkey, list_of(may.publish),
                       list_of(may.subscribe),
                       may.answers ? "      allow_responses: { max: 1, expires: \"1m\" }\n" : "");
}

} // namespace

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
    text +=
        fmt::format("    {{ nkey: \"{}\", permissions: {{ publish: {{ deny: [\">\"] }}, subscribe: {{ deny: "
                    "[\">\"] }} }} }}\n",
                    hub.nobody);
    for (const Person& person : hub.people) {
        text += user_of(person);
    }
    return text + "  ]\n"
                  "}\n";
}

} // namespace sprt::remote

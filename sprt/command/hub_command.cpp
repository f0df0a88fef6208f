#include "referee/base/console.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/hub_directory.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <sys/stat.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::UserError;
using remote::Endpoint;
using remote::Hub;
using remote::Role;

constexpr std::uint16_t kPort = 4322; // 4222 is that of the service of Debian's package
constexpr const char* kListen = "127.0.0.1";

/// `NAME[:ROLE]`. Without a role it is a worker, or a volunteer when the name begins as one of a volunteer,
/// which is added to the name of a volunteer that lacks it.
Guest guest_of(std::string_view text) {
    const auto colon = std::min(text.find(':'), text.size());
    Guest guest{.name = std::string(text.substr(0, colon))};
    guest.role = guest.name.starts_with(kVolunteerPrefix) ? Role::Volunteer : Role::Worker;
    if (colon < text.size()) {
        const auto role = remote::role_of(text.substr(colon + 1));
        if (!role) {
            throw UserError("--invite: {} is no role; it must be worker, volunteer, coordinator or viewer",
                            text.substr(colon + 1));
        }
        guest.role = *role;
    }
    if (guest.role == Role::Volunteer && !guest.name.starts_with(kVolunteerPrefix)) {
        guest.name.insert(0, kVolunteerPrefix);
    }
    if (!remote::is_name(guest.name) || guest.name == kVolunteerPrefix) {
        throw UserError("--invite: '{}' is no name; a name has 1 to {} of a-z, 0-9 and -", guest.name,
                        remote::kLongestName);
    }
    if (!fits(guest.role, guest.name)) {
        throw UserError("--invite: {} cannot be a {}: names that begin with v- are those of volunteers",
                        guest.name, name(guest.role));
    }
    return guest;
}

Endpoint endpoint_of(const char* flag, const std::string& text, std::uint16_t port) {
    const auto endpoint = remote::read_endpoint(text, port);
    if (!endpoint) {
        throw UserError("{}: '{}' is no host with a port from 1 to 65535; it must be HOST:PORT", flag, text);
    }
    return *endpoint;
}

/// The hub that the flags describe. Connections from beyond this machine are encrypted; so are all when the
/// server is reached by another name than its own, because who reaches it then is not known.
Hub new_hub(const HubFlags& flags) {
    Hub hub{.listen = flags.listen.empty() ? Endpoint{kListen, kPort}
                                           : endpoint_of("--listen", flags.listen, kPort),
            .reached = {},
            .nobody = "",
            .people = {}};
    if (flags.public_host.empty() && remote::is_any_address(hub.listen.host)) {
        throw UserError("--public: on {} the server listens at all addresses of this machine: "
                        "say by which HOST[:PORT] workers reach it",
                        hub.listen.host);
    }
    hub.reached =
        flags.public_host.empty() ? hub.listen : endpoint_of("--public", flags.public_host, hub.listen.port);
    if (remote::is_any_address(hub.reached.host)) {
        throw UserError("--public: {} is no host that workers can reach", hub.reached.host);
    }
    hub.is_encrypted = !flags.public_host.empty() || !remote::is_loopback(hub.listen.host);
    return hub;
}

/// What invitations and certificate say does not change.
void expect_same(const HubFlags& flags, const Hub& hub) {
    const auto expect = [&](const char* flag, const std::string& text, const Endpoint& is) {
        if (!text.empty() && endpoint_of(flag, text, is.port) != is) {
            throw UserError(
                "{}: the hub in {} has {}, as its invitations say; another one needs another directory", flag,
                flags.dir, is.text());
        }
    };
    expect("--listen", flags.listen, hub.listen);
    expect("--public", flags.public_host, hub.reached);
}

HubDirectory open(const HubFlags& flags, const std::vector<Guest>& guests) {
    if (is_hub(flags.dir)) {
        HubDirectory directory{fs::path(flags.dir)};
        expect_same(flags, directory.hub());
        directory.change(flags.revoke, guests);
        return directory;
    }
    const Hub hub = new_hub(flags);
    if (!flags.revoke.empty()) {
        throw UserError("--revoke: {} is no hub, and nobody was invited to it", flags.dir);
    }
    std::error_code is_missing;
    if (fs::equivalent(flags.dir, fs::current_path(), is_missing)) { // it would be replaced
        throw UserError("{} is the working directory; a hub needs a directory of its own, which it makes",
                        flags.dir);
    }
    static_cast<void>(find_server_program()); // before anything is made
    const std::vector<Guest> first{{"coordinator", Role::Coordinator}, {"worker", Role::Worker}};
    return {fs::path(flags.dir), hub, guests.empty() ? first : guests};
}

std::string role_line(const HubDirectory& directory, const remote::Person& person) {
    return fmt::format("  {}  ({})\n", directory.invitation(person.name).string(), name(person.role));
}

/// Invitations that were not moved away.
std::string invitations_text(const HubDirectory& directory) {
    std::string text;
    for (const remote::Person& person : directory.hub().people) {
        if (fs::exists(directory.invitation(person.name))) {
            text += role_line(directory, person);
        }
    }
    return text.empty() ? "" : "Invitations, each a secret and for one person or machine:\n" + text;
}

/// What to do next with the invitations that are there.
std::string next_text(const HubDirectory& directory) {
    const auto first_of = [&](auto... roles) -> std::string {
        for (const remote::Person& person : directory.hub().people) {
            if (((person.role == roles) || ...) && fs::exists(directory.invitation(person.name))) {
                return referee::join_words({directory.invitation(person.name).string()});
            }
        }
        return "INVITATION";
    };
    return fmt::format("Next, {}:\n"
                       "  sprt worker {}\n"
                       "and on the machine that keeps the run:\n"
                       "  sprt run CONFIG.json --out DIR --via {}\n",
                       remote::is_loopback(directory.hub().reached.host)
                           ? "on this machine, the only one that reaches the server"
                           : "on each machine that plays, with an invitation of its own",
                       first_of(Role::Worker, Role::Volunteer), first_of(Role::Coordinator));
}

std::string changes_text(const HubDirectory& directory, const HubFlags& flags,
                         const std::vector<Guest>& guests) {
    std::string text;
    for (const std::string& name : flags.revoke) {
        text += fmt::format("{} is revoked.\n", name);
    }
    for (const Guest& guest : guests) {
        text += fmt::format("{} is invited:\n{}", guest.name,
                            role_line(directory, *directory.hub().find(guest.name)));
    }
    return text;
}

/// A new hub of which the server cannot start is taken away again: nobody has been invited to it yet.
std::unique_ptr<ServerProcess> start_server(const fs::path& dir, bool is_new) {
    try {
        return std::make_unique<ServerProcess>(find_server_program(), dir);
    } catch (const NotStarted& error) {
        std::error_code failure;
        const bool is_gone = is_new && fs::remove_all(dir, failure) > 0 && !failure;
        throw std::runtime_error(
            fmt::format("the server does not start: {} ({})", error.what(),
                        is_gone ? dir.string() + " was not made" : "see " + (dir / kServerLogFile).string()));
    }
}

} // namespace

referee::ExitStatus run(const HubFlags& flags) {
    remote::expect_nats();
    constexpr mode_t kForOthers = 0077;
    ::umask(kForOthers); // all that a hub writes is for its owner
    std::vector<Guest> guests;
    for (const std::string& text : flags.invite) {
        guests.push_back(guest_of(text));
    }
    const bool is_new = !is_hub(flags.dir);
    HubDirectory directory = open(flags, guests);
    if (const std::string warning = directory.warning(); !warning.empty()) {
        referee::complain(kProgram, "warning: " + warning);
    }
    if (serves(flags.dir) || !directory.begin_to_run()) { // a file system may have no locks
        if (guests.empty() && flags.revoke.empty()) {
            throw UserError("a hub runs in {} already; --invite and --revoke change who may come", flags.dir);
        }
        reload_server(flags.dir);
        referee::say(changes_text(directory, flags, guests));
        return referee::ExitStatus::Done;
    }
    const auto server = start_server(flags.dir, is_new);
    directory.unlock();
    referee::say(fmt::format("A server answers at {}; SIGINT (Ctrl-C) ends it.\n{}{}", directory.hub().url(),
                             invitations_text(directory), next_text(directory)));
    return referee::status_of_signal(server->wait());
}

} // namespace sprt

#include "sprt/remote/hub/address.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/player.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/remote/hub/hub_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

namespace sprt::remote {

namespace {

bool is_of_name(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
}

std::optional<in_addr> ipv4(const std::string& host) {
    in_addr address{};
    return ::inet_pton(AF_INET, host.c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

std::optional<in6_addr> ipv6(const std::string& host) {
    in6_addr address{};
    return ::inet_pton(AF_INET6, host.c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

bool is_same(const in6_addr& one, const in6_addr& other) noexcept {
    return std::memcmp(&one, &other, sizeof one) == 0;
}

using referee::UserError;
namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kRoles{"worker", "volunteer", "coordinator", "viewer"}; // as Role
constexpr std::string_view kPlain = "nats://";
constexpr std::string_view kEncrypted = "tls://";
constexpr std::uint16_t kNatsPort = 4222; // of a URL without a port

/// What stands before an @ may be a password.
std::string_view without_password(std::string_view via) {
    const auto at = via.rfind('@');
    return at == std::string_view::npos ? via : via.substr(at + 1);
}

constexpr bool is_name_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/// The name of this machine, in the letters of a name.
std::string machine_name() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) {
        return "here";
    }
    std::string name;
    for (const char c : std::string_view(host.data())) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower == '.' || name.size() == kLongestName) {
            break;
        }
        name += is_name_character(lower) ? lower : '-';
    }
    return name.empty() ? "here" : name;
}

} // namespace

std::string_view name(Role role) noexcept {
    return kRoles[static_cast<std::size_t>(role)];
}

std::optional<Role> role_of(std::string_view text) noexcept {
    return referee::named_in<Role>(kRoles, text);
}

bool fits(Role role, std::string_view name) noexcept {
    return (role == Role::Volunteer) == is_volunteer(name);
}

std::string Endpoint::text() const {
    return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                               : fmt::format("[{}]:{}", host, port);
}

std::optional<Endpoint> read_endpoint(std::string_view text, std::uint16_t port) {
    const bool is_bracketed = text.starts_with('[');
    const auto end = is_bracketed ? text.find(']') : std::min(text.find(':'), text.size());
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    Endpoint endpoint{.host = std::string(is_bracketed ? text.substr(1, end - 1) : text.substr(0, end)),
                      .port = port};
    const std::string_view rest = text.substr(is_bracketed ? end + 1 : end);
    const bool is_host = is_bracketed
                             ? ipv6(endpoint.host).has_value()
                             : !endpoint.host.empty() && std::ranges::all_of(endpoint.host, is_of_name);
    if (!is_host) {
        return std::nullopt;
    }
    if (!rest.empty()) {
        const auto [last, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), endpoint.port);
        const bool is_port = rest.front() == ':' && error == std::errc() &&
                             last == rest.data() + rest.size() && endpoint.port > 0;
        if (!is_port) {
            return std::nullopt;
        }
    }
    return endpoint;
}

bool is_loopback(const std::string& host) {
    constexpr std::uint32_t kNetwork = 127;
    constexpr unsigned kShift = 24;
    if (const auto address = ipv4(host)) {
        return ntohl(address->s_addr) >> kShift == kNetwork;
    }
    if (const auto address = ipv6(host)) {
        return is_same(*address, in6addr_loopback);
    }
    return host == "localhost";
}

bool is_any_address(const std::string& host) {
    if (const auto address = ipv4(host)) {
        return address->s_addr == INADDR_ANY;
    }
    const auto address = ipv6(host);
    return address && is_same(*address, in6addr_any);
}

std::optional<RunKey> run_of(std::string_view words) {
    const auto dot = std::min(words.find('.'), words.size());
    const std::string_view id = words.substr(std::min(dot + 1, words.size()));
    return is_name(words.substr(0, dot)) && is_name(id)
               ? std::optional(RunKey{std::string(words.substr(0, dot)), std::string(id)})
               : std::nullopt;
}

std::string RunKey::subject(std::string_view kind, const std::string& worker) const {
    return fmt::format("referee.1.{}.{}.{}.{}", kind, coordinator, id, worker);
}

bool is_name(std::string_view text) noexcept {
    return !text.empty() && text.size() <= kLongestName && std::ranges::all_of(text, is_name_character);
}

Address read_url(std::string_view url, const std::string& place) {
    const bool is_plain = url.starts_with(kPlain);
    if (!is_plain && !url.starts_with(kEncrypted)) {
        throw UserError("{}: {} is no server; it must be nats://HOST:PORT or tls://HOST:PORT", place,
                        without_password(url));
    }
    const std::string_view scheme = is_plain ? kPlain : kEncrypted;
    std::string_view rest = url.substr(scheme.size());
    Address address;
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        const std::string_view who = rest.substr(0, at);
        const auto colon = who.find(':');
        address.user = who.substr(0, colon);
        address.password = colon == std::string_view::npos ? "" : who.substr(colon + 1);
        rest.remove_prefix(at + 1);
        if (!is_name(address.user)) {
            throw UserError("{}: the user in {}HOST is no name; a name has 1 to {} of a-z, 0-9 and -", place,
                            scheme, kLongestName);
        }
    }
    if (rest.empty() || rest.starts_with(':')) {
        throw UserError("{}: the URL names no host; it must be {}HOST:PORT", place, scheme);
    }
    if (!read_endpoint(rest, kNatsPort)) {
        throw UserError("{}: {} is no host with a port; it must be {}HOST:PORT, with a port from 1 to 65535",
                        place, rest, scheme);
    }
    address.url = fmt::format("{}{}", scheme, rest);
    address.name = address.user.empty() ? machine_name() : address.user;
    address.is_encrypted = !is_plain;
    return address;
}

Address read_address(const std::string& via, const std::string& place) {
    if (via.find("://") != std::string::npos) {
        return read_url(via, place);
    }
    std::error_code error;
    if (via.empty() || !fs::exists(via, error)) {
        throw UserError("{}: {} is no server and no file; it must be nats://HOST:PORT, "
                        "tls://HOST:PORT or the path of an invitation",
                        place, without_password(via));
    }
    const Invitation invitation = read_invitation(via, place);
    Address address = read_url(invitation.url, place);
    address.name = invitation.name;
    address.invitation = fs::absolute(via).lexically_normal().string();
    address.role = invitation.role;
    address.nkey_seed = invitation.nkey_seed;
    address.ca = invitation.ca;
    return address;
}

Address read_address(const std::string& via, const std::string& place, Role role) {
    Address address = read_address(via, place);
    const bool is_worker = role == Role::Worker;
    if (address.role && address.role != role && !(is_worker && address.role == Role::Volunteer)) {
        const std::string_view whom = is_worker                   ? "a worker"
                                      : role == Role::Coordinator ? "the coordinator of a run"
                                                                  : "who watches runs";
        throw UserError("{}: {} invites a {}, and {} needs the invitation of a {}: make one with sprt hub "
                        "DIR --invite NAME:{}",
                        place, address.invitation, name(*address.role), whom,
                        is_worker ? "worker or volunteer" : name(role), name(role));
    }
    return address;
}

} // namespace sprt::remote

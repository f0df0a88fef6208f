#include "sprt/remote/address.hpp"

#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include <unistd.h>

namespace sprt::remote {
namespace {

using referee::UserError;

constexpr std::string_view kPlain = "nats://";
constexpr std::string_view kEncrypted = "tls://";

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

/// `HOST`, `HOST:PORT`, `[ADDRESS]` or `[ADDRESS]:PORT`; the port is that of NATS when there is none.
bool is_host_and_port(std::string_view text) {
    const bool is_bracketed = text.starts_with('[');
    const auto end = is_bracketed ? text.find(']') : text.find(':');
    if (is_bracketed && end == std::string_view::npos) {
        return false;
    }
    const std::string_view host = is_bracketed ? text.substr(1, end - 1) : text.substr(0, end);
    std::string_view rest = is_bracketed ? text.substr(end + 1) : text.substr(std::min(end, text.size()));
    const auto is_of_host = [&](char c) {
        return is_name_character(c) || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
               (is_bracketed && c == ':');
    };
    if (host.empty() || !std::ranges::all_of(host, is_of_host)) {
        return false;
    }
    if (rest.empty()) {
        return true;
    }
    std::uint16_t port = 0;
    const auto [last, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), port);
    return rest.front() == ':' && error == std::errc() && last == rest.data() + rest.size() && port > 0;
}

} // namespace

bool is_name(std::string_view text) noexcept {
    return !text.empty() && text.size() <= kLongestName && std::ranges::all_of(text, is_name_character);
}

Address read_address(std::string_view via, const std::string& place) {
    const bool is_plain = via.starts_with(kPlain);
    if (!is_plain && !via.starts_with(kEncrypted)) {
        const auto at = via.rfind('@'); // what stands before it may be a password
        const std::string_view shown = at == std::string_view::npos ? via : via.substr(at + 1);
        throw UserError(
            fmt::format("{}: {} is no server; it must be nats://HOST:PORT or tls://HOST:PORT", place, shown));
    }
    const std::string_view scheme = is_plain ? kPlain : kEncrypted;
    std::string_view rest = via.substr(scheme.size());
    Address address;
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        const std::string_view who = rest.substr(0, at);
        const auto colon = who.find(':');
        address.user = who.substr(0, colon);
        address.password = colon == std::string_view::npos ? "" : who.substr(colon + 1);
        rest.remove_prefix(at + 1);
        if (!is_name(address.user)) {
            throw UserError(fmt::format("{}: the user in {}HOST is no name; a name has 1 to {} of a-z, 0-9 "
                                        "and -",
                                        place, scheme, kLongestName));
        }
    }
    if (rest.empty() || rest.starts_with(':')) {
        throw UserError(fmt::format("{}: the URL names no host; it must be {}HOST:PORT", place, scheme));
    }
    if (!is_host_and_port(rest)) {
        throw UserError(
            fmt::format("{}: {} is no host with a port; it must be {}HOST:PORT, with a port from 1 "
                        "to 65535",
                        place, rest, scheme));
    }
    address.url = fmt::format("{}{}", scheme, rest);
    address.name = address.user.empty() ? machine_name() : address.user;
    address.is_encrypted = !is_plain;
    return address;
}

} // namespace sprt::remote

#include "sprt/remote/hub/endpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>

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

} // namespace

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

} // namespace sprt::remote

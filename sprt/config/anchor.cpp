#include "sprt/config/anchor.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace sprt {
namespace {

using referee::UserError;

std::optional<std::size_t> position_of(std::string_view name, std::span<const std::string> names) {
    const auto found = std::ranges::find(names, name);
    return found != names.end() ? std::optional(static_cast<std::size_t>(found - names.begin()))
                                : std::nullopt;
}

[[noreturn]] void fail_unknown(std::string_view name, std::span<const std::string> names,
                               std::string_view place) {
    std::string known;
    for (const std::string& one : names) {
        known += (known.empty() ? "" : ", ") + referee::to_printable(one);
    }
    throw UserError(fmt::format("{}: no agent is named '{}'; the agents are {}", place,
                                referee::to_printable(name), known));
}

double elo_in(std::string_view text, std::string_view place) {
    double elo = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, elo);
    if (error != std::errc() || rest != end || !(std::abs(elo) <= kMostAnchorElo)) {
        throw UserError(fmt::format("{}: '{}' is no Elo; it must be a number from {:.0f} to {:.0f}", place,
                                    referee::to_printable(text), -kMostAnchorElo, kMostAnchorElo));
    }
    return elo;
}

} // namespace

std::size_t find_agent(std::string_view text, std::span<const std::string> names, std::string_view place) {
    if (const auto agent = position_of(text, names)) {
        return *agent;
    }
    fail_unknown(text, names, place);
}

Anchor read_anchor(std::string_view text, std::span<const std::string> names, std::string_view place) {
    if (const auto agent = position_of(text, names)) {
        return {.agent = *agent};
    }
    const std::size_t sign = text.rfind('=');
    const auto agent =
        sign != std::string_view::npos ? position_of(text.substr(0, sign), names) : std::nullopt;
    if (!agent) {
        fail_unknown(text.substr(0, sign), names, place);
    }
    return {.agent = *agent, .elo = elo_in(text.substr(sign + 1), place)};
}

} // namespace sprt

#include "referee/game/sandboxes.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sandbox/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace referee {
namespace {

std::shared_ptr<const Sandbox> make_sandbox(Player player, const SandboxOrder& order, const Program& program,
                                            const ProgramFiles& files,
                                            const std::vector<std::filesystem::path>& hidden,
                                            std::shared_ptr<const ControlGroups> groups) {
    try {
        auto sandbox =
            std::make_shared<const Sandbox>(program, order.wishes, hidden, files.print(), std::move(groups));
        static_cast<void>(
            SandboxCell(*sandbox, {})); // so that what cannot be made is known before the first game
        return sandbox;
    } catch (const UserError& error) {
        throw UserError(fmt::format("agent {}: {}", number(player), error.what()));
    } catch (const AgentError& error) {
        throw AgentError(fmt::format("agent {}: {}", number(player), error.what()));
    }
}

/// Why this machine can make no sandbox for anybody; empty when it can, so that what fails for an agent lies
/// in the agent's own files. An agent must not choose to play without.
std::string why_none_can_be_made() {
    const Program nobodys{.executable = "/bin/true", .words = {"true"}, .dir = "/", .variables = {}};
    try {
        const Sandbox sandbox(nobodys, {}, {}, {}, std::make_shared<const ControlGroups>());
        static_cast<void>(SandboxCell(sandbox, {}));
    } catch (const SandboxError& error) {
        return error.what();
    }
    return {};
}

} // namespace

std::optional<SandboxUse> parse_sandbox_use(std::string_view text) noexcept {
    return text == "off"    ? std::optional(SandboxUse::Off)
           : text == "auto" ? std::optional(SandboxUse::Auto)
           : text == "on"   ? std::optional(SandboxUse::On)
                            : std::nullopt;
}

std::string Sandboxes::text() const {
    const bool is_first = of.agent1 != nullptr;
    const bool is_second = of.agent2 != nullptr;
    if (is_first || is_second) {
        const std::string limited = groups->text();
        return fmt::format("Sandbox: {}; control groups: {}",
                           is_first && is_second ? "both agents"
                           : is_first            ? "agent 1 alone"
                                                 : "agent 2 alone",
                           limited.empty() ? "none can be made" : limited);
    }
    return missing.agent1.empty() && missing.agent2.empty() ? "" : "Sandbox: none";
}

std::size_t Sandboxes::descriptors(std::size_t games) const noexcept {
    constexpr std::size_t kNamespaces = 2;
    constexpr std::size_t kPerCell = 2 + 1 + 1; // the socket to its door, what is left behind, what holds it
    std::size_t count = 0;
    for (const Player player : kPlayers) {
        count += of[player] ? kNamespaces + kPerCell * games : 0;
    }
    return count;
}

Sandboxes make_sandboxes(const PerPlayer<SandboxOrder>& orders, const PerPlayer<Program>& programs,
                         const PerPlayer<ProgramFiles>& files,
                         const std::vector<std::filesystem::path>& hidden) {
    Sandboxes sandboxes;
    for (const Player player : kPlayers) {
        const SandboxOrder& order = orders[player];
        if (order.use == SandboxUse::Off) {
            continue;
        }
        std::vector<std::filesystem::path> unseen = private_paths(programs[other(player)]);
        std::ranges::copy(hidden, std::back_inserter(unseen));
        try {
            if (!sandboxes.groups) {
                sandboxes.groups = std::make_shared<const ControlGroups>();
            }
            sandboxes.of[player] =
                make_sandbox(player, order, programs[player], files[player], unseen, sandboxes.groups);
        } catch (const SandboxError& error) {
            if (order.use == SandboxUse::On) {
                throw UserError(
                    fmt::format("--sandbox on: this machine cannot make a sandbox: {}", error.what()));
            }
            sandboxes.missing[player] = why_none_can_be_made();
            if (sandboxes.missing[player].empty()) {
                throw UserError(
                    fmt::format("agent {}: its sandbox cannot be made: {}", number(player), error.what()));
            }
        }
    }
    return sandboxes;
}

} // namespace referee

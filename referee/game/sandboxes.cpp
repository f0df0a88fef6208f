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

std::shared_ptr<const Sandbox> make_sandbox(std::size_t number, const SandboxedAgent& agent,
                                            const std::vector<std::filesystem::path>& hidden,
                                            std::shared_ptr<const ControlGroups> groups) {
    try {
        auto sandbox = std::make_shared<const Sandbox>(*agent.program, agent.order.wishes, hidden,
                                                       agent.files->print(), std::move(groups));
        static_cast<void>(
            SandboxCell(*sandbox, {})); // so that what cannot be made is known before the first game
        return sandbox;
    } catch (const UserError& error) {
        throw UserError(fmt::format("agent {}: {}", number, error.what()));
    } catch (const AgentError& error) {
        throw AgentError(fmt::format("agent {}: {}", number, error.what()));
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

namespace {

std::size_t descriptors_of(std::size_t sandboxes, std::size_t cells) noexcept {
    constexpr std::size_t kNamespaces = 2;
    constexpr std::size_t kPerCell = 2 + 1 + 1; // the socket to its door, what is left behind, what holds it
    return kNamespaces * sandboxes + kPerCell * cells;
}

std::size_t made(const std::vector<std::shared_ptr<const Sandbox>>& sandboxes) noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(sandboxes, [](const auto& sandbox) { return sandbox != nullptr; }));
}

} // namespace

std::size_t Sandboxes::descriptors(std::size_t games) const noexcept {
    const std::size_t count = (of.agent1 ? 1U : 0U) + (of.agent2 ? 1U : 0U);
    return descriptors_of(count, count * games);
}

std::string ManySandboxes::text() const {
    if (const std::size_t count = made(of); count > 0) {
        const std::string limited = groups->text();
        return fmt::format("Sandbox: {}; control groups: {}",
                           count == of.size() ? "all agents"
                                              : fmt::format("{} of {} agents", count, of.size()),
                           limited.empty() ? "none can be made" : limited);
    }
    const bool was_asked = std::ranges::any_of(missing, [](const std::string& why) { return !why.empty(); });
    return was_asked ? "Sandbox: none" : "";
}

std::size_t ManySandboxes::descriptors(std::size_t games) const noexcept {
    const std::size_t count = made(of);
    return descriptors_of(count, std::min<std::size_t>(count, 2) * games);
}

ManySandboxes make_sandboxes(const std::vector<SandboxedAgent>& agents, const Surroundings& surroundings) {
    ManySandboxes sandboxes;
    sandboxes.of.resize(agents.size());
    sandboxes.missing.resize(agents.size());
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const SandboxOrder& order = agents[i].order;
        if (order.use == SandboxUse::Off) {
            continue;
        }
        std::vector<std::filesystem::path> unseen;
        for (std::size_t other = 0; other < agents.size(); ++other) {
            if (other != i) {
                std::ranges::copy(private_paths(*agents[other].program), std::back_inserter(unseen));
            }
        }
        std::ranges::copy(surroundings.hidden, std::back_inserter(unseen));
        try {
            if (!sandboxes.groups) {
                sandboxes.groups = std::make_shared<const ControlGroups>(surroundings.share_memory);
            }
            sandboxes.of[i] = make_sandbox(i + 1, agents[i], unseen, sandboxes.groups);
        } catch (const SandboxError& error) {
            if (order.use == SandboxUse::On) {
                throw UserError(
                    fmt::format("--sandbox on: this machine cannot make a sandbox: {}", error.what()));
            }
            sandboxes.missing[i] = why_none_can_be_made();
            if (sandboxes.missing[i].empty()) {
                throw UserError(fmt::format("agent {}: its sandbox cannot be made: {}", i + 1, error.what()));
            }
        }
    }
    return sandboxes;
}

Sandboxes make_sandboxes(const PerPlayer<SandboxOrder>& orders, const PerPlayer<Program>& programs,
                         const PerPlayer<ProgramFiles>& files, const Surroundings& surroundings) {
    ManySandboxes both = make_sandboxes(
        {{orders.agent1, &programs.agent1, &files.agent1}, {orders.agent2, &programs.agent2, &files.agent2}},
        surroundings);
    return {.of = {both.of[0], both.of[1]},
            .groups = std::move(both.groups),
            .missing = {std::move(both.missing[0]), std::move(both.missing[1])}};
}

} // namespace referee

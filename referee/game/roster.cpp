#include "referee/game/roster.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/sandbox/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace referee {
namespace {

std::shared_ptr<const Sandbox> make_sandbox(std::size_t number, const RosterAgent& agent,
                                            const SandboxWishes& wishes,
                                            const std::vector<std::filesystem::path>& hidden,
                                            std::shared_ptr<const ControlGroups> groups) {
    try {
        auto sandbox = std::make_shared<const Sandbox>(agent.program, wishes, hidden, agent.files.print(),
                                                       std::move(groups));
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
    return named_in<SandboxUse>(std::array<std::string_view, 3>{"off", "auto", "on"}, text);
}

RosterAgent with_values(const RosterAgent& agent, const TunedGame& tune, Player player) {
    RosterAgent filled = agent;
    const std::vector<TunedNumber>& values = tune.values[player];
    std::set<std::string> told;
    const auto fill = [&](std::string& text) {
        told.merge(placeholders_in(text));
        text = filled_in(text, tune.names, values);
    };
    std::vector<std::string>& words = filled.program.words;
    std::for_each(words.begin() + 1, words.end(), fill);     // the first one is the program's file
    for (std::string& variable : filled.program.variables) { // NAME=value
        std::string value = variable.substr(variable.find('=') + 1);
        variable.resize(variable.find('=') + 1);
        fill(value);
        variable += value;
    }
    std::ranges::for_each(filled.manner.init, fill);
    for (EngineOption& option : filled.manner.options) {
        fill(option.value);
    }
    for (std::size_t i = 0; is_of_engines(filled.manner.protocol) && i < tune.names.size(); ++i) {
        if (!told.contains(tune.names[i])) {
            filled.manner.options.push_back({tune.names[i], to_string(values.at(i))});
        }
    }
    if (agent.sandbox) {
        filled.sandbox = std::make_shared<const Sandbox>(*agent.sandbox, filled.program);
    }
    return filled;
}

void Roster::make_sandboxes(const std::vector<SandboxOrder>& orders, const Surroundings& surroundings) {
    for (std::size_t i = 0; i < agents_.size(); ++i) {
        const SandboxOrder& order = orders[i];
        if (order.use == SandboxUse::Off) {
            continue;
        }
        std::vector<std::filesystem::path> unseen;
        for (std::size_t other = 0; other < agents_.size(); ++other) {
            if (other != i) {
                std::ranges::copy(private_paths(agents_[other].program), std::back_inserter(unseen));
            }
        }
        std::ranges::copy(surroundings.hidden, std::back_inserter(unseen));
        try {
            if (!groups_) {
                groups_ =
                    std::make_shared<const ControlGroups>(surroundings.share_memory, surroundings.games,
                                                          std::min(agents_.size(), 2 * surroundings.games));
            }
            agents_[i].sandbox = make_sandbox(i + 1, agents_[i], order.wishes, unseen, groups_);
        } catch (const SandboxError& error) {
            if (order.use == SandboxUse::On) {
                throw UserError(
                    fmt::format("--sandbox on: this machine cannot make a sandbox: {}", error.what()));
            }
            agents_[i].lacks_sandbox = why_none_can_be_made();
            if (agents_[i].lacks_sandbox.empty()) {
                throw UserError(fmt::format("agent {}: its sandbox cannot be made: {}", i + 1, error.what()));
            }
        }
    }
}

AgentPrint Roster::print(AgentId agent) const {
    AgentPrint print = agents_[index(agent)].files.print();
    print.in_sandbox = agents_[index(agent)].sandbox != nullptr;
    print.lacks_sandbox = agents_[index(agent)].lacks_sandbox;
    return print;
}

std::vector<AgentPrint> Roster::prints() const {
    std::vector<AgentPrint> prints;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
        prints.push_back(print(AgentId{i}));
    }
    return prints;
}

std::vector<std::string> Roster::changed_files() const {
    std::vector<std::string> lines;
    for (const RosterAgent& agent : agents_) {
        const auto file = agent.files.changed_bytes(agent.sandbox ? is_replaceable : nullptr);
        if (file) {
            lines.push_back(
                fmt::format("{}: {} changed while games were played, so that some may be of another program",
                            agent.name, *file));
        }
    }
    return lines;
}

std::vector<std::string> Roster::without_sandbox() const {
    std::vector<std::string> lines;
    for (const RosterAgent& agent : agents_) {
        if (!agent.lacks_sandbox.empty()) {
            lines.push_back(fmt::format("{} plays without a sandbox: {}", agent.name, agent.lacks_sandbox));
        }
    }
    return lines;
}

std::string Roster::sandboxes_text() const {
    const std::size_t count = sandboxes();
    if (count == 0) {
        return without_sandbox().empty() ? "" : "Sandbox: none";
    }
    const auto has_one = [](const RosterAgent& agent) { return agent.sandbox != nullptr; };
    const std::string limited = groups_->text();
    const bool is_pair = agents_.size() == 2;
    return fmt::format("Sandbox: {}; control groups: {}",
                       count == agents_.size() ? is_pair ? "both agents" : "all agents"
                       : is_pair               ? std::ranges::find_if(agents_, has_one)->name + " alone"
                                               : fmt::format("{} of {} agents", count, agents_.size()),
                       limited.empty() ? "none can be made" : limited);
}

std::size_t Roster::sandboxes() const noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(agents_, [](const RosterAgent& agent) { return agent.sandbox != nullptr; }));
}

std::size_t Roster::descriptors(std::size_t games) const noexcept {
    constexpr std::size_t kNamespaces = 2;
    constexpr std::size_t kPerCell = 2 + 1 + 1; // the socket to its door, what is left behind, what holds it
    const std::size_t count = sandboxes();
    return kNamespaces * count + kPerCell * std::min<std::size_t>(count, 2) * games;
}

} // namespace referee

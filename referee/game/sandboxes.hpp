#pragma once
// Which agents of a run play in a sandbox. Source: docs/security.md.

#include "referee/game/player.hpp"
#include "referee/process/program_files.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class SandboxUse : std::uint8_t {
    Off,
    Auto, ///< where the machine can make one
    On,
};

/// `off`, `auto` or `on`; empty for any other text.
[[nodiscard]] std::optional<SandboxUse> parse_sandbox_use(std::string_view text) noexcept;

/// What a sandbox of one agent is made of.
struct SandboxOrder {
    SandboxUse use = SandboxUse::Off;
    SandboxWishes wishes{};
};

/// The sandboxes of both agents. An agent without one runs as its user does.
struct Sandboxes {
    PerPlayer<std::shared_ptr<const Sandbox>> of{};
    std::shared_ptr<const ControlGroups> groups{}; ///< theirs; null when there are no sandboxes
    PerPlayer<std::string>
        missing{}; ///< why an agent has none although it was to have one; empty: it was not

    /// In one line, which agents have one and what is limited; empty when none was asked for.
    [[nodiscard]] std::string text() const;
    /// How many descriptors `games` at once need for them.
    [[nodiscard]] std::size_t descriptors(std::size_t games) const noexcept;
};

/// The sandboxes of any number of agents, in their order. An agent without one runs as its user does.
struct ManySandboxes {
    std::vector<std::shared_ptr<const Sandbox>> of{};
    std::shared_ptr<const ControlGroups> groups{}; ///< see Sandboxes
    std::vector<std::string> missing{};            ///< see Sandboxes

    /// In one line, how many agents have one and what is limited; empty when none was asked for.
    [[nodiscard]] std::string text() const;
    /// How many descriptors `games` at once need for them.
    [[nodiscard]] std::size_t descriptors(std::size_t games) const noexcept;
};

/// What an agent's sandbox is made of and for.
struct SandboxedAgent {
    SandboxOrder order;
    const Program* program;
    const ProgramFiles* files;
};

/// What agents must not see, and what they share.
struct Surroundings {
    std::vector<std::filesystem::path> hidden{};
    std::size_t share_memory = 0; ///< among so many agents that play at once; 0: it is limited otherwise
};

/// Makes the sandboxes of `agents`, and tries each once. No agent sees the files of the others. Throws
/// UserError when one that must be there cannot be made.
[[nodiscard]] ManySandboxes make_sandboxes(const std::vector<SandboxedAgent>& agents,
                                           const Surroundings& surroundings);

/// The same for two agents.
[[nodiscard]] Sandboxes make_sandboxes(const PerPlayer<SandboxOrder>& orders,
                                       const PerPlayer<Program>& programs,
                                       const PerPlayer<ProgramFiles>& files,
                                       const Surroundings& surroundings);

} // namespace referee

#pragma once
// The agents of a run: what a process of each is made of, and which play in a sandbox.
// Source: docs/security.md.

#include "referee/game/player.hpp"
#include "referee/process/program.hpp"
#include "referee/process/sandbox/sandbox.hpp"
#include "referee/talk/agents.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// An agent of a run. Without a sandbox it runs as its user does.
struct RosterAgent {
    std::string name; ///< in messages: `agent 1`, or its own name
    Program program;
    Manner manner{};
    ProgramFiles files{}; ///< of the program: when they change, no process is started any more
    std::shared_ptr<const Sandbox> sandbox{};
    std::string lacks_sandbox{}; ///< why it has none although it was to have one; empty: it was not
};

/// The agent with the values of `player` in place of its placeholders. An engine's parameter without a
/// placeholder becomes an option of that name. Placeholders of other names are a bug of the caller.
[[nodiscard]] RosterAgent with_values(const RosterAgent& agent, const TunedGame& tune, Player player);

/// What agents must not see, and what they share.
struct Surroundings {
    std::vector<std::filesystem::path> hidden{};
    std::size_t share_memory = 0; ///< among so many agents that play at once; 0: it is limited otherwise
    std::size_t games = 1;        ///< at once
};

/// All agents of a run: two, or those of a tournament.
class Roster {
  public:
    Roster() = default;
    /// Without sandboxes.
    explicit Roster(std::vector<RosterAgent> agents)
        : agents_(std::move(agents)) {}

    /// Makes the sandboxes that `orders` ask for, one for each agent, and tries each once. No agent sees the
    /// files of the others. Throws UserError when one that must be there cannot be made.
    void make_sandboxes(const std::vector<SandboxOrder>& orders, const Surroundings& surroundings);

    [[nodiscard]] const RosterAgent& operator[](AgentId agent) const { return agents_[index(agent)]; }
    [[nodiscard]] const std::vector<RosterAgent>& agents() const noexcept { return agents_; }

    /// What an agent consists of; all of them.
    [[nodiscard]] AgentPrint print(AgentId agent) const;
    [[nodiscard]] std::vector<AgentPrint> prints() const;
    /// A line for each agent that has other files now than when it was found, of which no copies were played.
    /// Reads all of them.
    [[nodiscard]] std::vector<std::string> changed_files() const;
    /// A line for each agent that plays without the sandbox that it was to have.
    [[nodiscard]] std::vector<std::string> without_sandbox() const;
    /// In one line, which agents have a sandbox and what is limited; empty when none was asked for.
    [[nodiscard]] std::string sandboxes_text() const;
    /// How many descriptors the sandboxes of `games` at once need.
    [[nodiscard]] std::size_t descriptors(std::size_t games) const noexcept;

  private:
    [[nodiscard]] std::size_t sandboxes() const noexcept;

    std::vector<RosterAgent> agents_;
    std::shared_ptr<const ControlGroups> groups_{}; ///< of the sandboxes; null when there are none
};

} // namespace referee

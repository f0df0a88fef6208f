#pragma once
// The plan of a run: made once from a Config, with one part for each room that carries it out.
// Source: docs/architecture.md, "A run".

#include "referee/game/player.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

struct PlayPlan {
    int concurrency = 1; ///< games played at once; 1 when workers play
    referee::PlayRules rules;
    bool has_check_game = true;
    bool replaces_traces = false; ///< those that the directories of traces hold already
};

enum class Progress : std::uint8_t { Auto, On, Off };

/// What becomes of a file that is there already when the games of a new run are written to it.
enum class FileUse : std::uint8_t { New, Append, Replace };

/// What is shown while a run is played.
struct WatchPlan {
    std::uint64_t report_every = 10; ///< games between two estimates
    Progress progress = Progress::Auto;
    bool quiet = false;          ///< no line for each game
    bool summary_only = false;   ///< the summary at the end, and nothing before it
    std::filesystem::path pgn{}; ///< the games as PGN; empty: nowhere
    PgnComments pgn_comments{};
    referee::Notation pgn_notation = referee::Notation::San;
    std::optional<std::string> title{}; ///< see Config
    std::optional<std::string> site{};  ///< see Config
    FileUse pgn_use = FileUse::New;     ///< New: a file that is there is refused
    bool is_gate = false;               ///< the exit status is the verdict
    std::string note{};                 ///< a line before the first game, with its newline; empty: none
    std::string repeat_with{};          ///< a command that repeats a run whose agents are removed after it
    std::vector<std::string> resume_flags{}; ///< of this session, which another one needs too
};

/// What a coordinator sends of the files of agents.
enum class SendAgents : std::uint8_t {
    Auto, ///< those that a worker has otherwise
    Always,
    Never,
};

inline constexpr std::array<std::string_view, 3> kSendAgentsWords{"auto", "always", "never"};

/// Who plays the games. Source: docs/many-machines.md.
struct RemotePlan {
    std::string via{}; ///< the server through which workers play; empty: threads do
    SendAgents send_agents = SendAgents::Auto;
    double share = 1;                        ///< of the workers
    std::optional<double> reference_speed{}; ///< see RemoteSettings; empty: all workers give the same times
    std::optional<double> spot_check{};      ///< see RemoteSettings
    std::chrono::seconds wait{600};          ///< see RemoteSettings

    [[nodiscard]] bool is_remote() const noexcept { return !via.empty(); }
};

/// What the plans of runs of all kinds have.
struct SharedPlan {
    PlayPlan play{};
    WatchPlan watch{}; ///< of a tournament `report_every` is in rounds
    RemotePlan remote{};
    std::string out{}; ///< directory of the run; empty: the run is not kept
    /// More files that agents in sandboxes must not see: they may hold the seed.
    std::vector<std::string> hidden{};
};

struct RunPlan : SharedPlan {
    referee::PerPlayer<AgentConfig> agents{}; ///< their names differ
    CountingRules counting{};
    SchedulePlan schedule{};
    std::optional<std::chrono::minutes>
        max_time{};              ///< of a tuning, without its verification; empty: no limit
    bool number_changed = false; ///< the limit or number of games was changed after some were played
};

/// Whether this is the plan of a configuration, not the default one.
[[nodiscard]] inline bool is_settled(const RunPlan& plan) noexcept {
    return !plan.agents.agent1.command.empty();
}

/// The plan of a configuration that was validated and filled in, of a run of two seats.
[[nodiscard]] RunPlan plan_of(const Config& config);

/// Parts of it that do not depend on the agents. The schedule has no limit of games.
[[nodiscard]] SchedulePlan schedule_of(const Config& config);
[[nodiscard]] PlayPlan play_plan_of(const Config& config);
[[nodiscard]] WatchPlan watch_plan_of(const Config& config);

// The plan of a tournament.

// The setting `anchor`: NAME or NAME=ELO.

inline constexpr double kMostAnchorElo = 1e6; ///< largest absolute value

/// The anchor that `text` names among `names`; without `=ELO` its rating is 0. A name may hold `=` itself:
/// the whole text is looked for first. Throws UserError, which `place` begins, for a name that nobody has (it
/// lists those that there are) and for an Elo that is no number or beyond kMostAnchorElo.
[[nodiscard]] Anchor read_anchor(std::string_view text, std::span<const std::string> names,
                                 std::string_view place);

/// The position of the agent named `text`. Throws UserError as read_anchor() does.
[[nodiscard]] std::size_t find_agent(std::string_view text, std::span<const std::string> names,
                                     std::string_view place);

// Names of agents that people must tell apart in a table.

/// The first agent whose name cannot be told from that of an earlier one, when blanks at its ends are not
/// seen; empty: all differ.
[[nodiscard]] std::optional<std::size_t> first_alike(const std::vector<std::string>& names);

/// An agent that failed its check game, and without which the tournament began.
struct SkippedAgent {
    std::string name;
    std::vector<std::string> command;
    std::string why;

    bool operator==(const SkippedAgent&) const = default;
};

struct TournamentPlan : SharedPlan {
    std::vector<AgentConfig> agents{}; ///< those that came later too; their names differ
    TournamentCounting counting{};
    TournamentSchedule schedule{};
    std::optional<Anchor> anchor{};
    bool rounds_changed = false; ///< after some were played
    bool has_removed = false;    ///< agents, by its user, after some games
    std::vector<SkippedAgent> skipped{};
};

/// The plan of a configuration that was validated and filled in, with the agents that came later. Without
/// `stages` there is one, with all agents and rounds of the configuration.
[[nodiscard]] TournamentPlan tournament_plan_of(const Config& config,
                                                const std::vector<AgentConfig>& later = {},
                                                std::vector<RoundStage> stages = {});

} // namespace sprt

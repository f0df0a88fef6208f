#pragma once
// The job of a run: what a worker needs besides a pair, as the bytes that it fetches; and the files of its
// agents.
// Source: docs/many-machines.md, "The protocol", "Agents".

#include "referee/base/stop_token.hpp"
#include "referee/game/json.hpp"
#include "referee/game/player.hpp"
#include "referee/game/roster.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/session/session.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

// The files of agents as a coordinator sends them and a worker gets them.

/// A file that a word of an agent's command names.
struct AgentFile {
    std::string sha256;
    std::uint64_t bytes = 0;
    std::size_t word = 0; ///< 0: the executable
};

/// What the workers of a run may ask for.
struct FilesToSend {
    std::vector<std::vector<AgentFile>> of{};   ///< by agent
    std::map<std::string, std::string> bytes{}; ///< by SHA-256
};

/// Reads the files of all agents: what is sent stays the same when they change. Throws UserError, naming the
/// file, for one that cannot be read, was changed since `roster` was made, or is too large.
[[nodiscard]] FilesToSend read_agent_files(const referee::Roster& roster);

[[nodiscard]] referee::Json to_json(const std::vector<AgentFile>& files);
/// Throws UserError naming the place of what is wrong, with more bytes than are sent, too.
[[nodiscard]] std::vector<AgentFile> read_agent_files(const referee::JsonNode& node);

/// `agent` as it is started in `dir`, where its files are put; `dir` is made. Those that `cache` lacks are
/// fetched. Empty when `fetch` gave nothing. Throws CannotPlay.
[[nodiscard]] std::optional<AgentConfig> agent_in(const std::filesystem::path& dir, AgentConfig agent,
                                                  const std::vector<AgentFile>& files,
                                                  const remote::FileCache& cache,
                                                  const remote::FetchFile& fetch);

// The job.

/// The bytes of a job: how the games of `run` are played, by its agents, what they consist of (`prints`), and
/// which of their files workers may ask for; `sent` is null when they must have their own.
[[nodiscard]] std::string job_text(const OfferedRun& run, const std::vector<referee::AgentPrint>& prints,
                                   const FilesToSend* sent, SendAgents send_agents);

struct WorkerMachine {
    std::string cores; ///< a list; empty: all that are allowed
    std::string pin;   ///< empty: `game`
    /// Files that agents in sandboxes must not see.
    std::vector<std::string> hidden{};
    remote::FileCache cache;   ///< of files that coordinators send
    referee::StopToken stop{}; ///< ends the trial of agents
};

/// This machine, as coordinators are told about it.
struct MachineFacts {
    std::string json; ///< `machine` of run.json, without the cores of games
    std::string architecture;
    int cores = 1; ///< that may be played on
};
/// How fast it is, see remote::measure_speed(). Takes two seconds. Empty texts: as a run has them by default.
[[nodiscard]] double measured_speed(const std::string& cores, const std::string& pin);

/// How long the speed of a machine is measured.
inline constexpr std::chrono::seconds kMeasuringTime{2};
/// By the flags of a worker, which may be empty: all cores that are allowed, and as a run has them by
/// default. Throws UserError for what is none.
[[nodiscard]] MachineFacts this_machine_facts(const std::string& cores, const std::string& pin);

/// Finds the agents of a job on this machine, or gets their files with `fetch`, and tries them. Null when
/// `fetch` gave nothing. Throws remote::CannotPlay, naming the agent and what it lacks. `orphans` must
/// outlive the result. Null also when the worker is told to stop.
[[nodiscard]] std::unique_ptr<remote::PreparedJob> prepare_job(const std::string& text,
                                                               const remote::FetchFile& fetch,
                                                               const WorkerMachine& machine,
                                                               referee::Orphans& orphans);

} // namespace sprt

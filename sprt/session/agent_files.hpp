#pragma once
// The files of agents as a coordinator sends them and a worker gets them.
// Source: docs/many-machines.md, "Agents".

#include "referee/game/json.hpp"
#include "referee/game/roster.hpp"
#include "sprt/config/config.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/remote/prepared_job.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

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

} // namespace sprt

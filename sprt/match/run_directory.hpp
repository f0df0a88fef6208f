#pragma once
// What a run leaves on disk: run.json and games.jsonl.
// Source: docs/log-format.md.

#include "referee/agent/placement.hpp"
#include "referee/agent/program.hpp"
#include "referee/game/log_file.hpp"
#include "referee/game/record.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/match.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace sprt {

class RunDirectory {
  public:
    /// Creates the directory with its parents and both files. `config` must be filled in; it and
    /// `placement` must outlive this. Throws UserError
    /// when the directory holds a run already or is no directory, std::system_error when it cannot be
    /// written.
    RunDirectory(std::filesystem::path dir, const Config& config,
                 const std::array<ataxx::Program, 2>& programs, const ataxx::Placement& placement);

    /// Adds a game, in schedule order. Throws std::system_error when the disk does not take it.
    void add(const ataxx::GameRecord& record);

    /// Replaces run.json, whole or not at all, by one that tells how the run ended.
    void end(const MatchResult& result);

    /// Removes both files while no game is in them: the run could not begin.
    void discard_if_empty() noexcept;

  private:
    void write_run_json(const MatchResult* result) const;

    std::filesystem::path dir_;
    const Config& config_;
    const ataxx::Placement& placement_;
    std::string agents_json_; ///< names, commands and fingerprints, settled when the run began
    std::string started_;     ///< ISO 8601, UTC
    std::optional<ataxx::LogFile> games_;
    bool is_empty_ = true;
};

} // namespace sprt

#pragma once
// The file of `--pgn`: the games of a run as PGN, written as they are counted.

#include "sprt/report/exported_games.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace sprt {

class PgnFile {
  public:
    /// Begins `file` anew with the first `games` games of the log of `directory`, which are those that were
    /// counted. Of a new run there are none, and `file` must be new or empty. Throws UserError when it
    /// cannot be made.
    PgnFile(const std::filesystem::path& file, ExportedRun run, const std::filesystem::path& directory,
            std::uint64_t games);

    /// Adds the next game. False when it could not be written: the file then lacks games.
    [[nodiscard]] bool add(const referee::GameRecord& record);

  private:
    ExportedRun run_;
    std::ofstream out_;
};

} // namespace sprt

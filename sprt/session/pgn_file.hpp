#pragma once
// The file of `--pgn`: the games of a run as PGN, written as they are counted.

#include "referee/game/log/log_file.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/report/exported_games.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sprt {

class PgnFile {
  public:
    /// Creates `file`, or goes on with that of a run of which `games` are counted, those of the log in
    /// `directory`: what it lacks of them is added. Games of other runs may stand before
    /// them, between and behind. Throws
    /// UserError when `use` is New and the file is there before a run, when it is the run's own or no plain
    /// file, or holds something else than these games; std::system_error when it cannot be written.
    PgnFile(const std::filesystem::path& file, ExportedRun run, const std::filesystem::path& directory,
            std::uint64_t games, FileUse use = FileUse::New);
    /// A file without games goes.
    ~PgnFile() { file_->discard_if_empty(); }
    PgnFile(const PgnFile&) = delete;
    PgnFile& operator=(const PgnFile&) = delete;

    /// Adds the next game. Throws what LogFile::append() throws.
    void add(const referee::GameRecord& record);

  private:
    void go_on(const std::filesystem::path& file, const std::filesystem::path& directory,
               std::uint64_t games);

    ExportedRun run_;
    std::optional<referee::LogFile> file_;
};

} // namespace sprt

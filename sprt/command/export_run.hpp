#pragma once
// `sprt export`: the games of a run of any kind, or of a log, for other programs. Source: docs/commands.md,
// "sprt export".

#include "referee/game/settings/setting.hpp"
#include "sprt/report/exported_games.hpp"

#include <filesystem>

namespace sprt {

struct ExportFlags;
struct RunFile;
struct TournamentFile;
template<class File>
struct Loaded;

/// What --format may be.
[[nodiscard]] const referee::Words& export_formats();

/// The run in `dir`. Without a title its event is the name of the directory.
[[nodiscard]] ExportedRun exported_run(const std::filesystem::path& dir, const Loaded<RunFile>& loaded);
[[nodiscard]] ExportedRun exported_run(const std::filesystem::path& dir,
                                       const Loaded<TournamentFile>& loaded);

/// Checks all games, then writes them. Notes on standard error what is unusual in the run. Throws UserError
/// for wrong flags and for a damaged run or log, naming the file and the line; then nothing was written.
/// Throws std::system_error when the output cannot be written.
void export_run(const ExportFlags& flags);

} // namespace sprt

#pragma once
// `sprt export`: the games of a run or of a log for other programs. Source: docs/commands.md, "sprt export".

#include "referee/game/settings/setting.hpp"

#include <string>

namespace sprt {

struct ExportFlags {
    std::string source; ///< a run directory, or a log
    std::string format; ///< one of export_formats()
    std::string output; ///< empty: standard output
    bool overwrite = false;
};

/// What --format may be.
[[nodiscard]] const referee::Words& export_formats();

/// Checks all games, then writes them. Notes on standard error what is unusual in the run. Throws UserError
/// for wrong flags and for a damaged run or log, naming the file and the line; then nothing was written.
/// Throws std::system_error when the output cannot be written.
void export_run(const ExportFlags& flags);

} // namespace sprt

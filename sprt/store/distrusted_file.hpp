#pragma once
// Workers that were caught lying, of all runs of this user: a file that a person may edit.
// Source: docs/many-machines.md, "Spot checks".

#include <filesystem>
#include <map>
#include <string>

namespace sprt {

/// Why a worker is not trusted.
struct Distrust {
    std::string server; ///< without a password
    std::string worker;
    std::string run_id; ///< of the run in which it was caught
    std::string at;     ///< ISO 8601, UTC
    std::string why;
};

/// `$XDG_STATE_HOME/referee/distrusted.json`, or the same below `~/.local/state`. Empty when neither variable
/// is set.
[[nodiscard]] std::filesystem::path distrusted_file();

/// Those of `server` in `file`, by name of the worker; none when there is no file. Throws UserError for a
/// file that is none of these, naming what is wrong and where.
[[nodiscard]] std::map<std::string, Distrust> distrusted_in(const std::filesystem::path& file,
                                                            const std::string& server);

/// Adds `more` to `file`, which is made with its directories, for its user alone. Throws UserError for a file
/// that is none of these, std::system_error when it cannot be written. Returns a warning when its file system
/// has no locks, otherwise nothing.
[[nodiscard]] std::string add_distrusted(const std::filesystem::path& file, const Distrust& more);

} // namespace sprt

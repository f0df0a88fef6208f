#pragma once
// What a session of any kind of run has in common: its warnings, and what becomes of a run directory when the
// session fails or ends. `Directory` is a RunDirectory or a TournamentDirectory.

#include "referee/base/agent_error.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/log/log_file.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/store/run_directory.hpp"

#include <exception>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sprt {

/// Gives the command that resumes a run. It is called only when it is wanted.
using ResumeCommand = std::function<std::string()>;

/// Warns, on standard error, of what the directory lacks, of unusual openings, of cores and sandboxes.
/// `are_played_here`: not by workers.
void warn_before_games(const Stage& stage, const PlayPlan& play, const std::vector<std::string>& lacks,
                       bool are_played_here);

/// Warns of the signals that agents sent and that were ignored.
void warn_of_signals(const Stage& stage);

/// What to say of a log in `dir` that was found damaged while games were added.
[[nodiscard]] std::string damage_text(const referee::LogDamaged& damage, const std::filesystem::path& dir);

/// Plays the games. `directory` is null for a run that is not kept. When games were kept, the text of an
/// error names the command that helps; a new directory without games is removed.
template<class Directory, class Play>
auto play_kept(Directory* directory, const ResumeCommand& resume_command, const Play& play) {
    try {
        return play();
    } catch (const referee::UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const referee::LogDamaged& damage) {
        throw std::runtime_error(damage_text(damage, directory->path()));
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty()) {
            throw;
        }
        const std::string text = std::string(error.what()) + "; the games before that are kept";
        if (dynamic_cast<const referee::AgentError*>(&error) != nullptr) {
            throw referee::AgentError(text + "; restore the file, then go on with: " + resume_command());
        }
        throw std::runtime_error(text + ", go on with: " + resume_command());
    }
}

/// Writes the result of the run. `changed`: files of agents that changed, one line each. Returns what went
/// wrong and the command that helps; empty: nothing.
template<class Directory>
[[nodiscard]] std::string end_kept(Directory& directory, const ResumeCommand& resume_command,
                                   const std::vector<std::string>& changed,
                                   const typename Directory::Result& result) {
    try {
        directory.note_changed_files(changed);
        directory.end(result);
    } catch (const referee::LogDamaged& damage) {
        return damage_text(damage, directory.path());
    } catch (const std::exception& error) {
        return std::string(error.what()) +
               "; the games are kept, when it can be written again: " + resume_command();
    }
    return {};
}

} // namespace sprt

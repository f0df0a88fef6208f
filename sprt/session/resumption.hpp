#pragma once
// Resumes a run that was stopped or killed, or that a full disk ended. What resuming a run and resuming a
// tournament share: where it goes on, the settings of the session, and what has changed.
// Source: docs/runs.md, "Resuming"; docs/tournaments.md, "Stages".

#include "referee/process/placement.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

/// What is asked of the session that resumes a run.
struct ResumeRequest {
    std::string dir{};
    std::string place{}; ///< where relative paths begin; empty: where they began, or where the run is now
    std::vector<std::function<void(Config&)>> overrides{}; ///< settings of this session only
    std::set<std::string> keys{};                          ///< those settings
    std::optional<std::int64_t> games{};                   ///< of a match: the new number
    std::optional<std::int64_t> max_games{};               ///< of a run that a test ends: the new limit
    std::optional<std::int64_t> rounds{};                  ///< of a tournament: the new number
    std::vector<std::string> add{};                        ///< commands of agents that join a tournament
    std::vector<std::string> remove{};                     ///< names of agents that leave it
    bool force = false;
    bool no_check = false;
    std::string via{};  ///< from now on workers play, through this server; empty: where it was played last
    bool local = false; ///< from now on this machine plays
};

/// Resumes the run in the directory of `request`, a RunFile or a TournamentFile: checks and counts its games,
/// then plays the next game of the schedule and those after it. The games and the result are those of an
/// uninterrupted run. For a run that has ended the result is printed, and is written to run.json when it is
/// missing there after a crash; the request may add games, rounds and agents. The working directory of this
/// process becomes that of the run, see enter_place(). Throws UserError when it holds no run, when another
/// process plays the run, when a line of its games is wrong, or when an agent, the openings or the
/// configuration have changed, and when an agent fails in the check game, which `no_check` leaves out. With
/// `force` changes are accepted and noted in run.json. `narrator`: see RunSession.
template<class File>
[[nodiscard]] Played<File> resume_run(const ResumeRequest& request, Narrator* narrator = nullptr);

/// What is said of an odd number of games, given by `flag`, which is lowered by one.
[[nodiscard]] std::string odd_games_text(const char* flag, std::int64_t games);

/// Something that a configuration names by a relative path, and that must be there.
struct RelativeName {
    std::string what; ///< `agent 1's program`
    std::filesystem::path path;
};

template<class File>
[[nodiscard]] std::vector<RelativeName> relative_names(const File& run);

/// Enters the first of `run.places` where all `names` are there; where none has them, the directory in which
/// the run began, so that the error about what is missing names it. `run.directory` becomes the one that was
/// entered. Returns a line when it is another one, otherwise nothing. Throws UserError that names what is
/// missing when none can be entered.
[[nodiscard]] std::vector<std::string> enter_place(RunFacts& run, const std::vector<RelativeName>& names,
                                                   const ResumeRequest& request);

/// Where the games are played from now on, as `request` say or as before: notes it in `run` and returns the
/// server of the workers, empty for this machine. What agents must not see is added to `hidden`: the run in
/// `dir`, its configuration, its invitation. Throws UserError when the invitation is gone. Call before
/// enter_place(): an invitation is named from where the user is.
[[nodiscard]] std::string enter_server(RunFacts& run, const std::filesystem::path& dir,
                                       const ResumeRequest& request, std::vector<std::string>& hidden);

/// The settings that hold in one session only.
struct SessionSettings {
    ConfigSources sources;
    PlayPlan play;
    WatchPlan watch;
    std::vector<std::string> changed; ///< a line for each setting that is not as in run.json
};

/// Those of the configuration in run.json, which `from_file` places, with the flags of this session. Throws
/// UserError, naming the flag, for a wrong value, and for what workers decide when they play.
[[nodiscard]] SessionSettings session_of(const Config& config, ConfigSources from_file,
                                         const ResumeRequest& request, bool is_remote);

/// The cores of this machine that the games of the session get. Throws UserError, which says how to choose
/// others.
[[nodiscard]] referee::Placement place_session(const SessionSettings& session);

/// Throws UserError for `changes` since the run began. With `force` warns of them and returns them.
[[nodiscard]] std::vector<std::string> accept_changes(std::vector<std::string> changes, bool force);

/// The files of openings and of the configuration are what they are now, from game `next` on: a change that
/// was accepted once is not refused again. A configuration that was edited in run.json stays marked as
/// edited: the games before `next` were played with another one.
void adopt_files(RunFacts& run, std::optional<std::string> book, const OpeningsFacts& openings,
                 std::uint64_t next);

/// Throws UserError, unless `force`, when the log in `dir` lacks games at its end that were on disk: by
/// `digests`, which took all that are there.
void expect_all_games(const DigestCheck& digests, const std::filesystem::path& dir, bool force);

} // namespace sprt

#pragma once
// Loads a run of any kind from its directory, and finds what has changed since it began. What it came to is
// computed again from run.json and games.jsonl.
// Source: docs/runs.md, "A run directory", "Resuming".

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_facts.hpp"
#include "sprt/store/run_file.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// Throws UserError unless `dir` is a directory.
void expect_directory(const std::filesystem::path& dir);

/// Throws UserError unless `dir` is a directory with a run.json.
void expect_run(const std::filesystem::path& dir);

/// Whether the run in `dir` is a tournament. Throws UserError unless there is a run.
[[nodiscard]] bool is_tournament(const std::filesystem::path& dir);

/// The openings of the run in `dir`. Null, with a note, when the file of openings is gone or has changed.
/// Notes also that games are not checked that were played from another file. Throws UserError when there are
/// more openings than run.json says.
[[nodiscard]] std::unique_ptr<Openings> openings_of(const RunFacts& run, const SchedulePlan& schedule,
                                                    const std::filesystem::path& dir,
                                                    std::vector<std::string>& notes);

/// What belongs to `File`, which run.json holds.
template<class File>
struct PartsOf;
template<>
struct PartsOf<RunFile> {
    using Plan = RunPlan;
    using Counts = Tally;
    static const SchedulePlan& schedule(const RunPlan& plan) { return plan.schedule; }
};
template<>
struct PartsOf<TournamentFile> {
    using Plan = TournamentPlan;
    using Counts = TournamentTally;
    /// What all agents share of it.
    static const SchedulePlan& schedule(const TournamentPlan& plan) { return plan.schedule.base; }
};

template<class File>
struct Loaded {
    File run;
    typename PartsOf<File>::Plan plan; ///< of the configuration in `run`
    ReadGames games;
    typename PartsOf<File>::Counts tally; ///< after the games of the log
    bool is_over = false;                 ///< the games end the run; otherwise it can be resumed
    DigestCheck digests;                  ///< after the games of the log
    std::string rewritten{};              ///< which games are not those that were played, a line; empty: none
    std::vector<std::string> notes{};     ///< what is unusual in the files but no error, one line each

    /// The state after the games of the log, with the elapsed time and `games_beyond` of `run`.
    [[nodiscard]] typename File::State state() const;
};
using LoadedRun = Loaded<RunFile>;
using LoadedTournament = Loaded<TournamentFile>;

/// What `sprt resume` changes of a run before its games are read.
struct RunChange {
    std::filesystem::path place{};        ///< where relative paths begin; empty: see RunFacts::places
    std::optional<std::uint64_t> games{}; ///< the limit of a run, the number of a match; empty: as before
    std::optional<RoundStage> stage{};    ///< that a tournament gets; empty: none
    std::vector<AgentConfig> joined{};    ///< agents that come with the stage
};

/// Follows the counted games while a run is read; each function may be empty.
template<class File>
struct GameListener {
    /// Called after the game was counted.
    std::function<void(const referee::GameRecord& record, const typename PartsOf<File>::Counts& tally)>
        on_game;
    /// Called next, with the line of the same game without its newline.
    std::function<void(std::string_view line)> on_line;
};

/// Reads a run that may be growing. load_run() is one of these that has read once.
template<class File>
class ReaderOf {
  public:
    /// Reads run.json alone. Throws what load_run() throws for it.
    ReaderOf(std::filesystem::path dir, GameListener<File> listener, const RunChange& change = {});

    /// Reads the games that were added to the log since the last call. Throws what load_run() throws; then it
    /// must not be called again, and run() is the run with the games before the wrong one.
    void read();
    /// The run as far as it was read.
    [[nodiscard]] const Loaded<File>& run() const noexcept { return loaded_; }
    [[nodiscard]] Loaded<File> take() && { return std::move(loaded_); }

  private:
    [[nodiscard]] std::optional<std::string> count(const referee::GameRecord& record);

    std::filesystem::path dir_;
    GameListener<File> listener_;
    Loaded<File> loaded_;
    std::vector<std::string> notes_;              ///< those that more games do not change
    std::unique_ptr<Openings> openings_;          ///< null: unknown
    std::chrono::milliseconds elapsed_before_{0}; ///< as run.json says
    std::uint64_t beyond_ = 0;                    ///< games of an earlier build after the end of the run
    bool is_edited_;                              ///< the configuration was edited
    bool has_counted_ = false;                    ///< the game whose line comes next
};
using RunReader = ReaderOf<RunFile>;
using TournamentReader = ReaderOf<TournamentFile>;
extern template class ReaderOf<RunFile>;
extern template class ReaderOf<TournamentFile>;

/// Reads the run in `dir`. Every game is checked by the rules and against the schedule of the run. When the
/// configuration in run.json was edited, games are checked by the rules, their numbers and their agents only.
/// When the file of openings is gone or has changed, openings are not checked. Throws UserError naming the
/// file and the line of what is wrong, also for a game after the one that ended the run.
template<class File = RunFile>
[[nodiscard]] Loaded<File> load_run(const std::filesystem::path& dir, const RunChange& change = {},
                                    GameListener<File> listener = {}) {
    ReaderOf<File> reader(dir, std::move(listener), change);
    reader.read();
    return std::move(reader).take();
}

// Finds what has changed since a run began.

/// The line for a configuration in run.json that was edited.
inline constexpr const char* kConfigIsEdited =
    "the configuration in run.json is not the one that the run began with";

/// RunFacts::session_changes() of a run that was read; of a gate also that its configuration was edited,
/// because its verdict may then be one of other bounds.
[[nodiscard]] std::vector<std::string> changes_of(const RunFacts& run);

/// What has changed since `run` began, one line each: the files of the agents, the file of openings, the
/// configuration in run.json, and the file that the configuration came from. `agents` and `book`, the SHA-256
/// of the file of openings, are those of now; `playing` are the agents that still play.
template<class File>
[[nodiscard]] std::vector<std::string> changes_since(const File& run, const std::vector<AgentPrint>& agents,
                                                     const std::vector<std::size_t>& playing,
                                                     const std::optional<std::string>& book);

} // namespace sprt

#pragma once
// A session of a run of any kind, of two agents or a tournament: its games from one moment on, played here or
// by workers, and what becomes of its directory when the session ends or fails.
// Source: docs/commands.md, "Watching a run"; docs/many-machines.md; configs/schema/remote.schema.json.

#include "referee/base/output.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/json.hpp"
#include "referee/game/log/log_file.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/play/run.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

/// What messages on stderr begin with.
inline constexpr const char* kProgram = "sprt";

/// What stands, for those who watch a run that workers play.
struct RunNews {
    std::string standing;                                     ///< see standing_event()
    std::optional<std::array<std::uint64_t, 2>> games_left{}; ///< from, to; empty: unknown
};

struct OfferedRun {
    std::string name;                           ///< `pvs vs ttmo`
    referee::Json settings;                     ///< the configuration, as run.json has it
    std::vector<AgentConfig> agents;            ///< of the roster
    const SchedulePlan& schedule;               ///< what all agents share
    std::vector<referee::TimeControl> times;    ///< by agent
    std::optional<referee::TunedGame> bounds{}; ///< of a tuning: values that workers try the agents with
    std::optional<double> elo_between{};        ///< H0 and H1; empty: the run has no test
    std::function<std::optional<double>()> llr; ///< of the counted games; empty: there is none
    std::function<RunNews()> news;              ///< of the counted games; may take a millisecond
};

/// What is printed of a session in the words of another program, in place of our transcript. Games are those
/// of the schedule, in its order.
class Narrator {
  public:
    Narrator() = default;
    virtual ~Narrator() = default;
    Narrator(const Narrator&) = delete;
    Narrator& operator=(const Narrator&) = delete;

    /// Takes a game of an earlier session, which is not told again.
    virtual void recall(const referee::GameRecord& record) = 0;
    /// What is printed before the first game of the session.
    [[nodiscard]] virtual std::string head() = 0;
    /// What is printed after a game that was counted.
    [[nodiscard]] virtual std::string game(const referee::GameRecord& record) = 0;
    /// Whether the session ends after the game that was told last, although the run is not over.
    [[nodiscard]] virtual bool stops() const = 0;
    /// Whether our own warnings are printed too.
    [[nodiscard]] virtual bool has_our_warnings() const = 0;
    /// The file of --pgn cannot be written, or no longer, which was said.
    virtual void pgn_is_lost() = 0;
    /// The run is over before all of its games were played and without a verdict: `why`, without a full stop.
    virtual void ends_early(const std::string& why) = 0;
    /// What reports will doubt about the run that has ended, see run_doubts().
    virtual void doubts(const std::vector<Doubt>& found) = 0;
    /// What is printed at the end. `resume`: the command that resumes the run; empty: the run is over, or was
    /// not kept.
    [[nodiscard]] virtual std::string tail(bool is_over, const std::string& resume) = 0;
};

// The file of `--pgn`: the games of a run as PGN, written as they are counted.

class PgnFile {
  public:
    /// Creates `file`, or goes on with that of a run of which `games` are counted, those of the log in
    /// `directory`: what it lacks of them is added, later games of the run, which that log lost, are cut off.
    /// Games of other runs may stand before them, between and behind. Throws UserError when `use` is New and
    /// the file is there before a run, when it is the run's own or no plain file, or holds something else
    /// than these games; std::system_error when it cannot be written.
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

/// A session: parts of the plan of its run, and what depends on the kind of run. All that is referred to must
/// outlive it.
struct RunSession {
    virtual ~RunSession() = default;
    RunSession(const RunSession&) = delete;
    RunSession& operator=(const RunSession&) = delete;

    const PlayPlan& play;
    const WatchPlan& watch;
    const RemotePlan& remote;
    Stage& stage;
    KeptRun* directory = nullptr;                  ///< null: the run is not kept
    Narrator* narrator = nullptr;                  ///< null: our transcript is printed
    std::optional<PgnFile> pgn{};                  ///< see open_pgn(); empty: none, or it was lost
    std::chrono::steady_clock::time_point begin{}; ///< set by play_session()
    std::optional<StatusLine> status_line{};       ///< empty when no status is wanted

    [[nodiscard]] virtual Counting& counting() noexcept = 0;
    [[nodiscard]] virtual const referee::MachineReport& machine() const noexcept = 0;
    /// The pairs from the next game on that is not counted.
    [[nodiscard]] virtual std::unique_ptr<PairSource> pairs() = 0;
    /// What the games say of the run as PGN.
    [[nodiscard]] virtual ExportedRun exported() = 0;
    /// What workers are told of the run.
    [[nodiscard]] virtual OfferedRun offered() = 0;

    /// What is printed before the first game, which may be nothing. May check the agents.
    [[nodiscard]] virtual std::string head() = 0;
    /// The lines of a game that was counted.
    [[nodiscard]] virtual std::string game_text(const referee::GameRecord& record) = 0;
    /// What is printed after it, also where lines of games are not; in the order of the games.
    [[nodiscard]] virtual std::vector<std::string> remarks(const referee::GameRecord& record) = 0;
    /// What is complained of after it, one line each.
    [[nodiscard]] virtual std::vector<std::string> complaints(const referee::GameRecord& record) = 0;
    [[nodiscard]] virtual std::string status() = 0;
    /// Shows the status where one is wanted, when the last one is old.
    virtual void show_status() = 0;
    /// Erases the status from the terminal.
    void clear_status() {
        if (status_line) {
            status_line->clear();
        }
    }

    /// Ends the state of the run, which has lasted for `elapsed`. Returns whether the run is over.
    [[nodiscard]] virtual bool end(const PlayedGames& games, std::chrono::nanoseconds elapsed) = 0;
    /// See sprt::early_end().
    [[nodiscard]] virtual std::string early_end() = 0;
    /// See run_doubts().
    [[nodiscard]] virtual std::vector<Doubt> doubts(const std::vector<std::string>& changes) = 0;
    /// Writes the result into the directory.
    virtual void keep_result() = 0;
    /// What is printed after the last game. `signal`: the name of the one that ended the session; empty:
    /// none. `changes`: see RunFacts::session_changes().
    [[nodiscard]] virtual std::string tail(const std::string& signal,
                                           const std::vector<std::string>& changes) = 0;

  protected:
    RunSession(const SharedPlan& plan, Stage& its_stage);
};

/// Why a run that is over has neither all of its games nor a verdict, without a full stop; empty: it has.
[[nodiscard]] std::string early_end(const RunPlan& plan, const RunState& state);
[[nodiscard]] std::string early_end(const TournamentPlan& plan, const TournamentState& state);

/// The doubts of its reports. `changes`: see RunFacts::session_changes().
[[nodiscard]] std::vector<Doubt> run_doubts(const RunPlan& plan, const RunState& state,
                                            const std::vector<std::string>& changes);
[[nodiscard]] std::vector<Doubt> run_doubts(const TournamentPlan& plan, const TournamentState& state,
                                            const std::vector<std::string>& changes);

/// A session of a run whose run.json holds a `File`.
template<class File>
class SessionOf : public RunSession {
  public:
    using Plan = typename PartsOf<File>::Plan;
    using Counts = typename PartsOf<File>::Counts;

    /// Plays the games after those of `tally`.
    SessionOf(const Plan& plan, Stage& its_stage, Counts tally)
        : RunSession(plan, its_stage)
        , plan_(plan)
        , tally_(std::move(tally))
        , first_game_(tally_.games()) {}

    void keep_in(DirectoryOf<File>& kept) noexcept {
        kept_ = &kept;
        directory = &kept;
    }
    /// The state at the end of the session.
    [[nodiscard]] const typename File::State& state() const noexcept { return state_; }

    [[nodiscard]] Counting& counting() noexcept final { return tally_; }
    [[nodiscard]] const referee::MachineReport& machine() const noexcept final {
        return tally_.state().machine;
    }
    [[nodiscard]] ExportedRun exported() final {
        return kept_ != nullptr ? exported_run(plan_, kept_->run().started, kept_->path())
                                : exported_run(plan_, utc_now(), {});
    }
    [[nodiscard]] bool end(const PlayedGames& games, std::chrono::nanoseconds elapsed) final {
        state_ = tally_.state();
        if (games.are_openings_used_up) {
            state_.reason = decltype(state_.reason)::OpeningsUsedUp;
        }
        state_.games_beyond = games.beyond;
        state_.elapsed = elapsed;
        return state_.is_over();
    }
    [[nodiscard]] std::string early_end() final { return sprt::early_end(plan_, state_); }
    [[nodiscard]] std::vector<Doubt> doubts(const std::vector<std::string>& changes) final {
        return run_doubts(plan_, state_, changes);
    }
    void keep_result() final { kept_->end(state_); }

  protected:
    [[nodiscard]] std::chrono::nanoseconds elapsed() const {
        return std::chrono::steady_clock::now() - begin;
    }

    const Plan& plan_;
    Counts tally_;
    std::uint64_t first_game_; ///< of this session
    DirectoryOf<File>* kept_ = nullptr;
    typename File::State state_{};
};

struct SessionEnd {
    std::optional<int> signal{};                ///< when one ended it before the run was over
    std::string started{};                      ///< ISO 8601, UTC; the start of the first session of the run
    std::vector<std::string> session_changes{}; ///< see RunFacts::session_changes()
    bool is_gate = false;                       ///< see RunFacts
};

/// Whether a status is wanted on standard error: painted on a terminal, otherwise in lines.
[[nodiscard]] bool is_status_wanted(const WatchPlan& plan);

/// The command that resumes the run, or that repeats a run whose agents are removed after it.
[[nodiscard]] std::string resume_command(const RunSession& session);

/// Opens the file of --pgn, when there is one, of a session whose games are `run`. `directory`: of the run;
/// empty: it is not kept. A resumed run, whose file cannot be opened, goes on with a warning. Throws
/// UserError, as PgnFile does, and when the file of a run without games cannot be opened.
void open_pgn(RunSession& session, ExportedRun run, const std::filesystem::path& directory);

/// Plays the games, prints what is to be seen, and ends the directory. When games were kept, the text of an
/// error names the command that helps; a new directory without games is removed. Throws UserError when the
/// run cannot be played, std::exception when the system fails, remote::NoServer, and std::runtime_error,
/// after the result was printed, when it could not be written.
[[nodiscard]] SessionEnd play_session(RunSession& session);

template<class File>
struct Played {
    typename File::State result;
    SessionEnd end;
};
using PlayedRun = Played<RunFile>;
using PlayedTournament = Played<TournamentFile>;

/// Complains of what `broken`, a check game, may tell of its agents: the last lines of their standard errors,
/// and what they may lack. `name`: of the agent of a tournament, which plays itself; empty: of a run of two.
void complain_of_check_game(const referee::GameRecord& broken, const referee::Roster& roster,
                            const std::string& name = {});

// A session of a run of two agents: a test or a match.

/// Plays the check game of a run, of which nothing is kept. Throws UserError, after the last lines of the
/// agent's standard error were printed, when an agent does not work. Returns which agents cannot be told
/// their openings.
Lacking check_agents(const RunPlan& plan, Stage& stage);

class SessionOfTwo final : public SessionOf<RunFile> {
  public:
    SessionOfTwo(const RunPlan& plan, Stage& its_stage, Tally tally);

    /// Plays the check game. Throws what check_agents() throws.
    void check() { check_agents(plan_, stage); }

    [[nodiscard]] std::unique_ptr<PairSource> pairs() override;
    [[nodiscard]] OfferedRun offered() override;
    [[nodiscard]] std::string head() override;
    [[nodiscard]] std::string game_text(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> remarks(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> complaints(const referee::GameRecord& record) override;
    [[nodiscard]] std::string status() override;
    void show_status() override;
    [[nodiscard]] std::string tail(const std::string& signal,
                                   const std::vector<std::string>& changes) override;

  private:
    [[nodiscard]] RunSnapshot snapshot() const;
    [[nodiscard]] std::chrono::nanoseconds played() const;

    bool told_of_opening_ = false;
    SameDraws same_draws_;
    referee::FirstFaults first_faults_;
};

// A session of a tournament. Source: docs/tournaments.md.

/// An agent that lost its check game by a fault, and by which.
struct FailedAgent {
    std::size_t agent;
    std::string why;
};

/// All of `failed` in one line: `a: exited 7; b: exited 1`.
[[nodiscard]] std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed);

/// Plays a check game of each of `playing` with itself. Returns those that did not offer OPENING. Agents that
/// do not work are put into `failed`, in the order of the list, after the last lines of their standard errors
/// were printed; without it CheckGameFailed names them all, and `flags` that help.
[[nodiscard]] std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                                    const std::vector<std::size_t>& playing,
                                                    std::string_view flags,
                                                    std::vector<FailedAgent>* failed = nullptr);

/// The agents that play from now on.
[[nodiscard]] std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally);

class TournamentSession final : public SessionOf<TournamentFile> {
  public:
    /// `lacking`: the agents that did not offer OPENING.
    TournamentSession(const TournamentPlan& plan, Stage& its_stage, TournamentTally tally,
                      std::vector<std::size_t> lacking = {});

    /// Plays the check games. Throws CheckGameFailed.
    void check();

    [[nodiscard]] std::unique_ptr<PairSource> pairs() override;
    [[nodiscard]] OfferedRun offered() override;
    [[nodiscard]] std::string head() override;
    [[nodiscard]] std::string game_text(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> remarks(const referee::GameRecord& record) override;
    [[nodiscard]] std::vector<std::string> complaints(const referee::GameRecord& record) override;
    [[nodiscard]] std::string status() override;
    void show_status() override;
    [[nodiscard]] std::string tail(const std::string& signal,
                                   const std::vector<std::string>& changes) override;

  private:
    std::vector<std::size_t> lacking_;
    std::string table_;                             ///< the painted one
    std::optional<std::chrono::nanoseconds> rated_; ///< when it was made
    std::uint64_t rated_rounds_ = 0;
    bool told_of_opening_ = false;
};

} // namespace sprt

#pragma once
// A run that workers play, as its coordinator begins it, and what those who watch the run are told of it.
// Source: docs/many-machines.md, "Watching"; configs/schema/remote.schema.json.

#include "referee/base/stop_token.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/play/run.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/remote_games.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/store/run_facts.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

/// What run.json says of `via`, with no secret: a URL, or the absolute path of an invitation. Throws
/// UserError for what is no server, and for an invitation that is not a coordinator's.
[[nodiscard]] std::string kept_via(const std::string& via);

/// The --via that another session needs, because run.json does not keep all of `via`: a URL with its user,
/// and with the word PASSWORD in place of a password. Empty when run.json keeps enough.
[[nodiscard]] std::string via_to_give_again(const std::string& via);

/// What run.json has of a run that workers play through `via`.
[[nodiscard]] RemoteFacts new_remote_facts(const std::string& via);

/// What the slowest engine may take to start, to be set up and to begin a game: engines have times of their
/// own for that, native agents GameLimits::ready. 0 without engines.
[[nodiscard]] std::chrono::nanoseconds longest_start(const referee::Roster& roster);

/// After this time an attempt at a pair is void: twice what two games can last by `times` of the agents, and
/// at most 30 days. A game of which the clock counts processor time may last ten times as long.
[[nodiscard]] remote::Clock::duration longest_pair(const PlayPlan& play, const referee::GameLimits& limits,
                                                   const std::vector<referee::TimeControl>& times);

/// The problem of a game that a worker brought as that of `job`, which is played with `kit`; empty: none. It
/// must say all that those of earlier versions may leave out.
[[nodiscard]] std::optional<std::string> problem_of_brought(const referee::GameRecord& record, const Job& job,
                                                            const referee::PlayerKit& kit);

/// Connects with the server of `remote`, when there is one, and leaves it. Throws remote::NoServer. Returns
/// at once when `stop` is requested.
void expect_server(const RemotePlan& remote, const referee::StopToken& stop);

/// Offers the run of `session`, which is kept, to the workers at its server, which play `pairs`; otherwise as
/// play_games(). Notes in the directory what each worker did. Throws remote::NoServer.
[[nodiscard]] PlayedGames play_remotely(RunSession& session, PlannedPairs& pairs,
                                        const RunListener& listener);

// Tells those who watch a distributed run what becomes of it.

/// The message of what the run came to so far: `standing_event` of remote.schema.json. `estimates`:
/// estimates_of() it.
[[nodiscard]] std::string standing_event(const RunSnapshot& run, const Calculation& estimates);
/// The same of a tournament. `changes`: of its sessions, see RunFacts.
[[nodiscard]] std::string standing_event(const TournamentPlan& plan, const TournamentState& state,
                                         const std::vector<std::string>& changes);

// Looks at the workers of a run while it is played: tells the user who plays it, who comes and goes, that
// none is there, and that the server is away; tells of those that get no more games, quarantines those that
// fail too often, and notes those that were caught lying. Source: docs/many-machines.md, "From nothing to a
// verdict", "Trust".

/// Tells a user at a terminal that the first attempt to reach the server failed. What reads standard error
/// otherwise gets the one line of the error, if the server stays away.
void tell_no_answer_yet(const remote::Address& address);

/// Tells a user that the server went away or is back, when `absence` has something to tell.
void tell_absence(remote::Absence& absence, bool is_connected);

class PresenceWatch {
  public:
    /// `games` must outlive the watch.
    PresenceWatch(const remote::RemoteGames& games, const remote::Address& address);

    /// To be called after each game, and while none comes: looks twice a second.
    void look();

  private:
    void tell_of_workers(const std::map<std::string, std::uint64_t>& slots);
    void tell_of_none(bool is_anybody_here);
    void tell(const std::string& line);

    const remote::RemoteGames& games_;
    std::string via_; ///< what a worker is started with
    remote::Absence absence_;
    std::set<std::string> here_;
    int told_ = 0; ///< lines about workers
    remote::Time looked_{};
    std::optional<remote::Time> alone_since_; ///< nobody asks for games; empty: it was told
};

/// Workers that were caught lying, by name, and what is said of each.
using Liars = std::map<std::string, std::string>;

/// The workers that must get no pair of the run: those of `remote`, and those that were caught in other runs
/// at the server `url`. Throws UserError for a file of such workers that is none.
[[nodiscard]] Liars known_liars(const RemoteFacts& remote, const std::string& url);

class TrustWatch {
  public:
    /// `games`, `directory` and `counting` must outlive the watch. Workers that were quarantined in earlier
    /// sessions stay so. `liars`: see known_liars(), at the server `url`; `wait`: see RemotePlan.
    TrustWatch(remote::RemoteGames& games, KeptRun& directory, Counting& counting, const Liars& liars,
               std::string url, std::chrono::seconds wait);

    /// To be called after each game, and while none comes: looks twice a second. Throws std::runtime_error
    /// when the workers of this session may not play, and nobody else came for the `wait` of the run.
    void look();
    /// What is to be known of workers at the end of a session. `spot_check`: what the user asked for.
    void tell_at_end(std::optional<double> spot_check);

  private:
    void look_now();
    void tell_of_barred(const remote::RemoteTotals& totals);
    void note_liar(const std::string& worker, const std::string& why);
    void quarantine(const remote::RemoteTotals& totals);
    void tell_of_waiting(const remote::RemoteTotals& totals);
    void end_when_all_are_barred(const remote::RemoteTotals& totals);

    remote::RemoteGames& games_;
    KeptRun& directory_;
    Counting& counting_;
    std::chrono::seconds wait_;
    std::string url_;
    std::set<std::string> told_;     ///< that get no more games
    std::set<std::string> caught_;   ///< that were noted as liars
    std::set<std::string> reported_; ///< whose pairs differ
    std::set<std::string> known_;    ///< liars of earlier sessions and runs
    remote::Time looked_{};
    remote::Time alone_since_;   ///< no worker may play
    bool is_alone_told_ = false; ///< that no worker may play
    std::set<std::string> came_; ///< in this session
};

} // namespace sprt

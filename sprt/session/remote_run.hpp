#pragma once
// A run that workers play, as its coordinator begins it, and what those who watch the run are told of it.
// Source: docs/many-machines.md, "Watching"; configs/schema/remote.schema.json.

#include "referee/base/stop_token.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/play/run.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/run_facts.hpp"

#include <optional>
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
/// The same of a tournament, whose ratings are relative to `anchor`. `changes`: of its sessions, see
/// RunFacts.
[[nodiscard]] std::string standing_event(const TournamentState& state, const std::optional<Anchor>& anchor,
                                         const std::vector<std::string>& changes);

} // namespace sprt

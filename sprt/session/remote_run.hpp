#pragma once
// A run that workers play, as its coordinator begins it.

#include "sprt/play/run.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/run_facts.hpp"

#include <string>

namespace sprt {

/// What run.json says of `via`, with no secret: a URL, or the absolute path of an invitation. Throws
/// UserError for what is no server, and for an invitation that is not a coordinator's.
[[nodiscard]] std::string kept_via(const std::string& via);

/// The --via that another session needs, because run.json does not keep all of `via`: a URL with its user,
/// and with the word PASSWORD in place of a password. Empty when run.json keeps enough.
[[nodiscard]] std::string via_to_give_again(const std::string& via);

/// What run.json has of a run that workers play through `via`.
[[nodiscard]] RemoteFacts new_remote_facts(const std::string& via);

/// Offers the run of `session`, which is kept, to the workers at its server, which play `pairs`; otherwise as
/// play_games(). Notes in the directory what each worker did. Throws remote::NoServer.
[[nodiscard]] PlayedGames play_remotely(RunSession& session, PlannedPairs& pairs,
                                        const RunListener& listener);

} // namespace sprt

#pragma once
// A run that workers play, as its coordinator begins it.

#include "sprt/command/stage.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/play/run.hpp"
#include "sprt/schedule/jobs.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/store/run_file.hpp"

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

/// Offers the run in `directory` to the workers at the server of `plan`, which play the games of `jobs`,
/// those after the games of `tally`; otherwise as play_games(). Notes in `directory` what each worker did.
/// Throws remote::NoServer.
[[nodiscard]] RunState play_remotely(const RunPlan& plan, Stage& stage, Tally tally, Jobs& jobs,
                                     RunDirectory& directory, const RunListener& listener);

} // namespace sprt

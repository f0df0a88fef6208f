#pragma once
// Tells the user of a run that workers play who plays it: workers that come and go, that none is there, and
// that the server is away.
// Source: docs/many-machines.md, "From nothing to a verdict".

#include "sprt/remote/absence.hpp"
#include "sprt/remote/address.hpp"
#include "sprt/remote/remote_games.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sprt {

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

} // namespace sprt

#include "sprt/play/run.hpp"

namespace sprt {

RunState play_games(Games& games, const Jobs& jobs, const referee::StopToken& interrupt, Tally&& tally,
                    const RunListener& listener) {
    return play_games(games, jobs, interrupt, tally, listener);
}

RunState play_games(Games& games, const Jobs& jobs, const referee::StopToken& interrupt, Tally& tally,
                    const RunListener& listener) {
    const auto on_wait = [&] {
        if (listener.on_wait) {
            listener.on_wait(tally.result());
        }
    };
    bool used_up = false;
    while (!tally.ended() && !interrupt.requested()) {
        const auto record = games.next(interrupt, on_wait);
        if (!record) {
            used_up = !interrupt.requested() && jobs.are_openings_used_up();
            break;
        }
        tally.add(*record);
        listener.on_game(*record, tally.result());
    }
    RunState result = tally.result();
    if (used_up) {
        result.reason = EndReason::OpeningsUsedUp;
    }
    result.games_beyond = games.stop();
    return result;
}

} // namespace sprt

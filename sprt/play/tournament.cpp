#include "sprt/play/tournament.hpp"

namespace sprt {

TournamentState play_tournament(TournamentTally& tally, const TournamentSchedule& schedule,
                                Openings& openings, int concurrency, const MakePlayer& player,
                                const referee::StopToken& interrupt, const TournamentListener& listener) {
    const auto on_wait = [&] {
        if (listener.on_wait) {
            listener.on_wait(tally);
        }
    };
    bool is_used_up = false;
    std::uint64_t beyond = 0;
    while (!tally.ended() && !is_used_up && !interrupt.requested()) {
        TournamentJobs jobs = tally.jobs(schedule, openings);
        Pool pool(
            concurrency, [&jobs] { return jobs.next_pair(); }, player, tally.games());
        bool is_as_planned = true;
        while (is_as_planned && !interrupt.requested()) {
            const auto record = pool.next(interrupt, on_wait);
            if (!record) {
                is_used_up = !interrupt.requested() && jobs.are_openings_used_up();
                break;
            }
            is_as_planned = !tally.add(*record);
            listener.on_game(*record, tally, tally.is_between_rounds());
        }
        beyond += pool.stop();
    }
    TournamentState state = tally.state();
    if (is_used_up) {
        state.reason = TournamentEnd::OpeningsUsedUp;
    }
    state.games_beyond = beyond;
    return state;
}

} // namespace sprt

#include "sprt/play/run.hpp"

namespace sprt {

PlayedGames play_games(Games& games, PlannedPairs& pairs, Counting& counting,
                       const referee::StopToken& interrupt, const RunListener& listener) {
    PlayedGames played;
    while (!counting.has_ended() && !interrupt.requested()) {
        const auto record = games.next(interrupt, listener.on_wait);
        if (!record) {
            played.are_openings_used_up = !interrupt.requested() && pairs.are_openings_used_up();
            break;
        }
        const bool is_changed = counting.add(*record);
        pairs.note_counted(*record);
        listener.on_game(*record);
        if (listener.is_enough && listener.is_enough()) {
            break;
        }
        if (is_changed && !counting.has_ended()) {
            games.replan([&] { pairs.plan_anew(); });
        }
    }
    played.beyond = games.stop();
    return played;
}

} // namespace sprt

#include "sprt/play/run.hpp"

#include "referee/base/descriptor.hpp"

#include <array>
#include <cerrno>

#include <poll.h>

namespace sprt {

bool Games::is_wait_interrupted(const referee::StopToken& interrupt, int results,
                                const std::function<void()>& on_wait) {
    std::array<pollfd, 2> descriptors{pollfd{.fd = interrupt.fd, .events = POLLIN, .revents = 0},
                                      pollfd{.fd = results, .events = POLLIN, .revents = 0}};
    constexpr int kWaitMs = 200;
    const int ready = ::poll(descriptors.data(), descriptors.size(), kWaitMs);
    if (ready < 0 && errno != EINTR) {
        referee::throw_errno("cannot wait for games");
    }
    if (ready == 0 && on_wait) {
        on_wait();
    }
    return descriptors[0].revents != 0 && interrupt.requested();
}

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

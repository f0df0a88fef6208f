#include "sprt/play/match.hpp"

namespace sprt {
namespace {

/// Games in schedule order, with the openings there are. `start` and `count` go on for ever.
class Games {
  public:
    Games(const Config& config, Openings& openings, std::uint64_t first)
        : openings_(openings)
        , schedule_(config.max_games ? std::optional(static_cast<std::uint64_t>(*config.max_games))
                                     : std::nullopt,
                    openings.facts().size, repeats_of(config) == RepeatRule::Count, first) {}

    std::optional<ScheduledGame> next() {
        auto game = schedule_.next();
        if (game && !openings_.opening(game->opening)) { // only now it shows how many there are
            schedule_.book_ends(count_below(game->opening));
            game = schedule_.next();
        }
        return game;
    }
    [[nodiscard]] bool are_used_up() const noexcept { return schedule_.book_is_used_up(); }

  private:
    /// How many openings there are, `beyond` at most: a run that goes on may begin far behind the last one.
    [[nodiscard]] std::uint64_t count_below(std::uint64_t beyond) {
        std::uint64_t count = 0;
        while (count < beyond) {
            const std::uint64_t middle = count + (beyond - count) / 2;
            if (openings_.opening(middle)) {
                count = middle + 1;
            } else {
                beyond = middle;
            }
        }
        return count;
    }

    Openings& openings_;
    Schedule schedule_;
};

} // namespace

MatchResult run_match(const Config& config, Openings& openings, const MakePlayer& make_player,
                      const referee::StopToken& interrupt, Tally tally, const MatchListener& listener) {
    if (tally.ended()) {
        return tally.result();
    }
    Games games(config, openings, tally.games());
    Workers workers(
        static_cast<int>(*config.concurrency), [&games] { return games.next(); }, make_player, tally.games());
    const auto on_wait = [&] {
        if (listener.on_wait) {
            listener.on_wait(tally.result());
        }
    };
    bool used_up = false;
    while (!tally.ended() && !interrupt.requested()) {
        const auto record = workers.next(interrupt, on_wait);
        if (!record) {
            used_up = games.are_used_up() && !interrupt.requested();
            break;
        }
        tally.add(*record);
        listener.on_game(*record, tally.result());
    }
    MatchResult result = tally.result();
    if (used_up) {
        result.reason = EndReason::OpeningsUsedUp;
    }
    result.games_beyond = workers.stop();
    return result;
}

} // namespace sprt

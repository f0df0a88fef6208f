#include "sprt/match/match.hpp"

namespace sprt {
namespace {

using ataxx::Player;

/// Whose faults pass the limit; empty when nobody's do.
std::optional<Player> broken_agent(const Config& config, const Conduct& conduct) {
    for (const Player player : {Player::Agent1, Player::Agent2}) {
        if (config.max_faults &&
            conduct.faults[index(player)].faults() > static_cast<std::uint64_t>(*config.max_faults)) {
            return player;
        }
    }
    return std::nullopt;
}

void keep_faults(std::vector<LoggedFault>& faults, const ataxx::GameRecord& record) {
    constexpr std::size_t kMostKept = 100;
    if (record.fault && faults.size() < kMostKept) {
        faults.push_back({record.game, record.termination, *record.fault});
    }
    if (record.also_fault && faults.size() < kMostKept) {
        faults.push_back({record.game, record.also_termination, *record.also_fault});
    }
}

/// Games in schedule order, with the openings there are. `start` and `count` go on for ever.
class Games {
  public:
    Games(const Config& config, Openings& openings)
        : openings_(openings)
        , schedule_(config.max_games ? std::optional(static_cast<std::uint64_t>(*config.max_games))
                                     : std::nullopt,
                    openings.facts().size, repeats_of(config) == RepeatRule::Count) {}

    std::optional<ScheduledGame> next() {
        auto game = schedule_.next();
        if (game && !openings_.opening(game->opening)) { // only now it shows how many there are
            schedule_.book_ends(game->opening);
            game = schedule_.next();
        }
        return game;
    }
    [[nodiscard]] bool are_used_up() const noexcept { return schedule_.book_is_used_up(); }

  private:
    Openings& openings_;
    Schedule schedule_;
};

} // namespace

MatchResult run_match(const Config& config, Openings& openings, const MakePlayer& make_player,
                      const ataxx::StopToken& interrupt, const OnGame& on_game) {
    MatchResult result;
    Ledger ledger(test_of(config), repeats_of(config));
    result.standing = ledger.standing();
    Games games(config, openings);
    Workers workers(
        static_cast<int>(*config.concurrency), [&games] { return games.next(); }, make_player);
    while (!interrupt.requested()) {
        const auto record = workers.next(interrupt);
        if (!record) {
            if (!interrupt.requested()) {
                result.reason = games.are_used_up() ? EndReason::OpeningsUsedUp : EndReason::MaxGames;
            }
            break;
        }
        ledger.add(result_of(*record));
        result.standing = ledger.standing();
        result.conduct.add(*record);
        result.machine.add(*record);
        keep_faults(result.faults, *record);
        on_game(*record, result);
        result.broken = broken_agent(config, result.conduct);
        if (result.broken) {
            result.reason = EndReason::MaxFaults;
            break;
        }
        if (ledger.verdict() != Verdict::Continue) {
            result.reason = EndReason::Verdict;
            break;
        }
        if (ledger.only_repeats()) {
            result.reason = EndReason::Repeats;
            break;
        }
    }
    result.games_beyond = workers.stop();
    return result;
}

} // namespace sprt

#pragma once
// Made-up tournaments, one for each thing that a table, its files and the result in run.json can show.

#include "referee/base/seed.hpp"
#include "tests/sprt/config/tournaments.hpp"
#include "tests/sprt/ledger/played_tournament.hpp"

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

struct TournamentSample {
    std::string name;
    TournamentPlan plan;
    TournamentState state;
};

/// Changes a game before it is counted.
using ChangeGame = std::function<void(const PlannedGame&, referee::GameRecord&)>;

/// Who wins: the earlier agent of the list more often, by chance that is always the same.
inline WhoWins stronger_wins(std::uint64_t seed) {
    return [draws = referee::SplitMix64(seed)](const PlannedGame& game) mutable {
        const std::uint64_t draw = draws.below(100);
        const std::uint64_t wins = 35 + 8 * (game.meeting.b - game.meeting.a);
        return draw < wins        ? std::optional(referee::Player::Agent1)
               : draw < wins + 20 ? std::nullopt
                                  : std::optional(referee::Player::Agent2);
    };
}

inline void make_crash(referee::GameRecord& record, referee::Player loser) {
    record.winner = winner_is(other(loser));
    record.termination = referee::Termination::Crashed;
    record.fault = referee::FaultNote{loser, "exited 7", "a | b\n<i>last</i> words\n"};
}

/// The games of agent `agent` of which `which` is true end by its crash.
inline ChangeGame crashes(std::size_t agent, std::function<bool(const PlannedGame&)> which) {
    return [agent, which = std::move(which)](const PlannedGame& game, referee::GameRecord& record) {
        if ((game.meeting.a == agent || game.meeting.b == agent) && which(game)) {
            make_crash(record, game.meeting.a == agent ? referee::Player::Agent1 : referee::Player::Agent2);
        }
    };
}

inline TournamentSample sample_of(std::string name, TournamentPlan plan, const WhoWins& who,
                                  std::uint64_t most = 1'000'000, const ChangeGame& change = {}) {
    TournamentTally tally(plan.counting);
    while (tally.games() < most) {
        const auto planned = tally.next();
        if (!planned) {
            break;
        }
        const auto winner = who(*planned);
        referee::GameRecord record =
            record_of(*planned, winner ? referee::winner_is(*winner) : referee::Winner::Draw);
        record.used = {std::chrono::microseconds(1500), std::chrono::microseconds(250)};
        if (change) {
            change(*planned, record);
        }
        tally.add(record);
    }
    TournamentSample sample{std::move(name), std::move(plan), tally.state()};
    sample.state.elapsed = std::chrono::milliseconds(83456);
    return sample;
}

/// All games of a pairing equal each other, those from either seat.
inline void make_copy(referee::GameRecord& record) {
    record.opening.clear();
    record.moves = {{.numbers = {number(record.first), 1, 1, 1}, .took = {}}};
}

inline std::vector<TournamentSample> tournament_samples() {
    using referee::Player;
    std::vector<TournamentSample> samples;

    // Faults, losses on time, a game that was not scored, an agent without OPENING.
    samples.push_back(sample_of("rounds", tournament_plan_of(tournament_of(4, 12)), stronger_wins(1),
                                1'000'000, [](const PlannedGame& game, referee::GameRecord& record) {
                                    crashes(2, [](const PlannedGame& g) { return g.game % 10 == 1; })(game,
                                                                                                      record);
                                    if (game.game == 30) {
                                        record.winner.reset();
                                        record.termination = referee::Termination::RefereeFailure;
                                    } else if (game.game % 24 == 7) {
                                        make_crash(record, Player::Agent2);
                                        record.termination = referee::Termination::Timeout;
                                    }
                                    record.lacks_opening.agent2 = game.meeting.b == 3;
                                }));

    Config gauntlet = tournament_of(4, 6, "gauntlet", 1);
    gauntlet.anchor = "a=100";
    gauntlet.max_faults = {2};
    samples.push_back(sample_of("gauntlet", tournament_plan_of(gauntlet), stronger_wins(2), 1'000'000,
                                crashes(3, [](const PlannedGame& game) { return game.round < 2; })));

    samples.push_back(
        sample_of("ladder", tournament_plan_of(tournament_of(5, 4, "ladder", 2)), stronger_wins(3), 31));

    Config separated = tournament_of(3, 500);
    separated.until = "separated";
    samples.push_back(sample_of("separated", tournament_plan_of(separated), earlier_wins));

    Config best = tournament_of(4, 500);
    best.until = "best";
    best.error = 0.1;
    samples.push_back(
        sample_of("best", tournament_plan_of(best), [strength = stronger_wins(4)](const auto& game) mutable {
            return game.meeting.a == 0 ? std::optional(Player::Agent1) : strength(game);
        }));

    Config copies = tournament_of(3, 9);
    copies.openings = "start";
    samples.push_back(sample_of("repeats", tournament_plan_of(copies), earlier_wins, 1'000'000,
                                [](const PlannedGame&, auto& record) { make_copy(record); }));
    samples.push_back(sample_of("saturated", tournament_plan_of(copies), stronger_wins(5), 1'000'000,
                                [](const PlannedGame& game, auto& record) {
                                    if (game.meeting == Meeting{0, 1}) {
                                        record.winner = referee::Winner::Agent1;
                                        make_copy(record);
                                    }
                                }));
    samples.push_back(
        sample_of("chance", tournament_plan_of(copies), earlier_wins, 1'000'000,
                  [](const PlannedGame& game, auto& record) {
                      make_copy(record);
                      record.moves.front().numbers = {number(record.first), game.round == 2 ? 2 : 1, 1, 1};
                  }));

    Config two = tournament_of(2, 15);
    two.anchor = "b";
    samples.push_back(sample_of("two", tournament_plan_of(two), stronger_wins(6)));

    const Config staged = tournament_of(3, 4);
    samples.push_back(sample_of("stages",
                                tournament_plan_of(staged, {referee::parse_agent("name=new d")},
                                                   {{.game = 0, .agents = {0, 1, 2}, .rounds = 4},
                                                    {.game = 24, .agents = {0, 1, 2, 3}, .rounds = 6},
                                                    {.game = 72, .agents = {0, 2, 3}, .rounds = 8}}),
                                stronger_wins(7)));
    samples.back().plan.rounds_changed = samples.back().plan.has_removed = true;

    Config hostile = tournament_of(4, 3);
    const std::string same(90, 'x');
    hostile.agents[0].name = "=1+1,\"|`x`\n<b>[a](http://b.c)\x1b\xff";
    hostile.agents[1].name = same + "1";
    hostile.agents[2].name = same + "2";
    hostile.agents[3].name = "-caf\xC3\xA9 \xE2\x99\x9E";
    samples.push_back(sample_of("names", tournament_plan_of(hostile), stronger_wins(8)));

    samples.push_back(sample_of("groups", tournament_plan_of(tournament_of(5, 3)), stronger_wins(9), 4));
    samples.push_back(sample_of("no_games", tournament_plan_of(tournament_of(3, 3)), earlier_wins, 0));

    samples.push_back(sample_of("used_up", tournament_plan_of(tournament_of(3, 50)), stronger_wins(10), 30));
    samples.back().state.reason = TournamentEnd::OpeningsUsedUp;
    samples.back().state.games_beyond = 2;

    Config faulty = tournament_of(2, 9);
    faulty.max_faults = {0};
    samples.push_back(sample_of("max_faults", tournament_plan_of(faulty), earlier_wins, 1'000'000,
                                crashes(1, [](const PlannedGame&) { return true; })));

    samples.push_back(sample_of("many", tournament_plan_of(tournament_of(15, 1)), stronger_wins(11)));
    return samples;
}

/// The sample `name`.
inline TournamentSample tournament_sample(const std::string& name) {
    for (TournamentSample& sample : tournament_samples()) {
        if (sample.name == name) {
            return std::move(sample);
        }
    }
    throw std::invalid_argument(name);
}

} // namespace sprt

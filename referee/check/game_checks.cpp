// Checks 13 to 15: whole games against random moves, many games, and whether an agent plays the same again.

#include "referee/base/text.hpp"
#include "referee/base/time.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/random_mover.hpp"
#include "referee/check/subject.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

namespace referee::check {
namespace {

using namespace std::chrono_literals;

struct Score {
    int won = 0;
    int drawn = 0;
    int lost = 0;

    void add(Winner winner) { ++(winner == Winner::Draw ? drawn : winner == Winner::Agent1 ? won : lost); }
};

/// Does `again` up to `count` times, not much longer than `longest`. How often it was done.
template<class Again>
int repeat(int count, std::chrono::nanoseconds longest, const Again& again) {
    const auto begin = SteadyTime::now();
    int done = 0;
    while (done < count && SteadyTime::now() - begin < longest && again(done)) {
        ++done;
    }
    return done;
}

using Moves = std::vector<MoveNumbers>;

TimeControl work(const SearchLimit& search) {
    TimeControl limit;
    limit.kind = LimitKind::Search;
    limit.search = search;
    limit.turn = 2s;
    return limit;
}

/// Searches that end after the same work each time, whatever the machine does meanwhile.
std::vector<TimeControl> same_work(const Subject& subject) {
    if (subject.own_limit && !subject.own_limit->has_time()) {
        return {*subject.own_limit};
    }
    return {work({.depth = 4}), work({.nodes = 2000})};
}

/// The moves of an engine in a few positions; empty when it does not know the limit.
std::optional<Moves> engine_moves(Bench& bench, const TimeControl& limit) {
    constexpr std::size_t kPositions = 16;
    constexpr std::size_t kMostMoves = 40;
    SplitMix64 chance(bench.subject().seed);
    Moves moves;
    moves.reserve(kPositions);
    while (moves.size() < kPositions) {
        const RandomPosition drawn = random_position(bench.subject().rules, chance, kMostMoves);
        const TurnAnswer answer = bench.answer({.start = drawn.start}, limit);
        if (answer.is_late || answer.took >= limit.turn) {
            return std::nullopt;
        }
        expect_none(answer.problem);
        moves.push_back(answer.move.value());
    }
    return moves;
}

/// The first turns of a game against random moves.
GameRecord play_part(Bench& bench, int number, const TimeControl& limit, int turns) {
    Job job = bench.game(static_cast<std::uint64_t>(number), limit);
    job.limits.turns = std::min(turns, job.limits.turns);
    return bench.play(job);
}

Moves native_moves(Bench& bench) {
    constexpr int kTurns = 40;
    const GameRecord record = play_part(bench, 0, bench.patient(), kTurns);
    expect_none(problem_of(record));
    Moves moves;
    std::ranges::transform(record.moves, std::back_inserter(moves), &TimedMove::numbers);
    return moves;
}

/// A part of a game that differs from those whose moves are compared.
void play_something_else(Bench& bench) {
    constexpr int kTurns = 20;
    expect_none(problem_of(play_part(bench, 1, bench.for_games(), kTurns)));
}

/// Asks a fresh process, another one, and the same one after a game.
template<class Ask>
Finding compare(Bench& bench, const Ask& ask) {
    std::array<Moves, 3> moves;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i < 2) {
            bench.end_process();
        } else {
            play_something_else(bench);
        }
        const std::optional<Moves> made = ask();
        if (!made) {
            return note("it knows neither depth nor nodes: no answer until stop");
        }
        moves[i] = *made;
    }
    if (moves[0] != moves[1]) {
        return note("another move in another fresh process: it plays by chance or by time");
    }
    if (moves[0] != moves[2]) {
        return note("another move after a game: it remembers; restart=game starts it anew for each game");
    }
    return ok(bench.subject().is_engine() || bench.offers()->games
                  ? "in a fresh process and after a game"
                  : "in a fresh process; not asked after a game, which takes GAMES");
}

} // namespace

Finding games_against_random(Bench& bench) {
    constexpr auto kLongest = 20s;
    const int count = bench.subject().games;
    Score score;
    const int played = repeat(count, kLongest, [&](int number) {
        const Job job = bench.game(static_cast<std::uint64_t>(number), bench.for_games());
        const GameRecord record = bench.play(job);
        if (!record.winner) { // a stop was requested
            return false;
        }
        expect_none(problem_of(record),
                    fmt::format("game {}, as the {} player, turn {}: ", number,
                                job.first == Player::Agent1 ? "first" : "second", record.turns + 1));
        score.add(*record.winner);
        return true;
    });
    std::string told =
        fmt::format("{}: won {}, drawn {}, lost {}", counted(static_cast<std::uint64_t>(played), "game"),
                    score.won, score.drawn, score.lost);
    if (played < count) {
        told += fmt::format("; {} were to be played, but not after {} s", count, kLongest.count());
    }
    return ok(told);
}

Finding many_games(Bench& bench) {
    constexpr std::array kRounds{20, 90, 90};
    constexpr int kTurns = 6; // what is kept or breaks in later turns shows, too
    constexpr auto kLongest = 4s;
    const auto offers = bench.offers();
    if (!bench.subject().is_engine() && (!offers || !offers->games)) {
        return offers ? skip("it does not offer GAMES: each game has a process of its own")
                      : fail("it cannot be got ready");
    }
    TimeControl limit = bench.patient();
    if (bench.subject().is_engine()) {
        limit.time = 2ms;
    }
    bench.end_process();
    std::array<Footprint, kRounds.size()> readings{};
    std::string problem;
    int games = 0;
    for (std::size_t i = 0; i < kRounds.size(); ++i) {
        games += repeat(kRounds[i], kLongest, [&](int number) {
            problem = problem_of(play_part(bench, games + number, limit, kTurns));
            return problem.empty() && !bench.is_stopped();
        });
        expect_none(problem, fmt::format("game {}: ", games));
        const auto reading = bench.talker().footprint();
        if (!reading) {
            return fail("its process is gone");
        }
        readings[i] = *reading;
    }
    if (const auto growth = growth_in(readings)) {
        return fail(fmt::format("{} games in one process: {}", games, *growth));
    }
    return ok(fmt::format("{} games in one process: {} KiB, {} descriptors", games,
                          readings.back().memory_kib, readings.back().descriptors));
}

Finding same_moves(Bench& bench) {
    if (!bench.subject().is_engine()) {
        return compare(bench, [&] { return native_moves(bench); });
    }
    Finding finding;
    for (const TimeControl& limit : same_work(bench.subject())) {
        bool ends_by_work = true;
        finding = compare(bench, [&] {
            auto moves = engine_moves(bench, limit);
            ends_by_work = moves.has_value();
            return moves;
        });
        if (ends_by_work) {
            break;
        }
    }
    return finding;
}

} // namespace referee::check

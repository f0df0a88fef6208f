#pragma once
// Made-up games of a run: the moves are random legal ones, everything else is as in the schedule.

#include "referee/game/job.hpp"
#include "referee/rules/games.hpp"
#include "sprt/config/config.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/schedule/openings.hpp"
#include "tests/sprt/config/plans.hpp"

#include <functional>
#include <memory>
#include <random>

namespace sprt {

/// A filled-in configuration of short games.
inline Config short_games_config() {
    Config config;
    config.agents = {referee::parse_agent("one"), referee::parse_agent("two")};
    config.test = {.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};
    config.openings = "random:2";
    config.repeats = "collapse";
    config.seed = 5;
    config.concurrency = 1;
    config.play.turns = 8;
    return config;
}

/// Game `game` of the run by `config` (filled in) from `opening`. `random` chooses legal moves; each takes a
/// microsecond.
inline referee::GameRecord chance_game(std::uint64_t game, const Config& config, const Opening& opening,
                                       std::mt19937_64& random) {
    const Job job = job_without_opening(plan_for(config).schedule, game);
    referee::GameRecord record;
    record.game = game;
    record.pair = job.pair;
    record.first = job.first;
    record.seed = job.seeds;
    record.turn_limit = job.limits.turns;
    record.limits = {job.limits.time.agent1, job.limits.time.agent2};
    record.exit = {"exited 0", "exited 0"};
    ataxx::Position position;
    record.start = opening.start;
    if (opening.start && opening.moves.empty()) {
        position = std::get<ataxx::Position>(opening.start->board.position());
    }
    const auto end = [&] {
        return referee::board_verdict(referee::Course(position, static_cast<int>(record.turns)),
                                      record.turn_limit);
    };
    for (const referee::MoveNumbers& move : opening.moves) {
        record.opening.push_back(move);
        position = position.after(ataxx::Move::from_numbers(move).value());
        ++record.turns;
    }
    while (!end()) {
        const ataxx::MoveList moves = legal_moves(position);
        const ataxx::Move move = moves[random() % moves.size()];
        const auto took = std::chrono::microseconds(1);
        record.used[player_of(position.to_move(), record.first)] += took;
        record.moves.push_back({move.numbers(), took});
        position = position.after(move);
        ++record.turns;
    }
    record.termination = end().value();
    for (const referee::Side side : {referee::Side::First, referee::Side::Second}) {
        record.score[player_of(side, record.first)] = position.stones(side).count();
    }
    const auto side = referee::leader(position);
    record.winner = side ? winner_is(player_of(*side, record.first)) : referee::Winner::Draw;
    return record;
}

/// A game with the result `winner`. The same arguments always give the same game.
inline referee::GameRecord won_game(std::uint64_t game, const Config& config, const Opening& opening,
                                    referee::Winner winner) {
    std::mt19937_64 random(game);
    while (true) {
        referee::GameRecord record = chance_game(game, config, opening, random);
        if (record.winner == winner) {
            return record;
        }
    }
}

/// Makes up the games of `config`, which must outlive the returned function. `winner_of` gives the result of
/// each game. When `winner_of` is empty, games with the same opening and seats are equal, and any result is
/// possible.
inline MakePlayer chance_player(const Config& config,
                                std::function<referee::Winner(std::uint64_t game)> winner_of) {
    return [&config, winner_of](const referee::StopToken&, int) -> PlayGame {
        return [&config, winner_of](const Job& job) {
            if (!winner_of) {
                std::mt19937_64 random(job.id % 2);
                return chance_game(job.id, config, {job.opening, job.start}, random);
            }
            return won_game(job.id, config, {job.opening, job.start}, winner_of(job.id));
        };
    };
}

inline std::unique_ptr<Openings> openings_of(const Config& config) {
    return make_openings(parse_openings(config.openings), *config.seed, referee::rules_of(config.play));
}

} // namespace sprt

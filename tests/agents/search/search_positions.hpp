#pragma once
// Positions and games for the tests of searches.

#include "agents/ataxx/ataxx.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/games.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace search {

/// The position of a FEN.
[[nodiscard]] inline ataxx::Position at(const std::string& fen) {
    return ataxx::parse_fen(fen).position;
}

/// The position after `plies` random moves from the start, fewer when the game ends before.
[[nodiscard]] inline ataxx::Position random_position(std::mt19937_64& random, std::uint64_t plies) {
    ataxx::Position position;
    for (; plies > 0 && !position.is_finished(); --plies) {
        const auto moves = ataxx::legal_moves(position);
        position = position.after(moves[random() % moves.size()]);
    }
    return position;
}

/// Unfinished positions from all stages of random games.
[[nodiscard]] inline std::vector<ataxx::Position> random_positions(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<ataxx::Position> found;
    while (found.size() < count) {
        const auto position = random_position(random, random() % 120);
        if (!position.is_finished()) {
            found.push_back(position);
        }
    }
    return found;
}

struct Played {
    std::vector<ataxx::Move> moves;
    ataxx::Position last;
};

/// A game from `position` in which `choose(position) -> Move` plays both sides.
template<class Choose>
[[nodiscard]] Played self_play(const ataxx::Position& position, const Choose& choose, int turn_limit = 400) {
    Played game{{}, position};
    while (!referee::board_verdict(referee::Course(game.last, static_cast<int>(game.moves.size())),
                                   turn_limit)) {
        game.moves.push_back(choose(game.last));
        game.last = game.last.after(game.moves.back());
    }
    return game;
}

} // namespace search

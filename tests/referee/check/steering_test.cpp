#include "referee/check/random_mover.hpp"
#include "referee/check/steering.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <variant>

namespace referee::check {
namespace {

/// The first legal move, one by chance, or the one that leaves the rival the fewest stones.
enum class Rival : std::uint8_t { First, Random, Greedy };

MoveNumbers move_of(Rival rival, const Board& board, SplitMix64& chance) {
    const auto& position = std::get<ataxx::Position>(board.position());
    const auto moves = legal_moves(position);
    switch (rival) {
    case Rival::First:
        return moves[0].numbers();
    case Rival::Random:
        return random_move(board, chance);
    case Rival::Greedy:
        break;
    }
    ataxx::Move best = moves[0];
    for (const ataxx::Move move : moves) {
        const int stones = position.after(move).own().count();
        if (stones < position.after(best).own().count() ||
            (stones == position.after(best).own().count() && chance.below(2) == 0)) {
            best = move;
        }
    }
    return best.numbers();
}

/// Whether `who` had to pass in a game whose first move is that of `rival` in even games.
bool has_to_pass(Rival rival, bool is_rival, std::uint64_t game) {
    constexpr int kTurns = 300;
    SplitMix64 chance(game);
    Board board(Game::Ataxx);
    const Side rivals_side = game % 2 == 0 ? Side::First : Side::Second;
    const Side who = is_rival ? rivals_side : opponent(rivals_side);
    for (int turn = 0; turn < kTurns && !board.ending(); ++turn) {
        const auto& position = std::get<ataxx::Position>(board.position());
        if (position.to_move() == who && !position.can_move()) {
            return true;
        }
        const int depth = is_rival ? 2 + static_cast<int>(game % 3) : 4;
        board = board
                    .after(position.to_move() == rivals_side ? move_of(rival, board, chance)
                                                             : move_towards_pass(board, who, depth, chance))
                    .value();
    }
    return false;
}

TEST(Steering, each_side_has_to_pass_within_few_games) {
    constexpr std::uint64_t kGames = 12;
    for (const auto& [rival, is_rival] : {std::pair(Rival::First, true), std::pair(Rival::Random, true),
                                          std::pair(Rival::Greedy, true), std::pair(Rival::Greedy, false)}) {
        std::uint64_t game = 0;
        while (game < kGames && !has_to_pass(rival, is_rival, game)) {
            ++game;
        }
        EXPECT_LT(game, kGames) << static_cast<int>(rival) << is_rival;
    }
}

TEST(Steering, a_move_that_leaves_no_move_is_found) {
    // The clone of (5,3) to (6,3) or another one that encloses the corner.
    const Board board = read_fen(Game::Ataxx, "7/7/7/7/xxx4/xx5/oxx4 x 0 20");
    SplitMix64 chance(1);
    const Board after = board.after(move_towards_pass(board, Side::Second, 1, chance)).value();
    EXPECT_FALSE(std::get<ataxx::Position>(after.position()).can_move());
}

} // namespace
} // namespace referee::check

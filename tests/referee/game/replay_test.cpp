#include "referee/game/replay.hpp"
#include "tests/referee/game/playouts.hpp"

#include <gtest/gtest.h>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

/// The first `opening` moves as an opening, the others played.
GameRecord replayed_record(const std::vector<MoveNumbers>& moves, std::size_t opening = 0) {
    GameRecord record;
    for (const MoveNumbers& move : moves) {
        if (record.opening.size() < opening) {
            record.opening.push_back(move);
        } else {
            record.moves.push_back({move, 5us});
        }
    }
    return record;
}

/// A ReplayedTurn that may be kept.
struct SeenTurn {
    Board before;
    MoveNumbers move;
    Course after;
    std::optional<std::chrono::nanoseconds> took;
};

std::vector<SeenTurn> turns_of(const GameRecord& record, Replayed& result) {
    std::vector<SeenTurn> turns;
    result = replay(record, [&](const ReplayedTurn& turn) {
        turns.push_back({turn.before, turn.move, turn.after, turn.took});
    });
    return turns;
}

TEST(Replay, visits_every_turn_of_a_game) {
    const auto moves = random_playout(7);
    Replayed result{Course(Board(Game::Ataxx)), {}};
    const auto turns = turns_of(replayed_record(moves, 4), result);
    ASSERT_EQ(turns.size(), moves.size());
    Board position(Game::Ataxx);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        EXPECT_EQ(turns[i].after.turns(), static_cast<int>(i) + 1);
        EXPECT_EQ(turns[i].before, position);
        EXPECT_EQ(turns[i].move, moves[i]);
        position = position.after(moves[i]).value();
        EXPECT_EQ(turns[i].after.board(), position);
        EXPECT_EQ(turns[i].took.has_value(), i >= 4) << "an opening takes no time";
    }
    EXPECT_EQ(result.last.board(), position);
    EXPECT_EQ(result.difference, std::nullopt);
}

TEST(Replay, stops_at_an_illegal_move_and_names_it) {
    struct Row {
        MoveNumbers third;
        std::size_t opening;
        const char* difference;
    };
    const Row rows[] = {
        {{4, 4, 5, 5}, 0, "turn 3: move 4 4 5 5 is illegal"},
        {{1, 1, 1, 8}, 0, "turn 3: move 1 1 1 8 is illegal"},
        {{-1, -1, -1, -1}, 0, "turn 3: move -1 -1 -1 -1 is illegal"},
        {{4, 4, 5, 5}, 3, "turn 3: opening move 4 4 5 5 is illegal"},
    };
    const std::vector<MoveNumbers> two{MoveNumbers{1, 1, 2, 2}, MoveNumbers{1, 7, 2, 6}};
    for (const Row& row : rows) {
        GameRecord record = replayed_record({two[0], two[1], MoveNumbers{2, 2, 3, 3}}, row.opening);
        (row.opening > 0 ? record.opening[2] : record.moves[2].numbers) = row.third;
        Replayed result{Course(Board(Game::Ataxx)), {}};
        EXPECT_EQ(turns_of(record, result).size(), 2U);
        EXPECT_EQ(result.last.board(), board_after(two));
        EXPECT_EQ(result.difference, row.difference);
    }
}

TEST(Replay, stops_where_the_board_ended_the_game) {
    std::vector<MoveNumbers> moves = kAnnihilation;
    moves.push_back(MoveNumbers{4, 4, 5, 5});
    Replayed result{Course(Board(Game::Ataxx)), {}};
    EXPECT_EQ(turns_of(replayed_record(moves), result).size(), kAnnihilation.size());
    EXPECT_EQ(result.difference, "turn 6: the game was over before it (annihilation)");

    GameRecord record = replayed_record(random_playout(1));
    record.turn_limit = 10;
    EXPECT_EQ(turns_of(record, result).size(), 10U);
    EXPECT_EQ(result.difference, "turn 11: the game was over before it (turn_limit)");
}

} // namespace
} // namespace referee

#include "agents/ataxx/weights.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace search {
namespace {

TEST(WeightedAtaxx, stones_count_more_than_their_places) {
    const auto value = [](const char* fen) { return WeightedAtaxx::evaluation(at(fen)); };
    EXPECT_EQ(value("x5o/7/7/7/7/7/o5x x"), 0);
    EXPECT_EQ(value("x6/7/7/7/7/7/3o3 x"), 5 - 3) << "a corner beside an edge";
    EXPECT_EQ(value("1x5/7/7/3o3/7/7/7 x"), 3) << "an edge beside the middle";
    EXPECT_EQ(value("1x5/7/7/3o3/7/7/7 o"), -3);
    EXPECT_GT(value("7/7/3xx2/7/7/7/o6 x"), 0) << "two inside are more than one in a corner";
}

TEST(TunedAtaxx, weights_are_those_that_were_set) {
    const auto position = at("x5x/7/7/3o3/7/7/o5x x"); // 3 corners against 1 and a stone inside
    EXPECT_EQ(TunedAtaxx::evaluation(position), 16);
    TunedAtaxx::weights = {.tempo = 7, .edge = 100, .corner = 3};
    EXPECT_EQ(TunedAtaxx::evaluation(position), 16 + 7 + 2 * 3);
    EXPECT_EQ(TunedAtaxx::evaluation(at("1x5/7/7/3o3/7/7/7 x")), 100 + 7);
    TunedAtaxx::weights = {};
}

TEST(WeightedAtaxx, evaluation_is_the_same_for_all_symmetries) {
    for (const auto& position : random_positions(100, 1)) {
        for (const auto symmetry : ataxx::kSymmetries) {
            EXPECT_EQ(WeightedAtaxx::evaluation(ataxx::transformed(position, symmetry)),
                      WeightedAtaxx::evaluation(position));
        }
        EXPECT_EQ(WeightedAtaxx::evaluation(position.pass()), -WeightedAtaxx::evaluation(position));
    }
}

TEST(WeightedAtaxx, moves_make_every_position_once_with_the_greatest_gain_first) {
    for (const auto& position : random_positions(200, 2)) {
        std::vector<ataxx::Position> all;
        for (const auto move : ataxx::legal_moves(position)) {
            const auto next = position.after(move);
            if (std::find(all.begin(), all.end(), next) == all.end()) {
                all.push_back(next);
            }
        }
        int gain_before = 100;
        const auto moves = WeightedAtaxx::moves(position);
        EXPECT_EQ(moves.size(), all.size());
        for (const auto move : moves) {
            ASSERT_TRUE(position.is_legal(move));
            const auto next = position.after(move);
            EXPECT_NE(std::find(all.begin(), all.end(), next), all.end());
            const int gain = -Ataxx::evaluation(next) - Ataxx::evaluation(position);
            EXPECT_LE(gain, gain_before);
            gain_before = gain;
        }
    }
    EXPECT_TRUE(WeightedAtaxx::moves(at("xx5/7/7/7/7/7/7 o")).empty());
}

TEST(WeightedAtaxx, never_denies_a_possible_win_or_loss) {
    int wins = 0;
    int losses = 0;
    int denied = 0;
    std::mt19937_64 random(4);
    for (int i = 0; i < 3000; ++i) {
        const auto few = [&] { return ataxx::Bitboard(random() & random() & random() & random()); };
        const ataxx::Bitboard own = few() & ataxx::kAllSquares;
        const ataxx::Bitboard crowd = i % 2 == 0 ? ataxx::kAllSquares - few() : few() & few();
        const ataxx::Position position(own, (crowd & ataxx::kAllSquares) - own, referee::Side::First);
        const auto moves = ataxx::legal_moves(position);
        const bool wins_at_once = std::any_of(moves.begin(), moves.end(), [&](ataxx::Move move) {
            return is_won_by_the_last_move<Ataxx>(position.after(move));
        });
        wins += wins_at_once ? 1 : 0;
        if (!position.is_finished()) {
            denied += WeightedAtaxx::may_win_at_once(position) ? 0 : 1;
            EXPECT_TRUE(!wins_at_once || WeightedAtaxx::may_win_at_once(position));
            const bool loses_at_once = loses_in_one<Ataxx>(position); // Ataxx has no quick answer
            losses += loses_at_once ? 1 : 0;
            EXPECT_TRUE(!loses_at_once || WeightedAtaxx::may_lose_at_once(position));
        }
    }
    EXPECT_GT(wins, 100);
    EXPECT_GT(losses, 100);
    EXPECT_GT(denied, 1000);
}

} // namespace
} // namespace search

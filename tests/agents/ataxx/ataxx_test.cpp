#include "agents/ataxx/ataxx.hpp"
#include "agents/search/minimax.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace search {

namespace {

using ataxx::Bitboard;
using ataxx::Square;

TEST(NeighbourCounts, are_those_counted_square_by_square) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 300; ++round) {
        std::uint64_t bits = random() & ataxx::kAllSquares.bits();
        bits = round % 3 == 0   ? bits
               : round % 3 == 1 ? bits & random()
                                : bits | (random() & ataxx::kAllSquares.bits());
        const Bitboard set(bits);
        const NeighbourCounts counts(set);
        Bitboard among(random() & ataxx::kAllSquares.bits());
        int expected = -1;
        Bitboard where;
        for (int i = 0; i < ataxx::kSquares; ++i) {
            const int number = (ataxx::neighbours(Square(i)) & set).count();
            ASSERT_EQ(counts.most(Bitboard(Square(i))).number, number);
            if (among.has(Square(i)) && number >= expected) {
                where = number > expected ? Bitboard(Square(i)) : where | Bitboard(Square(i));
                expected = number;
            }
        }
        if (!among.empty()) {
            EXPECT_EQ(counts.most(among).number, expected);
            EXPECT_EQ(counts.most(among).squares, where);
        }
    }
}

TEST(NeighbourCounts, are_0_on_the_empty_board_and_8_inside_the_full_board) {
    EXPECT_EQ(NeighbourCounts(Bitboard()).most(ataxx::kAllSquares).number, 0);
    const auto inner = NeighbourCounts(ataxx::kAllSquares).most(ataxx::kAllSquares);
    EXPECT_EQ(inner.number, 8);
    EXPECT_EQ(inner.squares.count(), 25);
}

} // namespace

namespace {

TEST(AtaxxModel, scores_are_for_the_side_to_move) {
    EXPECT_EQ(Ataxx::evaluation(ataxx::Position()), 0);
    EXPECT_EQ(Ataxx::evaluation(at("xxx3o/7/7/7/7/7/7 x")), 2);
    EXPECT_EQ(Ataxx::evaluation(at("xxx3o/7/7/7/7/7/7 o")), -2);
    EXPECT_EQ(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 x"), 3), (1 << 30) - 3);
    EXPECT_EQ(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 o"), 3), -((1 << 30) - 3));
    EXPECT_LT(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 x"), 1), kInfinity);
    EXPECT_GT(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 o"), 1), -kInfinity);
}

TEST(AtaxxModel, decided_score_is_no_number_of_stones) {
    EXPECT_FALSE(is_decided(49));
    EXPECT_FALSE(is_decided(-49));
    EXPECT_TRUE(is_decided(kInfinity - 1));
    EXPECT_TRUE(is_decided(kInfinity - kMaxDepth));
    EXPECT_TRUE(is_decided(-(kInfinity - kMaxDepth)));
}

TEST(AtaxxModel, moves_are_the_legal_moves) {
    for (const auto& position : random_positions(100, 1)) {
        const auto moves = Ataxx::moves(position);
        const auto rules = ataxx::legal_moves(position);
        ASSERT_TRUE(std::equal(moves.begin(), moves.end(), rules.begin(), rules.end()));
        for (const auto move : moves) {
            ASSERT_TRUE(Ataxx::is_legal(position, move));
            ASSERT_EQ(Ataxx::after(position, move), position.after(move));
        }
    }
}

TEST(AtaxxModel, keys_differ_by_position_but_not_by_colour) {
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> seen;
    for (const auto& position : random_positions(300, 2)) {
        const ataxx::Position exchanged(position.stones(referee::Side::Second),
                                        position.stones(referee::Side::First),
                                        referee::opponent(position.to_move()));
        ASSERT_EQ(Ataxx::key(exchanged), Ataxx::key(position));
        for (const auto move : Ataxx::moves(position)) {
            const auto next = position.after(move);
            const auto stones = std::pair(next.own().bits(), next.theirs().bits());
            const auto [place, is_new] = seen.emplace(Ataxx::key(next), stones);
            ASSERT_TRUE(is_new || place->second == stones);
        }
    }
    EXPECT_GT(seen.size(), 10'000U);
}

/// Positions of every stage, with many that are nearly full or nearly empty.
std::vector<ataxx::Position> mixed_positions() {
    auto found = random_positions(300, 3);
    std::mt19937_64 random(4);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t sparse = random() & random() & random() & random();
        const std::uint64_t taken = (i % 2 == 0 ? sparse : ~sparse) & ataxx::kAllSquares.bits();
        const std::uint64_t first = taken & random();
        const ataxx::Position position(ataxx::Bitboard(first), ataxx::Bitboard(taken & ~first),
                                       referee::Side::First);
        if (!position.is_finished()) {
            found.push_back(position);
        }
    }
    return found;
}

TEST(AtaxxModel, visit_by_gain_visits_every_position_after_a_move_once) {
    using Key = std::pair<std::uint64_t, std::uint64_t>;
    for (const auto& position : mixed_positions()) {
        std::set<Key> expected;
        for (const auto move : Ataxx::moves(position)) {
            const auto next = position.after(move);
            expected.emplace(next.own().bits(), next.theirs().bits());
        }
        std::set<Key> visited;
        std::size_t visits = 0;
        int last_gain = 100;
        Ataxx::visit_by_gain(position, [&](ataxx::Move move, int gain) {
            EXPECT_TRUE(position.is_legal(move));
            const auto next = position.after(move);
            EXPECT_EQ(gain, -Ataxx::evaluation(next) - Ataxx::evaluation(position));
            EXPECT_LE(gain, last_gain);
            last_gain = gain;
            visited.emplace(next.own().bits(), next.theirs().bits());
            ++visits;
            return false;
        });
        ASSERT_EQ(visited, expected);
        ASSERT_EQ(visits, expected.size());
    }
}

TEST(AtaxxModel, visit_by_gain_stops_when_the_visit_returns_true) {
    int visits = 0;
    Ataxx::visit_by_gain(ataxx::Position(), [&](ataxx::Move, int) { return ++visits == 3; });
    EXPECT_EQ(visits, 3);
}

TEST(AtaxxModel, best_leaf_is_minimax_to_depth_1) {
    for (const auto& position : mixed_positions()) {
        for (const int ply : {0, 7}) {
            ASSERT_EQ(Ataxx::best_leaf(position, ply), max_value<Ataxx>(position, ply, ply + 1));
        }
    }
}

TEST(AtaxxModel, capped_gain_is_a_bound_after_the_best_answer) {
    std::size_t capped = 0;
    for (const auto& position : mixed_positions()) {
        for (const auto move : Ataxx::moves(position)) {
            const auto next = position.after(move);
            const int gain = -Ataxx::evaluation(next) - Ataxx::evaluation(position);
            if (Ataxx::caps(position, gain)) {
                ++capped;
                ASSERT_LE(min_value<Ataxx>(next, 1, 2, NoCount()), Ataxx::evaluation(position) + gain);
            }
        }
    }
    EXPECT_GT(capped, 10'000U);
}

} // namespace

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

#include "referee/rules/ataxx/perft.hpp"
#include "referee/rules/ataxx/symmetry.hpp"
#include "referee/rules/ataxx/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace ataxx {
namespace {

Square at(int x, int y) {
    return *Square::at(x, y);
}

/// Positions of a random game from the start, the start included.
std::vector<Position> positions_of_a_game(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Position> positions{Position()};
    while (!positions.back().is_finished() && positions.size() < 100) {
        const MoveList moves = legal_moves(positions.back());
        positions.push_back(positions.back().after(moves[random() % moves.size()]));
    }
    return positions;
}

TEST(Symmetry, moves_a_square_as_its_name_says) {
    struct Row {
        Symmetry symmetry;
        Square expected;
    };
    for (const Row& row : {Row{Symmetry::Identity, at(2, 3)}, Row{Symmetry::MainDiagonal, at(3, 2)},
                           Row{Symmetry::MirrorX, at(6, 3)}, Row{Symmetry::QuarterTurn, at(5, 2)},
                           Row{Symmetry::MirrorY, at(2, 5)}, Row{Symmetry::ThreeQuarterTurn, at(3, 6)},
                           Row{Symmetry::HalfTurn, at(6, 5)}, Row{Symmetry::AntiDiagonal, at(5, 6)}}) {
        EXPECT_EQ(transformed(at(2, 3), row.symmetry), row.expected) << static_cast<int>(row.symmetry);
        EXPECT_EQ(transformed(at(4, 4), row.symmetry), at(4, 4)); // the centre stays
    }
}

TEST(Symmetry, there_are_eight_different_ones_that_keep_distances) {
    std::set<std::vector<int>> images;
    for (const Symmetry symmetry : kSymmetries) {
        std::vector<int> image;
        for (int i = 0; i < kSquares; ++i) {
            image.push_back(transformed(Square(i), symmetry).index());
            for (int j = 0; j < kSquares; ++j) {
                ASSERT_EQ(distance(transformed(Square(i), symmetry), transformed(Square(j), symmetry)),
                          distance(Square(i), Square(j)));
            }
        }
        images.insert(image);
        EXPECT_EQ(std::set<int>(image.begin(), image.end()).size(), 49U); // no square is lost
    }
    EXPECT_EQ(images.size(), 8U);
}

TEST(Symmetry, they_form_a_group) {
    for (const Symmetry first : kSymmetries) {
        std::set<Symmetry> products;
        for (const Symmetry second : kSymmetries) {
            for (int i = 0; i < kSquares; ++i) {
                ASSERT_EQ(transformed(Square(i), composed(first, second)),
                          transformed(transformed(Square(i), first), second));
            }
            products.insert(composed(first, second));
        }
        EXPECT_EQ(products.size(), 8U); // so one of them is the way back
    }
}

TEST(Symmetry, sets_and_moves_are_transformed_as_their_squares) {
    const Bitboard three = Bitboard(at(1, 1)) | Bitboard(at(2, 3)) | Bitboard(at(7, 1));
    EXPECT_EQ(transformed(three, Symmetry::HalfTurn),
              Bitboard(at(7, 7)) | Bitboard(at(6, 5)) | Bitboard(at(1, 7)));
    EXPECT_EQ(transformed(kAllSquares, Symmetry::QuarterTurn), kAllSquares);
    EXPECT_EQ(transformed(Move(at(1, 1), at(2, 3)), Symmetry::MirrorY), Move(at(1, 7), at(2, 5)));
    EXPECT_EQ(transformed(Move::pass(), Symmetry::MirrorY), Move::pass());
}

TEST(Symmetry, a_move_of_the_image_is_the_image_of_the_move) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        for (const Position& position : positions_of_a_game(seed)) {
            for (const Symmetry symmetry : kSymmetries) {
                const Position image = transformed(position, symmetry);
                for (const Move move : legal_moves(position)) {
                    ASSERT_TRUE(image.is_legal(transformed(move, symmetry)));
                    ASSERT_EQ(image.after(transformed(move, symmetry)),
                              transformed(position.after(move), symmetry));
                }
            }
        }
    }
}

TEST(Symmetry, perft_is_the_same_for_all_images) {
    for (const char* fen : {"x5o/7/7/7/7/7/o5x x 0 1", "7/7/7/2x1o2/7/7/7 o 0 1",
                            "x5o/1x5/7/3o3/2x4/5o1/o5x o 0 1", "7/7/2o4/7/ooooooo/ooooooo/xxxxxxx x 0 1"}) {
        const Position position = parse_fen(fen).position;
        for (const PerftCount what : {PerftCount::Positions, PerftCount::Messages}) {
            const std::uint64_t expected = perft(position, 3, what);
            for (const Symmetry symmetry : kSymmetries) {
                EXPECT_EQ(perft(transformed(position, symmetry), 3, what), expected) << fen;
                EXPECT_EQ(perft(with_sides_swapped(transformed(position, symmetry)), 3, what), expected);
            }
        }
    }
}

TEST(CanonicalKey, is_shared_by_all_images_with_either_colour) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const Position& position : positions_of_a_game(seed)) {
            const CanonicalKey key = canonical_key(position);
            for (const Symmetry symmetry : kSymmetries) {
                ASSERT_EQ(canonical_key(transformed(position, symmetry)), key);
                ASSERT_EQ(canonical_key(with_sides_swapped(transformed(position, symmetry))), key);
            }
        }
    }
}

TEST(CanonicalKey, tells_other_positions_apart) {
    // Whether one position is an image of another, looked up in all 16 images instead of by the key.
    const auto is_image = [](const Position& a, const Position& b) {
        return std::any_of(kSymmetries.begin(), kSymmetries.end(), [&](Symmetry symmetry) {
            const Position image = transformed(a, symmetry);
            return image == b || with_sides_swapped(image) == b;
        });
    };
    std::vector<Position> positions; // after two plies, where images abound
    for (const Move first : legal_moves(Position())) {
        const Position one = Position().after(first);
        for (const Move second : legal_moves(one)) {
            positions.push_back(one.after(second));
        }
    }
    std::size_t images = 0;
    for (const Position& a : positions) {
        for (const Position& b : positions) {
            ASSERT_EQ(canonical_key(a) == canonical_key(b), is_image(a, b));
            images += is_image(a, b) ? 1U : 0U;
        }
    }
    EXPECT_GT(images, positions.size());
}

TEST(CanonicalKey, the_side_to_move_counts) {
    const Position position = Position().after(Move(at(1, 1), at(2, 2)));
    EXPECT_NE(canonical_key(position), canonical_key(position.pass()));
    EXPECT_EQ(canonical_key(Position()), canonical_key(Position().pass())); // only the colours differ
}

} // namespace
} // namespace ataxx

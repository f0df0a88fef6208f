// Perft of chess and Chess960, against numbers from outside.

#include "referee/rules/chess/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chess {

struct PerftRow {
    std::string_view fen;
    int depth;
    std::uint64_t leaves;
    RuleSet rules = RuleSet::Orthodox;
};

void PrintTo(const PerftRow& row, std::ostream* out) {
    *out << row.fen << " depth " << row.depth;
}

namespace {

constexpr auto k960 = RuleSet::Chess960;

// Leaves below known positions. Source: `go perft` of stockfish 15.1, with UCI_Chess960 where it is k960. The
// first six positions are those of the Chess Programming Wiki, "Perft Results". Neither half-moves nor the
// pieces that are left end a line.
// clang-format off
constexpr std::array kPerftTable{
    PerftRow{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 20},
    PerftRow{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197'281},
    PerftRow{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4'865'609},
    PerftRow{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1, 48},
    PerftRow{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97'862},
    PerftRow{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4'085'603},
    PerftRow{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 1, 14},
    PerftRow{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674'624},
    PerftRow{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11'030'083},
    PerftRow{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 1, 6},
    PerftRow{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422'333},
    PerftRow{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15'833'292},
    PerftRow{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 1, 44},
    PerftRow{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62'379},
    PerftRow{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2'103'487},
    PerftRow{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 1, 46},
    PerftRow{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89'890},
    PerftRow{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3'894'594},

    PerftRow{"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", 4, 10'908}, // en passant would uncover the king
    PerftRow{"8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 2", 4, 15'909},
    PerftRow{"7k/8/5KQ1/8/8/8/8/8 w - - 99 80", 4, 840},
    PerftRow{"7k/8/5KQ1/8/8/8/8/8 w - - 100 80", 4, 840},
    PerftRow{"8/8/3k4/8/8/8/8/3KN3 w - - 0 1", 4, 4'970},
    PerftRow{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4, 7'059},
    PerftRow{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 4, 314'346},

    // A rook that shields the king until it castles; kings and rooks that castle onto each other's square.
    PerftRow{"8/8/8/4k3/8/8/8/rRK4R w HB - 0 1", 4, 77'032, k960},
    PerftRow{"4k3/8/8/8/8/8/8/qR1K2R1 w GB - 0 1", 4, 133'440, k960},
    PerftRow{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", 4, 272'627, k960},
    PerftRow{"r1kr4/8/8/8/8/8/8/R1KR4 w DAda - 0 1", 4, 193'593, k960},
    PerftRow{"1rkr4/8/8/8/8/8/8/1RKR4 b DBdb - 0 1", 4, 141'399, k960},
    PerftRow{"5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1", 4, 142'655, k960},

    // Set-ups of Chess960.
    PerftRow{"bbnnqrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNNQRKR w HFhf - 0 1", 3, 8'950, k960},
    PerftRow{"bqrbnnkr/pppppppp/8/8/8/8/PPPPPPPP/BQRBNNKR w HChc - 0 1", 3, 8'986, k960},
    PerftRow{"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1", 3, 6'682, k960},
    PerftRow{"rkbnnbqr/pppppppp/8/8/8/8/PPPPPPPP/RKBNNBQR w HAha - 0 1", 3, 8'972, k960},
    PerftRow{"rqnnkrbb/pppppppp/8/8/8/8/PPPPPPPP/RQNNKRBB w FAfa - 0 1", 3, 8'988, k960},

    // Each side with a set-up of its own, and with fewer pieces.
    PerftRow{"rbbkqnnr/pppppppp/8/8/8/8/PPPPPPPP/NBBNRQKR w HEha - 0 1", 3, 8'190, k960},
    PerftRow{"bqrbknrn/pppppppp/8/8/8/8/PPPPPPPP/QRBKRNNB w EBgc - 0 1", 3, 8'398, k960},
    PerftRow{"rqknrnbb/pppppppp/8/8/8/8/PPPPPPPP/NRBBNKQR w HBea - 0 1", 3, 8'218, k960},
    PerftRow{"1r1nkr2/p3p3/8/8/8/8/P5P1/R2K1R2 w FAfb - 0 1", 3, 11'635, k960},
    PerftRow{"r1k1br1q/3pp3/8/8/8/8/1PP5/N1R2KR1 w GCfa - 0 1", 3, 2'160, k960},
    PerftRow{"2rnk1r1/ppp1pp2/8/8/8/8/1P1PPPPP/B1R2K1R w HCgc - 0 1", 3, 15'982, k960},
    PerftRow{"r1k2nrn/p3p3/8/8/8/8/1PP1P2P/5RKR w HFga - 0 1", 3, 425, k960},
    PerftRow{"1r1krn1b/8/8/8/8/8/P1P1P1P1/1RK2BR1 w GBeb - 0 1", 3, 10'814, k960},
    PerftRow{"1rk3r1/2p4p/8/8/8/8/P1P3PP/R1K1N2R w HAgb - 0 1", 3, 7'578, k960},
};
// clang-format on

std::vector<PerftRow> chess_rows(bool slow) {
    constexpr std::uint64_t kMostLeavesOfAQuickRow = 1'000'000;
    std::vector<PerftRow> chosen;
    std::ranges::copy_if(kPerftTable, std::back_inserter(chosen),
                         [&](const PerftRow& row) { return (row.leaves > kMostLeavesOfAQuickRow) == slow; });
    return chosen;
}

std::string chess_name_of(const testing::TestParamInfo<PerftRow>& info) {
    return "row_" + std::to_string(info.index) + "_depth_" + std::to_string(info.param.depth);
}

void expect_perft(const PerftRow& row) {
    const Position position = parse_fen(row.fen, row.rules).position;
    EXPECT_EQ(perft(position, row.depth), row.leaves);
}

class ChessPerft : public testing::TestWithParam<PerftRow> {};
TEST_P(ChessPerft, matches_the_reference) {
    expect_perft(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, ChessPerft, testing::ValuesIn(chess_rows(false)), chess_name_of);

class ChessPerftSlow : public testing::TestWithParam<PerftRow> {};
TEST_P(ChessPerftSlow, matches_the_reference) {
    expect_perft(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, ChessPerftSlow, testing::ValuesIn(chess_rows(true)), chess_name_of);

TEST(ChessPerftTable, has_slow_rows_and_rows_of_both_rule_sets) {
    EXPECT_EQ(chess_rows(true).size(), 6u);
    EXPECT_GT(std::ranges::count(kPerftTable, k960, &PerftRow::rules), 15);
}

TEST(ChessPerft, depth_0_is_one_leaf_and_mate_has_none) {
    const Position mate =
        parse_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", RuleSet::Orthodox)
            .position;
    EXPECT_EQ(perft(mate, 0), 1u);
    EXPECT_EQ(perft(mate, 1), 0u);
    EXPECT_EQ(perft(mate, 2), 0u);
}

} // namespace
} // namespace chess

#pragma once
// Positions of Connect Four whose scores are known, for tests and measurements. Scores as in
// agents/connect_four/solver.hpp.
// Source: a solver of our own of another design and, from ply 17 on, a second one that agrees; they found the
// published scores too.

#include "agents/connect_four/connect_four.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace referee::tests {

/// How far the game has come: 7 and 8 plies, 9 to 11, 12 to 20, and 22 to 38.
enum class Stage : std::uint8_t { Opening, Early, Middle, End };

/// Why a position was chosen.
enum class Kind : std::uint8_t {
    Balanced,  ///< drawn so that wins, draws and losses are equally many
    OnlyMove,  ///< one move of four or more keeps win, draw or loss
    Forced,    ///< a win in 2 to 5 own moves
    Immediate, ///< a win at once
    Lost,      ///< every move lets the opponent win at once
};

/// In place of the score of a column that is full.
inline constexpr int kFull = std::numeric_limits<int>::min();

struct SolvedPosition {
    std::string_view moves; ///< from the start, columns 1 to 7
    Stage stage;
    Kind kind;
    std::array<int, connect_four::kColumns> columns; ///< the score of each move for the side that makes it

    [[nodiscard]] constexpr int score() const { return std::ranges::max(columns); }
    /// Whether the move into `column`, from 0, keeps win, draw or loss.
    [[nodiscard]] constexpr bool keeps(int column) const {
        const int score_of_move = columns[static_cast<std::size_t>(column)];
        return score_of_move != kFull && (score_of_move > 0) == (score() > 0) &&
               (score_of_move < 0) == (score() < 0);
    }
};

[[nodiscard]] constexpr connect_four::Position position_after(std::string_view moves) {
    connect_four::Position position;
    for (const char column : moves) {
        position = connect_four::Rules::after(position, connect_four::Move(column - '1'));
    }
    return position;
}

// clang-format off
inline constexpr std::array<SolvedPosition, 62> kSolvedPositions{{
    {"4721527", Stage::Opening, Kind::Balanced, {-17, -17, 0, -17, -17, -17, -17}},
    {"32346413", Stage::Opening, Kind::Balanced, {-6, -8, -5, -4, -6, -6, -6}},
    {"33744631", Stage::Opening, Kind::Balanced, {3, 3, 4, 4, 3, 3, 3}},
    {"131655167", Stage::Early, Kind::Balanced, {3, -16, -16, -16, -16, -16, -16}},
    {"436662634", Stage::Early, Kind::Balanced, {-5, -5, -3, 0, -4, -5, -5}},
    {"7214641131", Stage::Early, Kind::Balanced, {-7, -14, -12, -4, -11, -6, -6}},
    {"7653711536", Stage::Early, Kind::Balanced, {-2, -2, 2, 1, 2, -2, -2}},
    {"12442327464", Stage::Early, Kind::Balanced, {-5, -5, -15, -5, -11, -11, -11}},
    {"276452464453", Stage::Middle, Kind::Forced, {-15, -15, -15, -15, 12, -15, -15}},
    {"3337724477563", Stage::Middle, Kind::Forced, {2, 5, 3, 6, 14, 5, -2}},
    {"4427413224433", Stage::Middle, Kind::Immediate, {15, -14, -14, -14, 14, -14, -14}},
    {"6723316626142", Stage::Middle, Kind::Lost, {-14, -14, -14, -14, -14, -14, -14}},
    {"366544364437767", Stage::Middle, Kind::OnlyMove, {-13, -13, 2, -13, -13, -13, -13}},
    {"422562333452656", Stage::Middle, Kind::Balanced, {-13, -13, -13, -13, -13, -4, -13}},
    {"511474623253372", Stage::Middle, Kind::OnlyMove, {-12, -12, -12, 2, -12, -12, -12}},
    {"726367523452241", Stage::Middle, Kind::Balanced, {-10, -10, -11, 11, 2, 0, -10}},
    {"764711321236133", Stage::Middle, Kind::OnlyMove, {-13, 3, -13, -13, -13, -13, -13}},
    {"1216511735427723", Stage::Middle, Kind::Balanced, {-13, -13, -13, -3, -13, -13, -13}},
    {"1351342763443742", Stage::Middle, Kind::Balanced, {0, 0, 1, 0, 0, 0, -1}},
    {"3154764422275724", Stage::Middle, Kind::Forced, {-5, 11, -13, -5, 11, 12, -5}},
    {"3447376214347764", Stage::Middle, Kind::Immediate, {-13, -13, 13, -4, -13, -13, -13}},
    {"5227565662736524", Stage::Middle, Kind::OnlyMove, {9, -13, -13, -13, -13, -13, -13}},
    {"6145725323713132", Stage::Middle, Kind::Balanced, {10, -13, -13, -13, -13, -13, -13}},
    {"6217775152712727", Stage::Middle, Kind::Forced, {7, 10, 7, 11, 10, 10, kFull}},
    {"27322411471223655", Stage::Middle, Kind::Balanced, {-11, -11, 0, 0, -11, -11, 0}},
    {"255651116232666471", Stage::Middle, Kind::Forced, {-12, -12, 10, -12, -12, -12, -12}},
    {"476211567336437712", Stage::Middle, Kind::Balanced, {-6, 0, -2, 0, -11, 0, -7}},
    {"653132522275114331", Stage::Middle, Kind::OnlyMove, {-12, -12, -12, 11, -12, -12, -12}},
    {"1242715322166547533", Stage::Middle, Kind::Lost, {-11, -11, -11, -11, -11, -11, -11}},
    {"3776536216312637722", Stage::Middle, Kind::Balanced, {-3, -1, 0, -11, -2, 0, -2}},
    {"5472234675551721743", Stage::Middle, Kind::Balanced, {-10, -10, -1, -10, -10, -10, -10}},
    {"6777777326423665346", Stage::Middle, Kind::Balanced, {-8, 0, 0, 0, -3, -8, kFull}},
    {"21143113164177736674", Stage::Middle, Kind::Balanced, {kFull, -11, -10, -9, -10, -10, -8}},
    {"31576325741223422156", Stage::Middle, Kind::Balanced, {-2, -2, -2, -11, -2, 0, 3}},
    {"1653113414712351725365", Stage::End, Kind::OnlyMove, {kFull, -10, -9, -6, -9, -9, 8}},
    {"2231337571175212215132", Stage::End, Kind::Balanced, {kFull, kFull, -3, -10, 0, -3, 0}},
    {"2745614224363234571344", Stage::End, Kind::Lost, {-10, -10, -10, kFull, -10, -10, -10}},
    {"23111652417677614335655", Stage::End, Kind::Balanced, {-8, -9, -8, -8, -8, -8, -8}},
    {"45522146651755564464477", Stage::End, Kind::Balanced, {0, -1, -9, kFull, kFull, -1, -2}},
    {"56536447154335516417547", Stage::End, Kind::Forced, {-8, -8, -8, -2, kFull, 9, -8}},
    {"63767716517573257222556", Stage::End, Kind::OnlyMove, {-9, -9, -9, 9, -9, -9, kFull}},
    {"67362623411531576265536", Stage::End, Kind::Forced, {2, 2, 2, 2, 2, kFull, 8}},
    {"132643213374466124423736", Stage::End, Kind::Balanced, {-8, -9, kFull, -9, -9, -9, -9}},
    {"227153153521235271375337", Stage::End, Kind::Balanced, {5, 4, kFull, 7, 4, 7, 5}},
    {"646627157216432166141445", Stage::End, Kind::Balanced, {-8, -8, -8, -8, -4, kFull, -9}},
    {"4517345476743215423164566", Stage::End, Kind::Balanced, {-8, -8, 1, kFull, -8, -8, -8}},
    {"5722132227135125453376773", Stage::End, Kind::Balanced, {-3, kFull, -2, -3, -2, -8, -3}},
    {"6115466424644362562422121", Stage::End, Kind::Lost, {-8, kFull, -8, kFull, -8, kFull, -8}},
    {"7165153753544473155714212", Stage::End, Kind::Balanced, {1, 4, 4, 4, kFull, 1, 1}},
    {"42465347171464657643653751", Stage::End, Kind::Balanced, {0, -1, -1, kFull, -1, -1, 0}},
    {"65427723656654122647213553", Stage::End, Kind::Immediate, {-7, -7, 0, 8, -7, -7, 0}},
    {"1175222171236662131337247636", Stage::End, Kind::Balanced, {kFull, kFull, -7, 0, -7, -7, -7}},
    {"2531411322665753522616437541", Stage::End, Kind::Immediate, {-7, -7, -7, 7, -7, -7, -7}},
    {"2565414223633434311253562767", Stage::End, Kind::Forced, {0, 0, kFull, 6, 6, 0, 1}},
    {"127125117546222371525517774356", Stage::End, Kind::Balanced, {kFull, kFull, 5, 5, kFull, 5, kFull}},
    {"767443561263256661115777512173", Stage::End, Kind::OnlyMove, {kFull, -6, 4, -6, -6, kFull, kFull}},
    {"733613315412274734743771226562464", Stage::End, Kind::Balanced, {-2, -2, kFull, kFull, -4, 0, kFull}},
    {"4672376321224227544733517555144735", Stage::End, Kind::Balanced, {-4, kFull, -4, kFull, kFull, -1, kFull}},
    {"7422446337232325554615734266713146", Stage::End, Kind::Balanced, {-1, kFull, kFull, kFull, -1, -1, -4}},
    {"74322115236361123567474774141246626", Stage::End, Kind::Balanced, {kFull, kFull, 3, kFull, 3, kFull, 2}},
    {"175761127656434332222667256355544117", Stage::End, Kind::Balanced, {0, kFull, 1, 1, kFull, kFull, 0}},
    {"24711533511145476656455661236322322474", Stage::End, Kind::Balanced, {kFull, kFull, 0, kFull, kFull, kFull, 0}},
}};
// clang-format on

struct PublishedScore {
    std::string_view moves;
    int score;
};

/// Source: P. Pons, "Solving Connect 4", test set "end, easy", the first rows.
inline constexpr std::array<PublishedScore, 11> kPublishedScores{{
    {"2252576253462244111563365343671351441", -1},
    {"23163416124767223154467471272416755633", 0},
    {"65214673556155731566316327373221417", -1},
    {"3135151421347443544172316522225776773566", 0},
    {"233377345754465174223731671122611552", 1},
    {"211376455663355325112113664364524722", 0},
    {"67152117737262713366376314254", 6},
    {"3642756176227637211322113551637574556", 2},
    {"427566236745127177115664464254", 2},
    {"641154574541323641152467137655232232366", 0},
    {"3575316255751336464276636772271112", -3},
}};

} // namespace referee::tests

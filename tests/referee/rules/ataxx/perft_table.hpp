#pragma once
// Leaves below known positions: reference numbers from outside this project.
//
// Source: computed with libataxx (commit 4226c26) and again with an independent brute-force board on plain
// arrays; both agreed on every row that both can count. Conventions:
// - Two ways of counting. `positions`: clones that put a stone on the same square are one move, whatever
// stone
//   they came from, as libataxx and UAI programs count. `messages`: every distinct MOVE line is a move.
// - A side without a move that must pass has exactly one child, and the pass takes a ply.
// - A finished game (a side without stones, or a full board) has no children: 0 leaves at every depth >= 1.
// - There is no 50-move rule: the half-move clock of a FEN changes nothing. libataxx itself stops at 100;
// rows
//   that start at 97 or more were checked by the brute-force board alone.
// - The turn limit is not modelled, no square is blocked.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ataxx {

struct PerftRow {
    std::string_view fen;
    int depth;
    std::optional<std::uint64_t> positions; ///< empty: no reference number is known
    std::optional<std::uint64_t> messages;  ///< the same
};

// clang-format off
inline constexpr std::array<PerftRow, 82> kPerftTable{{
    {"x5o/7/7/7/7/7/o5x x 0 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x x 0 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x x 0 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x x 0 1", 4, 155'888, 165'656},
    {"x5o/7/7/7/7/7/o5x x 0 1", 5, 4'752'668, 5'313'188},
    {"x5o/7/7/7/7/7/o5x x 0 1", 6, 141'865'520, 167'553'060},
    {"x5o/7/7/7/7/7/o5x x 0 1", 7, 5'023'479'496, 6'426'671'496},

    {"x5o/7/7/7/7/7/o5x o 0 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x o 0 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x o 0 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x o 0 1", 4, 155'888, 165'656},
    {"x5o/7/7/7/7/7/o5x o 0 1", 5, 4'752'668, 5'313'188},
    {"x5o/7/7/7/7/7/o5x o 0 1", 6, 141'865'520, 167'553'060},

    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 1, 75, 87},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 2, 249, 313},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 3, 14'270, 20'092},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 4, 452'980, 679'572},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 5, 23'059'832, 39'002'600},

    {"7/7/7/2x1o2/7/7/7 x 0 1", 1, 23, 23},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 2, 419, 419},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 3, 7'887, 8'155},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 4, 168'317, 180'625},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 5, 4'266'992, 4'993'854},

    {"7/7/7/2x1o2/7/7/7 o 0 1", 1, 23, 23},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 2, 419, 419},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 3, 7'887, 8'155},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 4, 168'317, 180'625},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 5, 4'266'992, 4'993'854},

    {"x5o/7/7/7/7/7/o5x x 100 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x x 100 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x x 100 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x x 100 1", 4, 155'888, 165'656},

    {"x5o/7/7/7/7/7/o5x o 100 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x o 100 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x o 100 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x o 100 1", 4, 155'888, 165'656},

    {"x5o/7/7/7/7/7/o5x x 97 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x x 97 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x x 97 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x x 97 1", 4, 155'888, 165'656},
    {"x5o/7/7/7/7/7/o5x x 97 1", 5, 4'752'668, 5'313'188},

    {"x5o/7/7/7/7/7/o5x x 99 1", 1, 16, 16},
    {"x5o/7/7/7/7/7/o5x x 99 1", 2, 256, 256},
    {"x5o/7/7/7/7/7/o5x x 99 1", 3, 6'460, 6'652},
    {"x5o/7/7/7/7/7/o5x x 99 1", 4, 155'888, 165'656},
    {"x5o/7/7/7/7/7/o5x x 99 1", 5, 4'752'668, 5'313'188},

    {"xx5/7/7/7/7/7/7 x 0 1", 1, 0, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 2, 0, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 3, 0, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 4, 0, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 5, 0, 0},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 1, 1, 1},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 2, 6, 8},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 3, 15, 15},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 4, 53, 61},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 5, 222, 260},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 1, 6, 8},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 2, 15, 15},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 3, 53, 61},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 4, 222, 260},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 5, 843, 977},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 1, 0, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 2, 0, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 3, 0, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 4, 0, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 5, 0, 0},

    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 1, 27, 35},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 2, 27, 35},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 3, 660, 1'099},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 4, 2'036, 3'187},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 5, 45'729, 84'725},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 6, 323'197, 697'757},

    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 1, 71, 88},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 2, 5'312, 7'821},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 3, 389'929, 705'921},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 4, 27'654'567, 60'568'205},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 5, 2'068'807'499, 5'577'731'392},

    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 1, 86, 102},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 2, 5'579, 8'131},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 3, 440'222, 777'350},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 4, 30'426'500, 65'596'332},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 5, 2'243'185'616, 5'953'630'353},
}};
// clang-format on

} // namespace ataxx

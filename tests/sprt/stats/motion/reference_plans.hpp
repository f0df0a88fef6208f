#pragma once
// Simulated tests of 0 Elo against elo1 with error rates 0.05, by a study of sequential tests of games: 20
// 000 runs each for elo1 50, 8000 for 10, 4000 for 5. The standard errors of games are 0.5, 0.8 and 1.2 %.

#include <array>
#include <limits>

namespace sprt {

inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

struct ReferencePlan {
    double elo1;
    double draws;
    double bias_elo;
    double true_elo;
    std::array<double, 3> games; ///< expected: wald, trinomial, pentanomial
    std::array<double, 3> p_h1;  ///< the same order
    std::array<double, 2> q95;   ///< wald, pentanomial
};

inline constexpr ReferencePlan kReferencePlans[] = {
    {50, 0, 0, 0, {266, 266, 271}, {0.047, 0.047, 0.047}, {639, 660}},
    {50, 0, 0, 25, {435, 435, 449}, {0.503, 0.503, 0.504}, {1130, 1184}},
    {50, 0, 0, 50, {268, 268, 272}, {0.953, 0.953, 0.954}, {645, 658}},
    {50, 0, 300, 0, {286, 286, 146}, {0.003, 0.003, 0.048}, {609, 350}},
    {50, 0, 300, 25, {824, 824, 249}, {0.503, 0.503, 0.502}, {2171, 676}},
    {50, 0, 300, 50, {289, 289, 149}, {0.996, 0.996, 0.948}, {615, 358}},
    {50, 0.1, 0, 0, {295, 240, 244}, {0.048, 0.047, 0.048}, {720, 600}},
    {50, 0.1, 0, 25, {483, 399, 408}, {0.585, 0.506, 0.507}, {1262, 1086}},
    {50, 0.1, 0, 50, {255, 242, 246}, {0.977, 0.955, 0.955}, {594, 596}},
    {50, 0.1, 300, 0, {301, 271, 132}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {50, 0.1, 300, 25, {901, 820, 226}, {kNotGiven, kNotGiven, kNotGiven}, {2340, 618}},
    {50, 0.1, 300, 50, {275, 274, 133}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0, 0, 0, {6498, 6498, 6525}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0, 0, 5, {10527, 10527, 10563}, {kNotGiven, kNotGiven, kNotGiven}, {27600, 27700}},
    {10, 0, 0, 10, {6453, 6453, 6517}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0, 300, 0, {7089, 7089, 3339}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0, 300, 5, {20402, 20402, 5468}, {kNotGiven, kNotGiven, kNotGiven}, {52900, 14400}},
    {10, 0, 300, 10, {7028, 7028, 3324}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0.1, 300, 0, {7493, 6755, 3010}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {10, 0.1, 300, 5, {22533, 20458, 4987}, {kNotGiven, kNotGiven, kNotGiven}, {58500, 13100}},
    {10, 0.1, 300, 10, {6734, 6702, 3011}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0, 0, 0, {25900, 25900, 26000}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0, 0, 2.5, {41300, 41300, 41400}, {kNotGiven, kNotGiven, kNotGiven}, {111000, 111000}},
    {5, 0, 0, 5, {25800, 25800, 25900}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0, 300, 0, {28000, 28000, 13300}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0, 300, 2.5, {81400, 81400, 21700}, {kNotGiven, kNotGiven, kNotGiven}, {212000, 55000}},
    {5, 0, 300, 5, {28800, 28800, 13200}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0.1, 0, 0, {28800, 23200, 23300}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0.1, 0, 2.5, {45700, 36600, 36800}, {kNotGiven, kNotGiven, kNotGiven}, {123000, 98000}},
    {5, 0.1, 0, 5, {24800, 23300, 23500}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0.1, 300, 0, {29600, 26700, 11900}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},
    {5, 0.1, 300, 2.5, {89300, 80100, 19900}, {kNotGiven, kNotGiven, kNotGiven}, {236000, 54000}},
    {5, 0.1, 300, 5, {27100, 27000, 11900}, {kNotGiven, kNotGiven, kNotGiven}, {kNotGiven, kNotGiven}},

};

} // namespace sprt

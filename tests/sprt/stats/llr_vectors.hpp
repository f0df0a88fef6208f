#pragma once
// Reference values of the log-likelihood ratio.
// Computed with 50 digits and compared with the output of fishtest b8eecff (logistic and normalized),
// fastchess 74deac2 and cutechess 5e84232 (BayesElo). For [-1500, -500] and [-300, -200] normalized Elo all
// of these fail; those values come from a nested search over mean and variance in double precision. Without
// data the references print what their priors add; here it is 0.

#include "sprt/stats/model.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>

namespace sprt {

struct LlrVector {
    Model model;
    Hypotheses test;
    Counts counts;
    double llr;
    Verdict verdict;
};

inline const LlrVector kLlrVectors[] = {
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{143, 143, 0}, -2.951440506384565, Verdict::H0},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{142, 142, 0}, -2.9308010622839733, Verdict::Continue},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{0, 0, 0}, 0.0, Verdict::Continue},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{0, 0, 100}, 0.0, Verdict::Continue},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{22, 0, 0}, 2.939020617760308, Verdict::Continue},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{23, 0, 0}, 3.07261246402214, Verdict::H1},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{0, 19, 0}, -2.930394516886047, Verdict::Continue},
    {Model::Wald, {0, 50, 0.05, 0.05}, Wld{0, 20, 0}, -3.0846258072484707, Verdict::H0},
    {Model::Wald, {-5, 0, 0.05, 0.05}, Wld{10, 12, 3}, -0.026504232950251838, Verdict::Continue},
    {Model::Wald, {0, 5, 0.05, 0.05}, Wld{5000000, 4900000, 100000}, 413.97936264309794, Verdict::H1},
    {Model::Wald, {0, 10, 0.01, 0.01}, Wld{620, 480, 100}, 3.57395493918851, Verdict::Continue},
    {Model::Wald, {-50, 50, 0.1, 0.05}, Wld{30, 10, 5}, 5.756462732485114, Verdict::H1},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{0, 0, 0}, 0.0, Verdict::Continue},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{0, 0, 19}, -2.9223348909795597, Verdict::Continue},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{0, 0, 20}, -3.076514899884123, Verdict::H0},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{143, 143, 0}, -2.9514611458643785, Verdict::H0},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{1, 0, 0}, 0.13357087362955544, Verdict::Continue},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{23, 0, 0}, 3.072591810077738, Verdict::H1},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{0, 20, 0}, -3.084646434187907, Verdict::H0},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{1, 1, 1}, -0.04632212767861676, Verdict::Continue},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{60, 40, 10}, 1.9194732867004778, Verdict::Continue},
    {Model::Trinomial, {0, 5, 0.05, 0.05}, Wld{36433, 36027, 68692}, -17.0895610406656, Verdict::H0},
    {Model::Trinomial,
     {0.5, 2.5, 0.05, 0.05},
     Wld{21404, 21184, 40708},
     -1.5718887926921763,
     Verdict::Continue},
    {Model::Trinomial, {-5, 0, 0.05, 0.05}, Wld{1000, 1020, 150}, -0.06780873529800323, Verdict::Continue},
    {Model::Trinomial, {0, 5, 0.05, 0.05}, Wld{3400000, 3390000, 3210000}, -1313.0546692934029, Verdict::H0},
    {Model::Trinomial, {-3, 1, 0.05, 0.1}, Wld{65388, 65804, 56553}, 2.0490426179767187, Verdict::Continue},
    {Model::Trinomial, {0, 50, 0.05, 0.05}, Wld{4250, 0, 0}, 567.7653259732641, Verdict::H1},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 0}}, 0.0, Verdict::Continue},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 19, 0, 0}}, -2.922355776563111, Verdict::Continue},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 20, 0, 0}}, -3.076535780217194, Verdict::H0},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 22}}, 2.9392670963171064, Verdict::Continue},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 23}}, 3.0728589454350135, Verdict::H1},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{20, 0, 0, 0, 0}}, -3.0849548550870955, Verdict::H0},
    {Model::Pentanomial, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 1}}, 0.13383694622391254, Verdict::Continue},
    {Model::Pentanomial,
     {0, 50, 0.05, 0.05},
     Ptnml{{0, 1, 1, 1, 0}},
     -0.18914707697099425,
     Verdict::Continue},
    {Model::Pentanomial, {0, 10, 0.05, 0.05}, Ptnml{{30, 5, 400, 6, 49}}, 2.1674605871446, Verdict::Continue},
    {Model::Pentanomial,
     {-3, 1, 0.05, 0.05},
     Ptnml{{10789, 19328, 33806, 19402, 10543}},
     2.1310678117878923,
     Verdict::Continue},
    {Model::Pentanomial,
     {0.2, 0.9, 0.05, 0.05},
     Ptnml{{39, 2226, 31451, 2412, 40}},
     2.1625425800469062,
     Verdict::Continue},
    {Model::Pentanomial,
     {0.5, 2.5, 0.05, 0.05},
     Ptnml{{223, 9863, 21279, 10037, 246}},
     -3.0741264395891714,
     Verdict::H0},
    {Model::Pentanomial,
     {-5, 0, 0.05, 0.05},
     Ptnml{{100, 50, 700, 55, 95}},
     0.3050219050579168,
     Verdict::Continue},
    {Model::Pentanomial,
     {0, 5, 0.05, 0.05},
     Ptnml{{700000, 300000, 3000000, 305000, 705000}},
     -1322.1723674805603,
     Verdict::H0},
    {Model::Pentanomial, {0, 50, 0.01, 0.05}, Ptnml{{2, 1, 30, 3, 9}}, 2.7416295020574117, Verdict::Continue},
    {Model::Pentanomial,
     {-50, 50, 0.05, 0.05},
     Ptnml{{1, 0, 2, 0, 4}},
     1.2052959065308684,
     Verdict::Continue},
    {Model::Pentanomial, {0, 5, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 10000000}}, 142876.07710768972, Verdict::H1},
    {Model::Normalized, {0, 5, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 0}}, 0.0, Verdict::Continue},
    {Model::Normalized,
     {0.764, 3.439, 0.05, 0.05},
     Ptnml{{39, 2226, 31451, 2412, 40}},
     2.162940869583557,
     Verdict::Continue},
    {Model::Normalized,
     {0, 2, 0.05, 0.05},
     Ptnml{{365, 16618, 36229, 16974, 390}},
     2.2503677035469756,
     Verdict::Continue},
    {Model::Normalized, {0, 5, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 5550}}, 111.79755508671415, Verdict::H1},
    {Model::Normalized, {0, 50, 0.05, 0.05}, Ptnml{{0, 0, 1000, 0, 0}}, -40.575544318679334, Verdict::H0},
    {Model::Normalized,
     {0, 5, 0.05, 0.05},
     Ptnml{{5, 10, 30, 12, 7}},
     0.10353083767867625,
     Verdict::Continue},
    {Model::Normalized,
     {-5, 0, 0.05, 0.05},
     Ptnml{{100, 50, 700, 55, 95}},
     0.09897258378832738,
     Verdict::Continue},
    {Model::Normalized,
     {0, 5, 0.05, 0.05},
     Ptnml{{700000, 300000, 3000000, 305000, 705000}},
     -763.7083681502693,
     Verdict::H0},
    {Model::Normalized, {-1500, -500, 0.05, 0.05}, Ptnml{{144, 3, 1, 0, 0}}, -6.72126039962224, Verdict::H0},
    {Model::Normalized, {-300, -200, 0.05, 0.05}, Ptnml{{0, 0, 0, 0, 20}}, 9.759827348371036, Verdict::H1},
    {Model::Normalized, {0, 2, 0.05, 0.05}, Wld{36433, 36027, 68692}, 0.9232934509495264, Verdict::Continue},
    {Model::Normalized, {0, 10, 0.05, 0.05}, Wld{4250, 0, 0}, 120.54826774120332, Verdict::H1},
    {Model::Normalized, {0, 50, 0.05, 0.05}, Wld{60, 40, 10}, 1.881922735053746, Verdict::Continue},
    {Model::Normalized, {-5, 0, 0.05, 0.05}, Wld{1000, 1020, 150}, -0.07362180745946739, Verdict::Continue},
    {Model::Normalized, {0, 50, 0.05, 0.05}, Wld{0, 0, 1000}, -20.489480969572636, Verdict::H0},
    {Model::Bayeselo, {0, 50, 0.05, 0.05}, Wld{0, 0, 0}, 0.0, Verdict::Continue},
    {Model::Bayeselo, {0, 50, 0.05, 0.05}, Wld{143, 143, 0}, -2.9720889703323885, Verdict::H0},
    {Model::Bayeselo, {0, 50, 0.05, 0.05}, Wld{23, 0, 0}, 3.7496480757957724, Verdict::H1},
    {Model::Bayeselo, {0, 50, 0.05, 0.05}, Wld{0, 0, 100}, -945.4889845472371, Verdict::H0},
    {Model::Bayeselo, {0, 5, 0.05, 0.05}, Wld{36433, 36027, 68692}, -17.091642279484756, Verdict::H0},
    {Model::Bayeselo, {-5, 0, 0.05, 0.05}, Wld{1000, 1020, 150}, -0.0676555221771585, Verdict::Continue},
    {Model::Bayeselo, {0, 5, 0.05, 0.05}, Wld{3400000, 3390000, 3210000}, -1313.0894720284762, Verdict::H0},
};

/// Of the 2-SPRT on pairs: the midpoint against H0 and against H1.
struct TwoSprtVector {
    Hypotheses test;
    Ptnml pairs;
    std::array<double, 2> two_sprt;
    Verdict verdict;
};

inline const TwoSprtVector kTwoSprtVectors[] = {
    {{0, 10, 0.05, 0.05},
     {{30, 5, 400, 6, 49}},
     {1.3868423899571989, -0.7806181971874013},
     Verdict::Continue},
    {{0, 10, 0.05, 0.05}, {{60, 15, 800, 22, 95}}, {2.7387716696096067, -1.5039609262973728}, Verdict::H1},
    {{0, 10, 0.05, 0.05}, {{700, 300, 6000, 310, 760}}, {0.5007918942222259, 7.830090625981279}, Verdict::H0},
    {{0, 10, 0.05, 0.05}, {{790, 300, 6000, 310, 760}}, {-5.763800628246969, 13.77446381827487}, Verdict::H0},
    {{0, 10, 0.05, 0.05},
     {{820, 380, 6000, 310, 690}},
     {-15.632214953966319, 23.623876492511364},
     Verdict::H0},
    {{0, 50, 0.05, 0.05}, {{2, 1, 30, 3, 9}}, {1.7809122967667748, -0.9607172052906372}, Verdict::Continue},
};

} // namespace sprt

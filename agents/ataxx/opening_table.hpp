#pragma once
// An opening table: the moves to play from the start and after one and two turns.
// Source: the best moves of principal variation search to depth 10; opening_table_test.cpp finds them again.

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/ataxx/rules.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace search {

/// A position and a move for it. One position stands for all that differ by a symmetry or by the colours.
struct TableOpening {
    std::string_view fen;
    ataxx::MoveNumbers move;
};

inline constexpr std::array<TableOpening, 70> kOpeningTable{{
    {"x5o/7/7/7/7/7/o5x x", {1, 1, 2, 2}},    {"xx4o/7/7/7/7/7/o5x o", {7, 1, 6, 2}},
    {"x5o/1x5/7/7/7/7/o5x o", {1, 7, 2, 7}},  {"2x3o/7/7/7/7/7/o5x o", {1, 7, 1, 6}},
    {"6o/2x4/7/7/7/7/o5x o", {1, 7, 2, 6}},   {"6o/7/2x4/7/7/7/o5x o", {1, 7, 1, 6}},
    {"xx3oo/7/7/7/7/7/o5x x", {7, 7, 6, 6}},  {"xx4o/5o1/7/7/7/7/o5x x", {7, 7, 6, 6}},
    {"xx4o/6o/7/7/7/7/o5x x", {1, 2, 1, 3}},  {"xx2o2/7/7/7/7/7/o5x x", {1, 2, 1, 3}},
    {"xx5/4o2/7/7/7/7/o5x x", {1, 2, 1, 3}},  {"xx5/7/4o2/7/7/7/o5x x", {1, 2, 2, 4}},
    {"xx5/7/5o1/7/7/7/o5x x", {1, 2, 2, 3}},  {"xx5/7/6o/7/7/7/o5x x", {1, 2, 2, 3}},
    {"xx4o/7/7/7/7/o6/o5x x", {7, 7, 6, 6}},  {"xx4o/7/7/7/7/1o5/o5x x", {1, 1, 2, 1}},
    {"xx4o/7/7/7/7/7/oo4x x", {1, 2, 2, 3}},  {"xx4o/7/7/7/o6/7/6x x", {1, 2, 2, 3}},
    {"xx4o/7/7/7/1o5/7/6x x", {1, 1, 2, 1}},  {"xx4o/7/7/7/2o4/7/6x x", {1, 2, 2, 3}},
    {"xx4o/7/7/7/7/2o4/6x x", {7, 7, 6, 6}},  {"xx4o/7/7/7/7/7/2o3x x", {1, 2, 2, 3}},
    {"x4oo/1x5/7/7/7/7/o5x x", {7, 7, 6, 6}}, {"x5o/1x3o1/7/7/7/7/o5x x", {2, 2, 3, 1}},
    {"x5o/1x4o/7/7/7/7/o5x x", {2, 2, 1, 3}}, {"x3o2/1x5/7/7/7/7/o5x x", {2, 2, 1, 3}},
    {"x6/1x2o2/7/7/7/7/o5x x", {2, 2, 1, 3}}, {"x6/1x5/4o2/7/7/7/o5x x", {2, 2, 4, 4}},
    {"x6/1x5/5o1/7/7/7/o5x x", {2, 2, 3, 3}}, {"x6/1x5/6o/7/7/7/o5x x", {2, 2, 3, 2}},
    {"2x2oo/7/7/7/7/7/o5x x", {1, 3, 2, 2}},  {"2x3o/5o1/7/7/7/7/o5x x", {1, 3, 2, 2}},
    {"2x3o/6o/7/7/7/7/o5x x", {1, 3, 1, 4}},  {"2x1o2/7/7/7/7/7/o5x x", {1, 3, 2, 4}},
    {"2x4/4o2/7/7/7/7/o5x x", {1, 3, 1, 4}},  {"2x4/7/4o2/7/7/7/o5x x", {1, 3, 2, 4}},
    {"2x4/7/5o1/7/7/7/o5x x", {1, 3, 2, 5}},  {"2x4/7/6o/7/7/7/o5x x", {1, 3, 2, 4}},
    {"2x3o/7/7/7/7/o6/o5x x", {1, 3, 1, 4}},  {"2x3o/7/7/7/7/1o5/o5x x", {1, 3, 1, 4}},
    {"2x3o/7/7/7/7/7/oo4x x", {1, 3, 1, 4}},  {"2x3o/7/7/7/o6/7/6x x", {1, 3, 2, 4}},
    {"2x3o/7/7/7/1o5/7/6x x", {1, 3, 2, 4}},  {"2x3o/7/7/7/2o4/7/6x x", {1, 3, 2, 4}},
    {"2x3o/7/7/7/7/2o4/6x x", {7, 7, 6, 6}},  {"2x3o/7/7/7/7/7/2o3x x", {7, 7, 6, 6}},
    {"5oo/2x4/7/7/7/7/o5x x", {2, 3, 3, 2}},  {"6o/2x2o1/7/7/7/7/o5x x", {2, 3, 2, 2}},
    {"6o/2x3o/7/7/7/7/o5x x", {2, 3, 1, 4}},  {"4o2/2x4/7/7/7/7/o5x x", {2, 3, 1, 4}},
    {"7/2x1o2/7/7/7/7/o5x x", {2, 3, 1, 4}},  {"7/2x4/4o2/7/7/7/o5x x", {2, 3, 4, 4}},
    {"7/2x4/5o1/7/7/7/o5x x", {2, 3, 4, 5}},  {"7/2x4/6o/7/7/7/o5x x", {2, 3, 1, 4}},
    {"6o/2x4/7/7/7/o6/o5x x", {2, 3, 3, 4}},  {"6o/2x4/7/7/7/1o5/o5x x", {2, 3, 1, 4}},
    {"6o/2x4/7/7/7/7/oo4x x", {2, 3, 1, 4}},  {"6o/2x4/7/7/o6/7/6x x", {2, 3, 4, 2}},
    {"6o/2x4/7/7/1o5/7/6x x", {2, 3, 4, 1}},  {"6o/2x4/7/7/2o4/7/6x x", {2, 3, 4, 4}},
    {"6o/2x4/7/7/7/2o4/6x x", {2, 3, 3, 4}},  {"6o/2x4/7/7/7/7/2o3x x", {2, 3, 3, 4}},
    {"5oo/7/2x4/7/7/7/o5x x", {3, 3, 2, 2}},  {"6o/5o1/2x4/7/7/7/o5x x", {3, 3, 2, 2}},
    {"6o/6o/2x4/7/7/7/o5x x", {3, 3, 4, 2}},  {"4o2/7/2x4/7/7/7/o5x x", {3, 3, 2, 4}},
    {"7/4o2/2x4/7/7/7/o5x x", {3, 3, 2, 4}},  {"7/7/2x1o2/7/7/7/o5x x", {3, 3, 4, 4}},
    {"7/7/2x2o1/7/7/7/o5x x", {3, 3, 4, 5}},  {"7/7/2x3o/7/7/7/o5x x", {3, 3, 4, 4}},
}};

/// The move of the table for `position`, turned and mirrored with the board; empty when the table does not
/// know `position`.
[[nodiscard]] inline std::optional<ataxx::Move> opening_move(const ataxx::Position& position) {
    constexpr int kMostStones = 6; // as many as two turns can make
    if ((position.own() | position.theirs()).count() > kMostStones) {
        return std::nullopt;
    }
    for (const auto& [fen, numbers] : kOpeningTable) {
        const auto known = ataxx::parse_fen(fen).position;
        for (const auto symmetry : ataxx::kSymmetries) {
            if (ataxx::transformed(known.own(), symmetry) == position.own() &&
                ataxx::transformed(known.theirs(), symmetry) == position.theirs()) {
                return ataxx::transformed(*ataxx::Move::from_numbers(numbers), symmetry);
            }
        }
    }
    return std::nullopt;
}

} // namespace search

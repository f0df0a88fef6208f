#pragma once
// Four in a row as it is found without bitboards: what tests and measurements of shifts compare with.

#include "referee/rules/connect_four/rules.hpp"

#include <utility>

namespace referee::tests {

/// Whether `cells` hold a four, looked for from each cell in four directions.
[[nodiscard]] inline bool has_four_by_loops(connect_four::Cells cells) {
    using connect_four::kColumns;
    using connect_four::kRows;
    const auto holds = [cells](int column, int row) {
        return column >= 0 && column < kColumns && row >= 0 && row < kRows &&
               (cells & connect_four::lowest_cell(column) << row) != 0;
    };
    for (int column = 0; column < kColumns; ++column) {
        for (int row = 0; row < kRows; ++row) {
            for (const auto& [across, up] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                int length = 0;
                while (length < 4 && holds(column + length * across, row + length * up)) {
                    ++length;
                }
                if (length == 4) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace referee::tests

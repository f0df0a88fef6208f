#pragma once
// Cells of Connect Four on which a disc makes a four.

#include "referee/rules/connect_four/rules.hpp"

namespace search {

/// The cells that are not `taken` on which a disc makes a four with `cells`, whether or not a disc can fall
/// there now. Nothing is taken above an empty cell, as in a game.
[[nodiscard]] constexpr connect_four::Cells threats(connect_four::Cells cells,
                                                    connect_four::Cells taken) noexcept {
    using connect_four::kStride;
    // In a column the fourth disc is the highest.
    connect_four::Cells found = cells << 1 & cells << 2 & cells << 3;
    for (const int step : {kStride, kStride - 1, kStride + 1}) {
        const connect_four::Cells before = cells << step;
        const connect_four::Cells behind = cells >> step;
        found |= before & cells << 2 * step & (cells << 3 * step | behind);
        found |= behind & cells >> 2 * step & (cells >> 3 * step | before);
    }
    return found & connect_four::kAllCells & ~taken;
}

} // namespace search

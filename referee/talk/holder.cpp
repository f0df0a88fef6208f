#include "referee/talk/holder.hpp"

namespace referee {

void Holder::game_begins(const PerSide<SandboxCell*>& cells) noexcept {
    cells_ = cells;
    takes_long_ = {};
    release();
}

void Holder::turn_begins(Side mover) noexcept {
    mover_ = mover;
    hold(mover, false);
    if (takes_long_[mover]) {
        hold(opponent(mover), true);
    }
}

void Holder::turn_lasts(std::chrono::nanoseconds so_far) noexcept {
    if (so_far >= kLatest) {
        hold(opponent(mover_), true);
    }
}

void Holder::turn_ends(std::chrono::nanoseconds took) noexcept {
    takes_long_[mover_] = takes_long_[mover_] || took >= kLongTurn;
}

void Holder::release() noexcept {
    hold(Side::First, false);
    hold(Side::Second, false);
}

void Holder::hold(Side side, bool still) noexcept {
    if (cells_[side] != nullptr) {
        cells_[side]->hold(still);
    }
}

} // namespace referee
